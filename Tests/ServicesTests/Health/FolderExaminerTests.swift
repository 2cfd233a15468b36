import Foundation
import Testing

@testable import Services

@Suite final class FolderExaminerTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "examiner-\(UUID().uuidString)").path

    init() throws {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    @Test func `a private folder is fine, and a missing one is passed over`() throws {
        let request = HealthRequest(folders: [folder, folder + "/missing"], files: ["/dev/null", folder + "/none"])
        let findings = FolderExaminer(request: request).findings(besides: [])
        #expect(findings.map(\.level) == [.ok])
        #expect(findings.map(\.check) == [.permissions])
    }

    @Test func `a link that leads to itself, or to nothing, is a problem`() throws {
        for (name, target) in [("loop", "loop"), ("dangling", "none")] {
            let link = "\(folder)/\(name)"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(folder)/\(target)")
            let found = FolderExaminer(request: HealthRequest(folders: [link])).findings(besides: [])
            #expect(found.map(\.level) == [.problem], "\(name)")
            #expect(found.first?.message.contains(link) == true)
        }
        #expect(FolderExaminer.unusable("\(folder)/loop/contacts.sqlite")?.message.contains("leads back") == true)
        #expect(FolderExaminer.unusable("\(folder)/none/contacts.sqlite") == nil)
    }

    @Test func `a fault of a file leaves out that all is fine`() {
        let fault = HealthFinding(.permissions, .problem, "A file is open to others.")
        #expect(FolderExaminer(request: HealthRequest()).findings(besides: [fault]).isEmpty)
    }

    @Test func `drafts are counted by their names`() throws {
        #expect(FolderExaminer.drafts(in: folder).message == "No drafts are kept.")
        for name in ["contact-1.txt", "contact-2.txt", "other.txt"] {
            #expect(FileManager.default.createFile(atPath: folder + "/" + name, contents: nil))
        }
        #expect(FolderExaminer.drafts(in: folder).message == "2 drafts are kept in “\(folder)”.")
        #expect(FolderExaminer.drafts(in: nil).level == .ok)
    }

    @Test func `the space is that of the nearest folder that exists`() throws {
        #expect(FolderExaminer.space(at: folder + "/a/b/contacts.sqlite").check == .space)
    }
}
