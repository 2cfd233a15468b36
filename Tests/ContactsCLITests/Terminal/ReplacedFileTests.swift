import Foundation
import Testing

@testable import ContactsCLI

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
