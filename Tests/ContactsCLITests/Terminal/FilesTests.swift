import Foundation
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(1))) struct DescriptorTests {
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
}

@Suite struct PrivateFolderTests {
    @Test func `it is made with the folders above it, for the owner only; a link and a file are refused`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a/b")
        for _ in 0..<2 {
            try PrivateFolder.make(path)
            #expect(try TemporaryFolder.mode(of: path) == 0o700)
            chmod(path, 0o777)
        }
        let link = folder.url.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.url)
        for path in [link.path, try folder.write("", to: "file")] {
            #expect(#expect(throws: Failure.self) { try PrivateFolder.make(path) }?.status == .cannotCreate)
        }
    }

    @Test func `the reason why it can't be made is that of the folder above it, and rarely its permissions`() throws {
        // Nobody can make a folder there, so the one below doesn't exist.
        let message = #expect(throws: Failure.self) { try PrivateFolder.make("/sys/contacts-tests/b") }?.message
        #expect(message?.contains("No such file") == false, "\(message ?? "")")
        let folder = try TemporaryFolder()
        let file = try folder.write("", to: "file")
        let other = #expect(throws: Failure.self) { try PrivateFolder.make("\(file)/b") }?.message
        #expect(other?.hasSuffix(": Not a directory.") == true, "\(other ?? "")")
        #expect(SystemReason.text(EACCES).contains("permissions") && !SystemReason.text(EIO).contains("permissions"))
        let missing = #expect(throws: CocoaError.self) {
            try FileManager.default.subpathsOfDirectory(atPath: folder.path("gone"))
        }
        #expect(try SystemReason.text(of: #require(missing)) == "No such file or directory.")
    }

    @Test func `the temporary one is the user's own, or in the folder of the session`() {
        let path = PrivateFolder.temporary("drafts", environment: [:])
        #expect(path.hasSuffix("/drafts-\(geteuid())"))
        for (folder, expected) in [("/run/user/7", "/run/user/7/drafts"), ("x", path)] {
            #expect(PrivateFolder.temporary("drafts", environment: ["XDG_RUNTIME_DIR": folder]) == expected)
        }
    }
}

struct ReplacedFileTests {
    @Test func `a file is replaced at the end, for the owner only; its name may be long, and a link to it stays`()
        throws
    {
        let folder = try TemporaryFolder()
        let (link, long) = (folder.path("link"), String(repeating: "a", count: 250) + ".vcf")
        let target = try folder.write("old", to: "target")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        for path in [link, folder.path(long)] {
            let replaced = try ReplacedFile(path: path)
            try replaced.write(Array("new".utf8))
            if path == link { #expect(try folder.text(of: "target") == "old") }
            try replaced.finish()
        }
        for name in ["target", long] {
            #expect(try folder.text(of: name) == "new" && TemporaryFolder.mode(of: folder.path(name)) == 0o600)
        }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
        #expect(try folder.names().count == 3)
        let failure = #expect(throws: Failure.self) { try ReplacedFile(path: folder.url.path) }
        #expect(failure?.status == .cannotCreate)
    }
}

struct ChildProcessTests {
    @Test(arguments: [
        ("CONTACTS_API_ACCESS_TOKEN", "x", true), ("CONTACTS_SERVE_TOKEN", "x", true), ("CONTACTS_KEY", "x", true),
        ("CONTACTS_X_PASSWORD", "x", true), ("CONTACTS_API_ENDPOINT_URL", "https://a:b@c/", true),
        ("CONTACTS_API_ENDPOINT_URL", "https://c/", false), ("CONTACTS_ENV", "QC", false), ("OTHER_TOKEN", "x", false),
    ])
    func `only secrets of this program are kept from others`(name: String, value: String, isSecret: Bool) {
        #expect(ChildEnvironment.isSecret(name, value: value) == isSecret)
    }

    @Test func `an editor does not get them`() async throws {
        let contacts = try Binary(variables: [
            "EDITOR": "env > \"$HOME/seen\"; false", "CONTACTS_API_ACCESS_TOKEN": "hunter22",
            "CONTACTS_SERVE_TOKEN": "s3cret", "OTHER": "kept",
        ])
        _ = try await contacts.run("add", "--editor", "--yes")
        let seen = try contacts.home.text(of: "seen")
        #expect(seen.contains("OTHER=kept"))
        #expect(!seen.contains("hunter22") && !seen.contains("s3cret"))
    }
}
