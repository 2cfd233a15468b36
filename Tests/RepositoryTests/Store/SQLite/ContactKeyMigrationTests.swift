import Foundation
import Testing

@testable import Repository

@Suite struct ContactKeyMigrationTests {
    @Test func `contacts without a name get sort keys, and an unreadable card stays for doctor`() async throws {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(path: path)
            func new(_ change: (inout Contact) -> Void) -> ContactChange {
                var contact = Contact(id: ContactID(rawValue: ""))
                change(&contact)
                return .add(contact)
            }
            let made = try await dao.apply(
                [
                    new { $0.email = "bob@example.com" }, new { ($0.nickname, $0.organization) = ("Cy", "Zeppelin") },
                    new { $0.name.last = "Adams" }, new { $0.name.last = "Broken" },
                ],
                title: "add",
                at: Date()
            )
            await dao.close()
            let old = try SQLiteConnection(path: path, mode: .readWrite)
            try old.execute(
                """
                UPDATE contact SET sort_last = '2', sort_first = '2' WHERE sort_last LIKE '0bob%';
                UPDATE contact SET sort_last = '1zeppelin', sort_first = '1zeppelin' WHERE sort_last LIKE '0cy%';
                UPDATE contact_local SET card = 'x' WHERE card LIKE '%Broken%';
                PRAGMA user_version = 7;
                """
            )
            try SQLiteMigration.migrate(
                old,
                applicationID: ContactSchema.applicationID,
                steps: ContactSchema.migrations.filter { $0.version == 8 }
            )
            for sort in ["sort_last", "sort_first"] {
                let keys = try old.withStatement("SELECT \(sort) FROM contact ORDER BY \(sort)") { row in
                    var keys: [String] = []
                    while try row.step() { keys.append(row.text(0) ?? "") }
                    return keys
                }
                #expect(keys == ["0adams\u{1}", "0bob@example.com\u{1}", "0broken\u{1}", "0cy\u{1}"])
            }
            #expect(made.count == 4)
        }
    }
}
