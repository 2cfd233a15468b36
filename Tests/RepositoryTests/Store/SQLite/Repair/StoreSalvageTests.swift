import BlocTesting
import Foundation
import Testing

@testable import Repository

@Suite struct StoreSalvageTests {
    private let temporary = TemporaryFolder()
    private var path: String { temporary.database }
    private let now = Date(timeIntervalSince1970: 2000)

    @Test(arguments: ["journal", "stored_value", "contact_category", "fetch", "source"])
    func `a lost table is made again, and what is in the others stays`(table: String) async throws {
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

    @Test func `of a table with damaged pages, the rows on both sides are saved`() async throws {
        let dao = SQLiteContactDAO(path: path)
        let contacts = (0..<2000).map { number in
            Contact(id: ContactID(rawValue: "c\(number)"), name: PersonName(first: "F\(number)", last: "L\(number)"))
        }
        _ = try await dao.apply(contacts.map(ContactChange.add), title: "add")
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
        // Of the others, the cards are lost, and the names are those by which they are sorted.
        #expect(repair.saved == 2000)
        let saved = try await damaged.contacts(ContactQuery(limit: 2000)).contacts
        let ids = Set(saved.map(\.id.rawValue))
        #expect(ids.count == 2000)
        #expect((1000..<2000).contains(saved.count { $0.name.last?.hasPrefix("L") == true }))
        #expect(ids.contains("c0") && ids.contains("c1999"))
        #expect(try await damaged.check(full: true).isEmpty)
    }

    @Test(arguments: 0..<8)
    func `whatever can be listed of a damaged database is saved, and can be worked with`(seed: UInt64) async throws {
        let dao = SQLiteContactDAO(path: path)
        let people = (0..<60).map { number in
            Contact(id: ContactID(rawValue: "c\(number)"), name: PersonName(first: "F\(number)", last: "L\(number)"))
        }
        _ = try await dao.apply(people.map(ContactChange.add), title: "add")
        _ = try await dao.update(people[7].id, with: ContactEdit(email: "x@y"))
        await dao.close()
        let bytes = damaged(try Data(contentsOf: URL(fileURLWithPath: path)), seed)
        try bytes.write(to: URL(fileURLWithPath: path))

        let before = SQLiteContactDAO(path: path)
        let listed = (try? await before.contacts(ContactQuery(limit: 99)).contacts.count) ?? 0
        await before.close()
        try bytes.write(to: URL(fileURLWithPath: path))
        let repaired = SQLiteContactDAO(path: path)
        _ = try await repaired.repair(at: now)
        #expect(try await repaired.check(full: true).isEmpty)
        #expect(try await repaired.contacts(ContactQuery(limit: 99)).contacts.count >= listed)
        let new = Contact(id: ContactID(rawValue: "new"), name: PersonName(last: "Newest"))
        _ = try await repaired.apply([.add(new)], title: "add")
        #expect(try await repaired.count(ContactFilter(text: "newest")) == 1)
        _ = try await repaired.apply([.remove(new.id)], title: "remove")
        #expect(try await repaired.turn(steps: 2, isUndone: false).count == 2)
    }

    /// The database with bits flipped, or a page overwritten, not in the marks by which the file is known.
    private func damaged(_ sound: Data, _ seed: UInt64) -> Data {
        var random = SplitMix64(seed: seed)
        var bytes = sound
        func place() -> Int {
            while true {
                let place = Int.random(in: 16..<bytes.count, using: &random)
                if !(56..<76).contains(place) { return place }
            }
        }
        switch seed % 4 {
        case 0: for _ in 0..<16 { bytes[place()] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
        case 1:
            let start = Int.random(in: 1..<(bytes.count / 8192), using: &random) * 8192
            for offset in 0..<8192 { bytes[start + offset] = UInt8.random(in: .min ... .max, using: &random) }
        case 2:
            // The header of a page.
            let start = Int.random(in: 1..<(bytes.count / 8192), using: &random) * 8192
            bytes[start + Int.random(in: 0..<12, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        default:
            // The tables' definitions.
            bytes[Int.random(in: 4096..<8192, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
        return bytes
    }

    @Test func `a contact without its card keeps its name, and a view in a table's place does not run`() async throws {
        let sql = """
            DELETE FROM contact_local WHERE contact = (SELECT number FROM contact WHERE id = 'local');
            DROP TABLE fetch; CREATE VIEW fetch AS SELECT 1 AS source, 1 AS results, 1 AS page, 1 AS fetched_at, 1 AS people
            """
        try await fillDamaged(path, by: sql)
        let dao = SQLiteContactDAO(path: path)
        #expect(try await dao.repair(at: now).saved == 3)
        let contact = try #require(try await dao.contacts(withIDs: [ContactID(rawValue: "local")]).first)
        #expect(contact.displayName == "ada lovelace")
        #expect(try await dao.cacheOverview().pages == 0)
        #expect(try await dao.check(full: true).isEmpty)
    }

    @Test func `another process that is writing keeps a repair from replacing the file`() async throws {
        try await fillDamaged(path, by: "DROP TABLE stored_value")
        let other = try SQLiteConnection(path: path, mode: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        let error = await repositoryError { _ = try ContactDatabase(path: path, busyLimit: 1).salvage(at: now) }
        #expect(error?.code == .databaseBusy)
        try other.execute("ROLLBACK")
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy { !$0.contains(".new-") })
    }
}
