import Foundation
import Repository
import Testing

@Suite struct ContactDatabaseMaintenanceTests {
    private let now = Date(timeIntervalSince1970: 2000)

    private func fill(_ dao: SQLiteContactDAO) async throws {
        let people = (0..<40).map { RemotePerson.sample("n\($0)", index: $0) }
        _ = try await dao.store(.sample(people))
        var grouped = ContactEdit(email: "mine@x")
        grouped.categories = ["Büro"]
        _ = try await dao.update(ContactID(rawValue: "uuid-n3"), with: grouped, at: now)
        _ = try await dao.apply([.remove(ContactID(rawValue: "uuid-n4"))], title: "remove", at: now)
    }

    @Test func `permissions for other users are a problem`() async throws {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(path: path)
            try await fill(dao)
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
            try await fill(dao)
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
