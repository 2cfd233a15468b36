import Foundation
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(1)))
struct DescriptorTests {
    @Test func `a cancelled task stops waiting for input`() async throws {
        let pipe = try #require(Descriptor.pipe())
        defer {
            pipe.reading.close()
            pipe.writing.close()
        }
        let reading = Task { try await pipe.reading.readAll(limit: 3) }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
    }

    @Test func `errors have the system's reason`() throws {
        let full = try Descriptor.appending(to: "/dev/full")
        defer { full.close() }
        #expect(throws: OutputError.failed(reason: String(cString: strerror(ENOSPC)))) { try full.write([1]) }
        #expect(throws: OutputError.failed(reason: String(cString: strerror(ENOENT)))) {
            try Descriptor.appending(to: "/nowhere/at/all")
        }
    }

    @Test func `only a terminal has a size`() throws {
        let terminal = try PseudoTerminal(columns: 72)
        let descriptor = Descriptor(number: terminal.terminal)
        #expect(descriptor.isTerminal)
        #expect(descriptor.size?.columns == 72 && descriptor.size?.rows == 24)
        let pipe = try #require(Descriptor.pipe())
        #expect(!pipe.writing.isTerminal && pipe.writing.size == nil)
        pipe.reading.close()
        pipe.writing.close()
    }
}

struct OutputWriterTests {
    @Test func `what was written arrives whole and in order after a flush`() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "out")
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        let writer = OutputWriter(descriptor: Descriptor(number: handle.fileDescriptor))
        var expected = ""
        for number in 0..<20_000 {
            try writer.write("line \(number)\n")
            expected += "line \(number)\n"
        }
        try writer.flush()
        try handle.close()
        #expect(try String(contentsOf: file, encoding: .utf8) == expected)
    }

    @Test func `nothing to write is no error on any stream`() throws {
        try OutputWriter(descriptor: Descriptor(number: -1)).flush()
    }
}

@Suite struct PrivateFolderTests {
    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `it is made with the folders above it, for the owner only`() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "a/b").path
        try PrivateFolder.make(path)
        #expect(try mode(path) == 0o700)
        try PrivateFolder.make(path)
    }

    @Test func `one that others can write in is closed`() throws {
        let folder = try TemporaryFolder()
        chmod(folder.url.path, 0o777)
        try PrivateFolder.make(folder.url.path)
        #expect(try mode(folder.url.path) == 0o700)
    }

    @Test func `a link among the temporary files, and a file, are refused`() throws {
        let folder = try TemporaryFolder()
        let link = folder.url.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.url)
        let file = folder.url.appending(path: "file")
        try Data().write(to: file)
        for path in [link.path, file.path] {
            #expect(#expect(throws: Failure.self) { try PrivateFolder.make(path) }?.status == .cannotCreate)
        }
    }

    @Test func `the temporary one is the user's own, or in the folder of the session`() {
        let path = PrivateFolder.temporary("drafts", environment: [:])
        #expect(path.hasSuffix("/drafts-\(geteuid())"))
        #expect(
            PrivateFolder.temporary("drafts", environment: ["XDG_RUNTIME_DIR": "/run/user/7"]) == "/run/user/7/drafts"
        )
        #expect(PrivateFolder.temporary("drafts", environment: ["XDG_RUNTIME_DIR": "x"]) == path)
    }
}

struct ReplacedFileTests {
    private let folder: TemporaryFolder
    private var file: URL { folder.url.appending(path: "out") }
    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
    }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `the old content is there until the end, then the new one, for the owner only`() throws {
        try Data("old".utf8).write(to: file)
        let replaced = try ReplacedFile(path: file.path)
        try replaced.write(Array("new".utf8))
        #expect(try Data(contentsOf: file) == Data("old".utf8))
        try replaced.finish()
        #expect(try Data(contentsOf: file) == Data("new".utf8))
        #expect(try names == ["out"])
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
    }

    @Test func `a name can be as long as the system allows`() throws {
        let name = String(repeating: "a", count: 250) + ".vcf"
        let replaced = try ReplacedFile(path: folder.url.appending(path: name).path)
        try replaced.write([1])
        try replaced.finish()
        #expect(try names == [name])
    }

    @Test func `a file that is not finished leaves nothing`() throws {
        do {
            let replaced = try ReplacedFile(path: file.path)
            try replaced.write([1])
        }
        #expect(try names.isEmpty)
    }

    @Test func `a link stays, and its target is replaced`() throws {
        let target = folder.url.appending(path: "target")
        try Data("old".utf8).write(to: target)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
        let replaced = try ReplacedFile(path: file.path)
        try replaced.write(Array("new".utf8))
        try replaced.finish()
        #expect(try Data(contentsOf: target) == Data("new".utf8))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == target.path)
    }

    @Test func `a folder and a missing folder cannot be written, and a full disk is reported`() throws {
        for path in [folder.url.path, "/nowhere/at/all"] {
            #expect(#expect(throws: Failure.self) { try ReplacedFile(path: path) }?.status == .cannotCreate)
        }
        let full = try ReplacedFile(path: "/dev/full")
        try full.write([1])
        #expect(#expect(throws: Failure.self) { try full.finish() }?.status == .inputOutput)
    }
}
