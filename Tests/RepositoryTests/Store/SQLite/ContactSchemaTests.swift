import Foundation
import RepositoryDoubles
import TestWatch
import Testing

@testable import Repository

@Suite struct ContactSchemaTests {
    private let temporary = TemporaryFolder()
    private var path: String { temporary.database }

    /// Returns a store over a database of an older version after the SQL, and a connection to it.
    private func migrated(_ version: Int64, after sql: String) throws -> (dao: SQLiteContactDAO, old: SQLiteConnection)
    {
        try Data().write(to: URL(fileURLWithPath: path))
        let old = try SQLiteConnection(path: path, mode: .readWrite)
        let steps = ContactSchema.migrations.filter { $0.version <= version }
        try SQLiteMigration.migrate(old, applicationID: ContactSchema.applicationID, steps: steps)
        try old.execute(sql)
        return (SQLiteContactDAO(path: path), old)
    }

    @Test func `a database of version 1 keeps its edits, whoever of several opens it first`() async throws {
        let sql = """
            INSERT INTO source VALUES (1, '1.4', 'abc', '');
            INSERT INTO fetch VALUES (1, 1, 50, 1000000, 1);
            INSERT INTO contact (number, id, source, page, position, first, last, email, phone, cell, sort_last,
            sort_first, sort_birthday, updated_at)
            VALUES (7, 'uuid-a', 1, 1, 0, 'Ann', 'Đorđević', 'a@x', '1', '2', '0dordevic', '0ann', '1', 5);
            INSERT INTO contact_override VALUES (7, 'Åse', NULL, '', '5', 6);
            """
        let (dao, old) = try migrated(1, after: sql)
        let contacts = try await withThrowingTaskGroup(of: [Contact].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let dao = SQLiteContactDAO(path: path)
                    let contacts = try await dao.all()
                    await dao.close()
                    return contacts
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let contact = try #require(contacts.first?.first)
        #expect(contacts.allSatisfy { $0 == [contact] })
        #expect([contact.name.first, contact.name.last, contact.phone, contact.cell] == ["Åse", "Đorđević", "5", "2"])
        #expect(contact.email == nil && contact.isEdited)
        #expect(try await dao.found("ase dordevic") == ["uuid-a"])
        #expect(try await dao.found("ann") == [])
        #expect(try await dao.apply([.revert(contact.id)], title: "revert").first?.email == "a@x")
        #expect(try await dao.found("ann") == ["uuid-a"])
        let held = try await dao.state(of: ContactSource(version: "1.4", seed: "abc")).pages
        #expect(held.map(\.fetchedAt) == [Date(timeIntervalSince1970: 1000)] && held.first?.validator == nil)
        await dao.close()
        #expect(try old.integer("PRAGMA user_version") == ContactSchema.version)
    }

    @Test func `a database of version 4 keeps edits and removals, and is sorted and searched as today`() async throws {
        let sql = """
            INSERT INTO source VALUES (1, '1.4', 'abc', '', 0);
            INSERT INTO contact (number, id, source, page, position, first, last, sort_last, sort_first, sort_birthday,
            updated_at, search_key, search_text, initials) VALUES
            (3, 'uuid-a', 1, 1, 0, 'Bö^rn', 'Lee', '0lee', '0bo^rn', '1', 5, 'bo^rn lee', 'bö^rn', -1),
            (4, 'uuid-b', 1, 1, 1, 'Cyrus', 'Leeds', '0berg', '0cyrus', '1', 5, 'cyrus berg', '', -1),
            (5, 'uuid-c', 1, 1, 1, 'Removed', 'Lee', '0lee', '0removed', '1', 5, '', '', 0),
            (6, 'same-id-c', 1, 1, 2, 'Zed', 'Zoom', '0zoom', '0zed', '1', 5, 'zed zoom', '', 0),
            (7, 'same-id-a', 1, 1, 3, 'Zed', 'Zoom', '0zoom', '0zed', '1', 5, 'zed zoom', '', 0),
            (8, 'nul', 1, 1, 4, 'Zo' || char(0) || 'ë', 'O''Neil', '0o''neil', '0zo', '1', 5,
            'zo' || char(0) || 'e oneil ^one', 'zo' || char(0) || 'ë oneil ^one', 0);
            UPDATE contact SET deleted_at = 6 WHERE id = 'uuid-c';
            INSERT INTO contact (number, id, sort_last, sort_first, sort_birthday, updated_at, search_key) VALUES
            (11, 'mail', '2', '2', '1', 5, 'mia example com ^mia'), (12, 'nick', '1zeppelin', '1zeppelin', '1', 5, ''),
            (13, 'broken', '0broken\u{1}', '0broken\u{1}', '1', 5, 'broken ^bro');
            INSERT INTO contact_local VALUES (4, '{"last": "Berg"}'), (13, 'x'),
            (11, '{"emails":[{"value":"mia@example.com"}]}'), (12, '{"nickname":"Cy","organization":"Zeppelin"}');
            INSERT INTO contact_search (rowid, search_key, search_text)
            SELECT number, search_key, search_text FROM contact;
            """
        let dao = try migrated(4, after: sql).dao
        // Contacts without a name are sorted by what is shown of them.
        let all = ["uuid-b", "nick", "uuid-a", "mail", "nul", "same-id-a", "same-id-c"]
        #expect(try await dao.all().map(\.id.rawValue) == all)
        let wanted = [
            ("bör", []), ("bö", ["uuid-a"]), ("rn", ["uuid-a"]), ("cyr", ["uuid-b"]), ("ber", ["uuid-b"]),
            ("lee", ["uuid-a"]), ("leeds", []), ("rem", []), ("^cyr", ["uuid-b"]), ("oneil", ["nul"]), ("o'n", ["nul"]),
            ("mia", ["mail"]), ("zeppelin", ["nick"]),
        ]
        for (text, ids) in wanted {
            #expect(try await dao.found(text) == ids, "\(text)")
            #expect(try await dao.count(ContactFilter(text: text)) == ids.count, "\(text)")
        }
        let problems = try await dao.check(full: true)
        #expect(problems.contains(.unreadable([UnreadableRecord(kind: .card, contact: "broken")])))
        #expect(!problems.contains(.searchIndex))
    }

    @Test func `a database of version 6 has pronouns in their field, and a history of whole records`() async throws {
        let sql = """
            INSERT INTO contact (number, id, id_start, sort_last, sort_first, sort_birthday, updated_at) VALUES
            (1, 'a', 'a', '1', '1', '1', 5), (2, 'b', 'b', '1', '1', '1', 5), (3, 'c', 'c', '1', '1', '1', 5),
            (4, 'd', 'd', '1', '1', '1', 5), (5, 'e', 'e', '1', '1', '1', 5), (6, 'f', 'f', '1', '1', '1', 5);
            INSERT INTO contact_search (rowid, search_key, search_text) SELECT number, '', '' FROM contact;
            INSERT INTO contact_local VALUES
            (1, '{"last":"Lee","lines":["X-A:1","PRONOUNS:they/them"]}'),
            (2, '{"last":"Lee","lines":["PRONOUNS;LANGUAGE=en:xe"]}'), (3, '{"last":"PRONOUNS","lines":["X-B:2"]}'),
            (4, '{"last":"Lee","lines":["PRONOUNS:he","PRONOUNS:it"]}'), (5, '{"last":"Lee","lines":["a.X-PRONOUNS:we"]}'),
            (6, '{"last":"Lee","note":"new"}');
            INSERT INTO journal VALUES (1, 'edit', 5, 0), (2, 'add', 5, 0), (3, 'edit', 5, 0), (4, 'edit', 5, 1);
            INSERT INTO journal_entry VALUES
            (1, 1, 'a', '{"local":true,"card":{"last":"Lo","lines":["PRONOUNS:it"]}}', NULL), (2, 2, 'f', NULL, NULL),
            (3, 3, 'f', '{"local":true,"card":{"last":"Lo","email":"x@y"}}', NULL),
            (4, 4, 'f', '{"local":true,"card":{"last":"Lee","note":"new"}}', '{"local":true,"card":{"last":"Lu"}}');
            """
        let dao = try migrated(6, after: sql).dao
        let found = try await dao.all().sorted { $0.id < $1.id }
        #expect(found.map(\.pronouns) == ["they/them", "xe", nil, "he", "we", nil])
        let lines = [
            ["X-A:1"], ["PRONOUNS;LANGUAGE=en:xe"], ["X-B:2"], ["PRONOUNS:he", "PRONOUNS:it"], ["a.X-PRONOUNS:we"], [],
        ]
        #expect(found.map(\.lines) == lines)
        let filter = try ContactFilter(query: "pronouns:them")
        #expect(try await dao.contacts(ContactQuery(limit: 5, filter: filter)).ids == ["a"])
        func name() async throws -> [String?] {
            let found = try await dao.contact("f")
            return [found?.name.last, found?.note]
        }
        #expect(try await name() == ["Lee", "new"])
        let third = try #require(try await dao.historyStep(3, limit: 9).changes.first)
        #expect(third.before?.name.last == "Lo" && third.after?.note == "new")
        for _ in 0..<2 {
            for (steps, isUndone, expected) in [
                (1, true, ["Lu", nil]), (2, false, ["Lo", nil]), (1, false, [nil, nil]), (2, true, ["Lee", "new"]),
            ] as [(Int, Bool, [String?])] {
                _ = try await dao.turn(steps: steps, isUndone: isUndone)
                #expect(try await name() == expected)
            }
        }
        _ = try await dao.turn(steps: 3, isUndone: false)
        #expect(try await dao.contact("a")?.pronouns == "it")
    }
}
