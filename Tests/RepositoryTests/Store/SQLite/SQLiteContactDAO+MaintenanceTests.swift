import Foundation
import Repository
import Testing

@Suite struct StoreMaintenanceTests {
    private let now = Date(timeIntervalSince1970: 2000)

    private func fill(_ dao: SQLiteContactDAO) async throws {
        let people = (0..<40).map { RemotePerson.sample("n\($0)", index: $0) }
        _ = try await dao.store(.sample(people))
        var grouped = ContactEdit(email: "mine@x")
        grouped.categories = ["Büro"]
        _ = try await dao.update(ContactID(rawValue: "uuid-n3"), with: grouped, at: now)
        _ = try await dao.apply([.remove(ContactID(rawValue: "uuid-n4"))], title: "remove", at: now)
    }

    @Test func `a sound store has no problems, a missing one neither`() async throws {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(path: path)
            #expect(try await dao.check(full: true).isEmpty)
            try await dao.rebuildIndexes()
            #expect(!FileManager.default.fileExists(atPath: path))
            try await fill(dao)
            #expect(try await dao.check(full: false).isEmpty)
            #expect(try await dao.check(full: true).isEmpty)
            await dao.close()
        }
    }

    @Test func `an index that lies is found and made anew`() async throws {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(path: path)
            try await fill(dao)
            let filters = [
                ContactFilter(text: "mine@x"), ContactFilter(text: "last"), ContactFilter(text: "mail-4@example.com"),
            ]
            func found() async throws -> [[String]] {
                var found: [[String]] = []
                for filter in filters {
                    found.append(try await dao.contacts(ContactQuery(limit: 99, filter: filter)).ids)
                }
                return found
            }
            let before = try await found()
            #expect(before.map(\.count) == [1, 39, 0])
            let vandal = try SQLiteConnection(path: path, mode: .readWrite)
            try vandal.execute(
                "UPDATE contact SET search_key = 'nonsense', sort_last = '0', favorite = 1; DELETE FROM contact_category"
            )
            #expect(try await dao.check(full: false) == [.searchIndex])
            try await dao.rebuildIndexes()
            #expect(try await dao.check(full: true).isEmpty)
            #expect(try await found() == before)
            #expect(try vandal.integer("SELECT count(*) FROM contact_category") == 1)
            #expect(try vandal.integer("SELECT count(*) FROM contact WHERE favorite <> 0") == 0)
            await dao.close()
        }
    }

    @Test func `initials that lie hide people, and are found and made anew`() async throws {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(path: path)
            try await fill(dao)
            let query = ContactQuery(limit: 99, filter: ContactFilter(text: "last"))
            #expect(try await dao.contacts(query).contacts.count == 39)
            let vandal = try SQLiteConnection(path: path, mode: .readWrite)
            try vandal.execute("UPDATE contact SET initials = 0")
            #expect(try await dao.contacts(query).contacts.isEmpty)
            #expect(try await dao.check(full: false) == [.searchIndex])
            try await dao.rebuildIndexes()
            #expect(try await dao.check(full: false).isEmpty)
            #expect(try await dao.contacts(query).contacts.count == 39)
            await dao.close()
        }
    }

    @Test func `beginnings of identifiers that lie are found and made anew`() async throws {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(path: path)
            try await fill(dao)
            let vandal = try SQLiteConnection(path: path, mode: .readWrite)
            let lies = "SELECT count(*) FROM contact WHERE id_start <> substr(id, 1, 6)"
            try vandal.execute("UPDATE contact SET id_start = 'zz' WHERE number = 1")
            #expect(try vandal.integer(lies) == 1)
            #expect(try await dao.check(full: false) == [.searchIndex])
            try await dao.rebuildIndexes()
            #expect(try vandal.integer(lies) == 0)
            #expect(try await dao.check(full: false).isEmpty)
            await dao.close()
        }
    }

    @Test func `flipped bytes are found, wherever they are, and never end the program`() async throws {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(path: path)
            try await fill(dao)
            await dao.close()
            let sound = try Data(contentsOf: URL(fileURLWithPath: path))
            var random = SeededRandom(seed: 7)
            let pageSize = Int(sound[16]) << 8 | Int(sound[17])
            for page in 0..<(sound.count / pageSize) {
                var flipped = sound
                // Behind the file's own header, of which other tests tell; the head of a page is what counts there.
                let start = page * pageSize + (page == 0 ? 100 : 0)
                for offset in start..<(start + 12) { flipped[offset] ^= UInt8.random(in: 1...255, using: &random) }
                try flipped.write(to: URL(fileURLWithPath: path))
                let opened = SQLiteContactDAO(path: path)
                let problems = try await opened.check(full: true)
                #expect(!problems.isEmpty, "page \(page)")
                await opened.close()
            }
        }
    }

    @Test func `others who may read the file are told of`() async throws {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(path: path)
            try await fill(dao)
            await dao.close()
            chmod(path, 0o644)
            #expect(try await dao.check(full: false) == [.permissions(path: path, mode: 0o644)])
            await dao.close()
        }
    }

    @Test func `a backup is a whole store, for its owner only, in one file`() async throws {
        try await withTemporaryFolder { folder in
            let dao = SQLiteContactDAO(path: folder + "/contacts.db")
            let target = folder + "/backup.db"
            #expect(await repositoryError { try await dao.backup(to: target) }?.code == .notFound)
            try await fill(dao)
            try Data("old".utf8).write(to: URL(fileURLWithPath: target))
            try await dao.backup(to: target)
            let everybody = try await dao.contacts(ContactQuery(limit: 99))
            await dao.close()
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["backup.db", "contacts.db"]
            )
            let mode = try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            let copy = SQLiteContactDAO(path: target)
            #expect(try await copy.contacts(ContactQuery(limit: 99)) == everybody)
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
