import Foundation
import Testing

@testable import Repository

@Suite struct StoreSalvageTests {
    private let now = Date(timeIntervalSince1970: 2000)

    @Test(arguments: ["journal", "stored_value", "contact_search", "contact_category", "fetch", "source"])
    func `a lost table is made again, and what is in the others stays`(table: String) async throws {
        try await withDatabasePath { path in
            try await fillDamaged(path, by: "DROP TABLE \(table)")
            let dao = SQLiteContactDAO(path: path)
            let repair = try await dao.repair(at: now)
            #expect(repair.saved == 3)
            let aside = try #require(repair.database)
            #expect(FileManager.default.fileExists(atPath: aside))
            #expect(try await dao.check(full: true).isEmpty)
            let contacts = try await dao.contacts(ContactQuery(limit: 9)).contacts
            #expect(Set(contacts.map(\.id.rawValue)) == ["local", "uuid-a", "uuid-b"])
            #expect(contacts.first { $0.id.rawValue == "uuid-a" }?.email == "mine@x")
            await dao.close()
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test func `of a table with damaged pages, the rows on both sides are saved`() async throws {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(path: path)
            let contacts = (0..<2000).map { number in
                Contact(
                    id: ContactID(rawValue: "c\(number)"),
                    name: PersonName(first: "F\(number)", last: "L\(number)")
                )
            }
            _ = try await dao.apply(contacts.map(ContactChange.add), title: "add", at: now)
            await dao.close()
            let size = 8192
            let page: Int
            do {
                let connection = try SQLiteConnection(path: path, mode: .readOnly)
                page = Int(try connection.integer("SELECT rootpage FROM sqlite_schema WHERE name = 'contact_local'"))
            }
            var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            // The root has the numbers of the leaves in its cells, behind 12 bytes of header and the pointers to them.
            let root = (page - 1) * size
            let cells = Int(bytes[root + 3]) << 8 | Int(bytes[root + 4])
            #expect(bytes[root] == 5 && cells > 3)
            let pointer = root + 12 + 2 * (cells / 2)
            let place = root + (Int(bytes[pointer]) << 8 | Int(bytes[pointer + 1]))
            let leaf = (0..<4).reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
            for offset in 0..<size { bytes[(leaf - 1) * size + offset] = 0xA5 }
            try bytes.write(to: URL(fileURLWithPath: path))

            let damaged = SQLiteContactDAO(path: path)
            #expect(await repositoryError { try await damaged.requireSound() }?.code == .unreadableDatabase)
            let repair = try await damaged.repair(at: now)
            #expect((1000..<2000).contains(repair.saved), "\(repair.saved)")
            let ids = Set(try await damaged.contacts(ContactQuery(limit: 2000)).contacts.map(\.id.rawValue))
            #expect(ids.count == repair.saved)
            #expect(ids.contains("c0") && ids.contains("c1999"))
            #expect(try await damaged.check(full: true).isEmpty)
            await damaged.close()
        }
    }

    @Test func `another process that is writing keeps a repair from replacing the file`() async throws {
        try await withDatabasePath { path in
            try await fillDamaged(path, by: "DROP TABLE stored_value")
            let other = try SQLiteConnection(path: path, mode: .readWrite)
            try other.execute("BEGIN IMMEDIATE")
            let database = ContactDatabase(path: path, busyLimit: 1)
            let error = await repositoryError { _ = try database.salvage(at: now) }
            #expect(error?.code == .databaseBusy)
            try other.execute("ROLLBACK")
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy { !$0.contains(".new-") })
        }
    }
}
