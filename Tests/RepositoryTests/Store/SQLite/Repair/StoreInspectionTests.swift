import Foundation
import RepositoryDoubles
import Testing

@testable import Repository

@Suite struct StoreInspectionTests {
    /// The problems of a store with some contacts, after `sql` was run on it.
    private func problems(after sql: String) async throws -> [StoreProblem] {
        try await damagedStore(by: sql).check(full: false)
    }

    @Test func `indexes, tables and columns that are missing are told`() async throws {
        let index = "journal_entry_by_step"
        #expect(try await problems(after: "DROP INDEX \(index)") == [.missing([index])])
        #expect(
            try await problems(after: "DROP TABLE stored_value") == [
                .missing(["stored_value"] + ["key", "kind", "value", "expires_at"].map { "stored_value." + $0 })
            ]
        )
        let changed = try await problems(after: "ALTER TABLE fetch DROP COLUMN validator")
        #expect(changed.count == 1 && "\(changed)".contains("table “fetch”"))
    }
}

/// The file of a store with two contacts of a source, one of them edited, and one that was made here.
///
/// It's made once, because the tests of damage need it many times.
private let soundStore = Task {
    let path = SQLiteContactDAO.temporaryPath()
    let dao = SQLiteContactDAO(path: path)
    _ = try await dao.store(.sample([.sample("a"), .sample("b", index: 1)]))
    let local = Contact(id: "local", name: PersonName(first: "Ada", last: "Lovelace"))
    _ = try await dao.apply([.add(local)], title: "add")
    _ = try await dao.update("uuid-a", with: ContactEdit(email: "mine@x"))
    await dao.close()
    return try Data(contentsOf: URL(fileURLWithPath: path))
}

/// Makes a store of ``soundStore`` and runs the SQL on it.
func fillDamaged(_ path: String, by sql: String) async throws {
    try await soundStore.value.write(to: URL(fileURLWithPath: path))
    chmod(path, 0o600)
    let vandal = try SQLiteConnection(path: path, mode: .readWrite)
    try vandal.execute("PRAGMA foreign_keys = OFF; \(sql); PRAGMA wal_checkpoint(TRUNCATE)")
}

/// Returns the store of ``fillDamaged(_:by:)``, in a file of its own.
func damagedStore(by sql: String) async throws -> SQLiteContactDAO {
    let path = SQLiteContactDAO.temporaryPath()
    try await fillDamaged(path, by: sql)
    return SQLiteContactDAO(path: path)
}

@Suite struct RecordRepairTests {
    private let now = Date(timeIntervalSince1970: 2000)

    /// Repairs a store after the SQL was run on it, and returns it with the lines of the file.
    private func repaired(after sql: String) async throws -> (SQLiteContactDAO, StoreRepair, lines: [String]) {
        let dao = try await damagedStore(by: sql)
        let repair = try await dao.repair(at: now)
        let file = try #require(repair.recordFile)
        #expect(try mode(of: file) == 0o600)
        #expect(repair.database == nil)
        #expect(try await dao.check(full: true).isEmpty)
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
        return (dao, repair, lines)
    }

    @Test func `a contact of the source gets its values back, one that was made here goes`() async throws {
        let (dao, repair, lines) = try await repaired(after: "UPDATE contact_local SET card = '{broken'")
        #expect(Set(repair.records.compactMap(\.contact?.rawValue)) == ["local", "uuid-a"])
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains(#""card":"{broken""#) })
        #expect(lines.contains { $0.contains("lovelace") })
        #expect(try await dao.all().map(\.id) == ["uuid-a", "uuid-b"])
        #expect(try await dao.contact("uuid-a")?.isEdited == false)
        #expect(try await dao.count(ContactFilter(text: "lovelace")) == 0)
    }

    @Test func `an unreadable entry stops the undo of its step until it is removed, and of no other step`() async throws
    {
        let damage = "UPDATE journal_entry SET before = '[' WHERE step = 2"
        let damaged = try await damagedStore(by: damage)
        let error = await repositoryError { _ = try await damaged.turn(steps: 1, isUndone: false) }
        #expect(error?.code == .unreadableDatabase && error?.message.contains("step 2") == true)
        #expect(try await damaged.all().count == 3)
        let (dao, repair, lines) = try await repaired(after: damage)
        #expect(repair.records == [UnreadableRecord(kind: .historyEntry, contact: "uuid-a", number: 2)])
        #expect(lines.first?.contains(#""before":"[""#) == true)
        #expect(try await dao.history(limit: 9).map(\.contactCount) == [0, 1])
        #expect(try await dao.turn(steps: 9, isUndone: false).count == 2)
    }

    @Test func `steps and pages get possible numbers and times`() async throws {
        let sql = """
            UPDATE journal_entry SET step = 9223372036854775807 WHERE step = 2;
            UPDATE journal SET step = 9223372036854775807, at = 9223372036854775807 WHERE step = 2;
            UPDATE fetch SET fetched_at = -9223372036854775808
            """
        let (dao, repair, _) = try await repaired(after: sql)
        #expect(Set(repair.records.map(\.kind)) == [.historyStep, .page])
        #expect(try await dao.history(limit: 9).map(\.id) == [2, 1])
        #expect(try await dao.cacheOverview().pages == 0)
        _ = try await dao.apply([.add(.sample("new"))], title: "add")
        #expect(try await dao.history(limit: 1).first?.id == 3)
    }
}
