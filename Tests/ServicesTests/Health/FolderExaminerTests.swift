import Foundation
import Testing

@testable import Services

@Suite struct FolderExaminerTests {
    /// A folder that the body gets with these permissions, removed afterwards.
    private func withFolder(_ permissions: Int, _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "examiner-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: permissions]
        )
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private func mode(_ path: String) throws -> Int? {
        try (FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test func `a private folder is fine, and a missing one is passed over`() throws {
        try withFolder(0o700) { folder in
            let examiner = FolderExaminer(request: HealthRequest(folders: [folder, folder + "/missing"]))
            let findings = examiner.findings(besides: [])
            #expect(findings.map(\.level) == [.ok])
            #expect(findings.map(\.check) == [.permissions])
        }
    }

    @Test func `a folder that others can read is a warning, or is closed when it is to be repaired`() throws {
        try withFolder(0o755) { folder in
            let found = FolderExaminer(request: HealthRequest(folders: [folder])).findings(besides: [])
            #expect(found.map(\.level) == [.warning])
            #expect(found.first?.advice == "Run contacts doctor --fix.")
            let before = try mode(folder)
            #expect(before == 0o755)

            let request = HealthRequest(isFixing: true, folders: [folder])
            let repaired = FolderExaminer(request: request).findings(besides: [])
            #expect(repaired.map(\.isRepaired) == [true])
            let after = try mode(folder)
            #expect(after == 0o700)
        }
    }

    @Test func `a link that leads to itself, or to nothing, is a problem`() throws {
        try withFolder(0o700) { folder in
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
    }

    @Test func `a file that others can read is a problem, and is closed when it is to be repaired`() throws {
        try withFolder(0o700) { folder in
            let file = folder + "/Local.xcconfig"
            #expect(FileManager.default.createFile(atPath: file, contents: nil, attributes: [.posixPermissions: 0o644]))
            let files = [file, "/dev/null", folder + "/missing"]
            let found = FolderExaminer(request: HealthRequest(files: files)).findings(besides: [])
            #expect(found.map(\.level) == [.problem])
            let repaired = FolderExaminer(request: HealthRequest(isFixing: true, files: files)).findings(besides: [])
            #expect(repaired.map(\.isRepaired) == [true])
            let after = try mode(file)
            #expect(after == 0o600)
        }
    }

    @Test func `a fault of a file leaves out that all is fine`() {
        let fault = HealthFinding(.permissions, .problem, "A file is open to others.")
        #expect(FolderExaminer(request: HealthRequest()).findings(besides: [fault]).isEmpty)
    }

    @Test func `drafts are counted by their names`() throws {
        try withFolder(0o700) { folder in
            #expect(FolderExaminer.drafts(in: folder).message == "No drafts are kept.")
            for name in ["contact-1.txt", "contact-2.txt", "other.txt"] {
                #expect(FileManager.default.createFile(atPath: folder + "/" + name, contents: nil))
            }
            #expect(FolderExaminer.drafts(in: folder).message == "2 drafts are kept in “\(folder)”.")
            #expect(FolderExaminer.drafts(in: nil).level == .ok)
        }
    }

    @Test func `the space is that of the nearest folder that exists`() throws {
        try withFolder(0o700) { folder in
            #expect(FolderExaminer.space(at: folder + "/a/b/contacts.sqlite").check == .space)
        }
    }
}
