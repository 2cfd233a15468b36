import BlocTesting
import Foundation
import RepositoryDoubles
import TestWatch
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
        #expect(FileManager.default.fileExists(atPath: try #require(repair.database)))
        #expect(try await dao.check(full: true).isEmpty)
        #expect(Set(try await dao.all().map(\.id)) == ["local", "uuid-a", "uuid-b"])
        #expect(try await dao.contact("uuid-a")?.email == "mine@x")
        await dao.close()
        #expect(try mode(of: path) == 0o600)
    }

    private func fill(_ count: Int) async throws {
        let dao = SQLiteContactDAO(path: path)
        let people = (0..<count).map { Contact(id: "c\($0)", name: PersonName(first: "F\($0)", last: "L\($0)")) }
        _ = try await dao.apply(people.map(ContactChange.add), title: "add")
        _ = try await dao.update("c7", with: ContactEdit(email: "x@y"))
        await dao.close()
    }

    @Test func `of a table with damaged pages, the rows on both sides are saved`() async throws {
        try await fill(2000)
        let size = 8192
        let page = Int(
            try SQLiteConnection(path: path, mode: .readOnly)
                .integer("SELECT rootpage FROM sqlite_schema WHERE name = 'contact_local'")
        )
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
        let saved = try await damaged.all()
        #expect(Set(saved.map(\.id)).count == 2000)
        #expect((1000..<2000).contains(saved.count { $0.name.last?.hasPrefix("L") == true }))
        #expect(try await damaged.check(full: true).isEmpty)
    }

    @Test(arguments: 0..<8)
    func `whatever can be listed of a damaged database is saved, and can be worked with`(seed: UInt64) async throws {
        try await fill(60)
        let bytes = damaged(try Data(contentsOf: URL(fileURLWithPath: path)), seed)
        try bytes.write(to: URL(fileURLWithPath: path))

        let before = SQLiteContactDAO(path: path)
        let listed = (try? await before.all().count) ?? 0
        await before.close()
        try bytes.write(to: URL(fileURLWithPath: path))
        let repaired = SQLiteContactDAO(path: path)
        _ = try await repaired.repair(at: now)
        #expect(try await repaired.check(full: true).isEmpty)
        #expect(try await repaired.all().count >= listed)
        _ = try await repaired.apply([.add(Contact(id: "new", name: PersonName(last: "Newest")))], title: "add")
        #expect(try await repaired.found("newest") == ["new"])
        _ = try await repaired.apply([.remove("new")], title: "remove")
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
        #expect(try await dao.contact("local")?.displayName == "ada lovelace")
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
        #expect(try temporary.names.allSatisfy { !$0.contains(".new-") })
    }
}
