import Foundation
import Testing

@testable import Repository

@Suite struct StoreInspectionTests {
    /// The problems of a store with some contacts, after `sql` was run on it.
    private func problems(after sql: String) async throws -> [StoreProblem] {
        try await withDAO(damagedBy: sql) { try await $0.check(full: false) }
    }

    @Test func `every card, journal entry, time and number is read`() async throws {
        let card = UnreadableRecord(.card, contact: ContactID(rawValue: "local"))
        let damage: [(String, UnreadableRecord)] = [
            (
                "UPDATE contact_local SET card = '{broken' WHERE contact = (SELECT number FROM contact WHERE id = 'local')",
                card
            ),
            (
                "UPDATE journal_entry SET before = '[' WHERE step = 2",
                UnreadableRecord(.historyEntry, contact: ContactID(rawValue: "uuid-a"), number: 2)
            ),
            ("UPDATE journal SET at = 9223372036854775807 WHERE step = 1", UnreadableRecord(.historyStep, number: 1)),
            ("UPDATE journal SET at = -9223372036854775808 WHERE step = 1", UnreadableRecord(.historyStep, number: 1)),
            ("UPDATE fetch SET stored_at = 9223372036854775807", UnreadableRecord(.page, number: 1)),
        ]
        for (sql, record) in damage { #expect(try await problems(after: sql) == [.unreadable([record])], "\(sql)") }
    }

    @Test(arguments: ["journal_entry_by_step", "contact_by_uid"])
    func `an index that is missing is told`(name: String) async throws {
        #expect(try await problems(after: "DROP INDEX \(name)") == [.missing([name])])
    }

    @Test func `tables and columns that are missing are told`() async throws {
        #expect(
            try await problems(after: "DROP TABLE stored_value") == [
                .missing(["stored_value"] + ["key", "kind", "value", "expires_at"].map { "stored_value." + $0 })
            ]
        )
        let changed = try await problems(after: "ALTER TABLE fetch DROP COLUMN validator")
        #expect(changed.count == 1 && "\(changed)".contains("table “fetch”"))
    }
}

/// Creates a store with two contacts of a source, one of them edited, and one that was made here; then runs the SQL.
func fillDamaged(_ path: String, by sql: String) async throws {
    let dao = SQLiteContactDAO(path: path)
    _ = try await dao.store(.sample([.sample("a"), .sample("b", index: 1)]))
    let local = Contact(id: ContactID(rawValue: "local"), name: PersonName(first: "Ada", last: "Lovelace"))
    _ = try await dao.apply([.add(local)], title: "add")
    _ = try await dao.update(ContactID(rawValue: "uuid-a"), with: ContactEdit(email: "mine@x"))
    await dao.close()
    let vandal = try SQLiteConnection(path: path, mode: .readWrite)
    try vandal.execute("PRAGMA foreign_keys = OFF; \(sql); PRAGMA wal_checkpoint(TRUNCATE)")
}

/// Runs `body` with the store of ``fillDamaged(_:by:)``.
func withDAO<Result>(
    damagedBy sql: String,
    _ body: (SQLiteContactDAO) async throws -> Result
) async throws -> Result {
    try await withDatabasePath { path in
        try await fillDamaged(path, by: sql)
        let dao = SQLiteContactDAO(path: path)
        let result = try await body(dao)
        await dao.close()
        return result
    }
}
