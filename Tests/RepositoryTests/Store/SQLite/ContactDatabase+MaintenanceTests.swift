import Foundation
import Repository
import Testing

@Suite struct ContactDatabaseMaintenanceTests {
    private let now = Date(timeIntervalSince1970: 2000)

    @Test func `permissions for other users are a problem`() async throws {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(path: path)
            try await dao.fill(at: now)
            await dao.close()
            chmod(path, 0o644)
            #expect(try await dao.check(full: false) == [.permissions(path: path, mode: 0o644)])
            await dao.close()
        }
    }

    @Test func `a backup is a complete store in one file that only its owner can read`() async throws {
        try await withTemporaryFolder { folder in
            let dao = SQLiteContactDAO(path: folder + "/contacts.db")
            let target = folder + "/backup.db"
            #expect(await repositoryError { try await dao.backup(to: target) }?.code == .notFound)
            try await dao.fill(at: now)
            try Data("old".utf8).write(to: URL(fileURLWithPath: target))
            try await dao.backup(to: target)
            let all = try await dao.contacts(ContactQuery(limit: 99))
            await dao.close()
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["backup.db", "contacts.db"]
            )
            let mode = try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let copy = SQLiteContactDAO(path: target)
            #expect(try await copy.contacts(ContactQuery(limit: 99)) == all)
            #expect(try await copy.check(full: true).isEmpty)
            #expect(try await copy.undo(steps: 9, at: now).count == 2)
            await copy.close()
            #expect(await repositoryError { try await dao.backup(to: folder + "/contacts.db") }?.code == .invalidInput)
            #expect(await repositoryError { try await dao.backup(to: folder) } != nil)
            await dao.close()
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(!names.contains { $0.contains("partial") })
        }
    }
}
