import Foundation
import Testing

@testable import ContactsCLI

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
