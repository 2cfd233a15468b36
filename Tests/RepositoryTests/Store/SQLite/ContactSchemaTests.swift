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

    @Test func `a database of version 1 is migrated by a reader`() async throws {
        let sql = """
            INSERT INTO source VALUES (1, '1.4', 'abc', '');
            INSERT INTO fetch VALUES (1, 1, 50, 1000000, 1);
            INSERT INTO contact (number, id, source, page, position, first, last, sort_last, sort_first, sort_birthday, updated_at)
            VALUES (7, 'uuid-a', 1, 1, 0, 'Ann', 'Đorđević', '0dordevic', '0ann', '1', 5);
            INSERT INTO contact_override (contact, first, updated_at) VALUES (7, 'Åse', 6);
            """
        let (dao, old) = try migrated(1, after: sql)
        #expect(try await dao.found("ase dordevic") == ["uuid-a"])
        #expect(try await dao.contact("uuid-a")?.isEdited == true)
        #expect(try await dao.found("ann") == [])
        let held = try await dao.state(of: ContactSource(version: "1.4", seed: "abc")).pages
        #expect(held.first?.fetchedAt == Date(timeIntervalSince1970: 1000))
        #expect(held.first?.validator == nil)
        await dao.close()
        #expect(try old.integer("PRAGMA user_version") == ContactSchema.version)
    }

    @Test func `a database of version 2 keeps its edits`() async throws {
        let sql = """
            INSERT INTO source VALUES (1, '1.4', 'abc', '');
            INSERT INTO contact (number, id, source, page, position, first, last, email, phone, cell, sort_last,
            sort_first, sort_birthday, updated_at, search_key)
            VALUES (7, 'uuid-a', 1, 1, 0, 'Ann', 'Lee', 'a@x', '1', '2', '0lee', '0bo', '1', 5, 'bo lee 5 2');
            INSERT INTO contact_search (rowid, search_key, search_text) VALUES (7, 'bo lee 5 2', '');
            INSERT INTO contact_override VALUES (7, 'Bo', NULL, '', '5', 6);
            """
        let dao = try migrated(2, after: sql).dao
        // Several connections open it at once: one migrates it, the others wait.
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
        #expect([contact.name.first, contact.name.last, contact.phone, contact.cell] == ["Bo", "Lee", "5", "2"])
        #expect(contact.email == nil && contact.isEdited)
        #expect(try await dao.apply([.revert(contact.id)], title: "revert").first?.email == "a@x")
        #expect(try await dao.found("ann") == ["uuid-a"])
    }

    @Test func `a database of version 4 keeps its edits, removals and order`() async throws {
        let sql = """
            INSERT INTO source VALUES (1, '1.4', 'abc', '', 0);
            INSERT INTO contact (number, id, source, page, position, first, last, sort_last, sort_first, sort_birthday,
            updated_at, search_key, search_text, initials) VALUES
            (3, 'uuid-a', 1, 1, 0, 'Bö^rn', 'Lee', '0lee', '0bo^rn', '1', 5, 'bo^rn lee', 'bö^rn', -1),
            (4, 'uuid-b', 1, 1, 1, 'Cyrus', 'Leeds', '0berg', '0cyrus', '1', 5, 'cyrus berg', '', -1),
            (5, 'uuid-c', 1, 1, 1, 'Removed', 'Lee', '0lee', '0removed', '1', 5, '', '', 0),
            (6, 'same-id-c', 1, 1, 2, 'Zed', 'Zoom', '0zoom', '0zed', '1', 5, 'zed zoom', '', 0),
            (7, 'same-id-a', 1, 1, 3, 'Zed', 'Zoom', '0zoom', '0zed', '1', 5, 'zed zoom', '', 0);
            UPDATE contact SET deleted_at = 6 WHERE id = 'uuid-c';
            INSERT INTO contact_local VALUES (4, '{"last": "Berg"}');
            INSERT INTO contact_search (rowid, search_key, search_text)
            SELECT number, search_key, search_text FROM contact WHERE deleted_at IS NULL;
            """
        let dao = try migrated(4, after: sql).dao
        #expect(try await dao.all().map(\.id) == ["uuid-b", "uuid-a", "same-id-a", "same-id-c"])
        let wanted = [
            ("bör", []), ("bö", ["uuid-a"]), ("rn", ["uuid-a"]), ("cyr", ["uuid-b"]), ("ber", ["uuid-b"]),
            ("lee", ["uuid-a"]), ("leeds", []), ("rem", []), ("^cy", ["uuid-b"]),
        ]
        for (text, ids) in wanted {
            #expect(try await dao.found(text) == ids, "\(text)")
            #expect(try await dao.count(ContactFilter(text: text)) == ids.count, "\(text)")
        }
        #expect(try await !dao.check(full: true).contains(.searchIndex))
    }

    @Test func `a database of the sixth version has the pronouns of its cards in their field`() async throws {
        let sql = """
            INSERT INTO contact (number, id, id_start, sort_last, sort_first, sort_birthday, updated_at) VALUES
            (1, 'a', 'a', '1', '1', '1', 5), (2, 'b', 'b', '1', '1', '1', 5), (3, 'c', 'c', '1', '1', '1', 5),
            (4, 'd', 'd', '1', '1', '1', 5), (5, 'e', 'e', '1', '1', '1', 5);
            INSERT INTO contact_search (rowid, search_key, search_text) SELECT number, '', '' FROM contact;
            INSERT INTO contact_local VALUES
            (1, '{"last":"Lee","lines":["X-A:1","PRONOUNS:they/them"]}'),
            (2, '{"last":"Lee","lines":["PRONOUNS;LANGUAGE=en:xe"]}'), (3, '{"last":"PRONOUNS","lines":["X-B:2"]}'),
            (4, '{"last":"Lee","lines":["PRONOUNS:he","PRONOUNS:it"]}'), (5, '{"last":"Lee","lines":["a.X-PRONOUNS:we"]}');
            INSERT INTO journal VALUES (1, 'edit', 5, 0);
            INSERT INTO journal_entry VALUES
            (1, 1, 'a', '{"local":true,"card":{"last":"Lo","lines":["PRONOUNS:it"]}}', NULL);
            """
        let dao = try migrated(6, after: sql).dao
        let found = try await dao.all().sorted { $0.id < $1.id }
        #expect(found.map(\.pronouns) == ["they/them", "xe", nil, "he", "we"])
        let lines = [
            ["X-A:1"], ["PRONOUNS;LANGUAGE=en:xe"], ["X-B:2"], ["PRONOUNS:he", "PRONOUNS:it"], ["a.X-PRONOUNS:we"],
        ]
        #expect(found.map(\.lines) == lines)
        let filter = try ContactFilter(query: "pronouns:them")
        #expect(try await dao.contacts(ContactQuery(limit: 5, filter: filter)).ids == ["a"])
        _ = try await dao.turn(steps: 1, isUndone: false)
        #expect(try await dao.contact("a")?.pronouns == "it")
    }

    @Test func `contacts of version 7 without a name get sort keys, an unreadable card stays`() async throws {
        let sql = """
            INSERT INTO contact (number, id, sort_last, sort_first, sort_birthday, updated_at, search_key) VALUES
            (1, 'a', '2', '2', '1', 5, 'bob example com ^bob'),
            (2, 'b', '1zeppelin', '1zeppelin', '1', 5, 'cy zeppelin ^zep'),
            (3, 'c', '0adams\u{1}', '0adams\u{1}', '1', 5, 'adams ^ada'),
            (4, 'd', '0broken\u{1}', '0broken\u{1}', '1', 5, 'broken ^bro');
            INSERT INTO contact_local VALUES (1, '{"emails":[{"value":"bob@example.com"}]}'),
            (2, '{"nickname":"Cy","organization":"Zeppelin"}'), (3, '{"last":"Adams"}'), (4, 'x');
            """
        let (dao, old) = try migrated(7, after: sql)
        for text in ["bob", "cy", "zeppelin", "adams"] {
            #expect(try await dao.count(ContactFilter(text: text)) == 1, "\(text)")
        }
        let unreadable = UnreadableRecord(kind: .card, contact: "d")
        #expect(try await dao.check(full: true).contains(.unreadable([unreadable])))
        await dao.close()
        for sort in ["sort_last", "sort_first"] {
            let keys = try old.withStatement("SELECT \(sort) FROM contact ORDER BY \(sort)") { row in
                var keys: [String] = []
                while try row.step() { keys.append(row.text(0) ?? "") }
                return keys
            }
            #expect(keys == ["0adams\u{1}", "0bob@example.com\u{1}", "0broken\u{1}", "0cy\u{1}"])
        }
    }

    @Test func `a database of version 12 is searched as before, without the tokens in its words`() async throws {
        let sql = """
            INSERT INTO source VALUES (1, '1.4', 'abc', '', 0);
            INSERT INTO contact (number, id, source, first, last, sort_last, sort_first, sort_birthday, updated_at,
            search_key, search_text) VALUES
            (1, 'a', 1, 'Zo' || char(0) || 'ë', 'O''Neil', '0o''neil\u{1}zo', '0zo', '1', 5,
            'zo' || char(0) || 'e oneil ^one', 'zo' || char(0) || 'ë oneil ^one'),
            (2, 'b', 1, 'Al', NULL, '0al\u{1}', '0al', '1', 5, 'al', ''),
            (3, 'c', 1, 'Removed', 'Lee', '0lee\u{1}removed', '0removed', '1', 5, '', '');
            UPDATE contact SET deleted_at = 6 WHERE id = 'c';
            INSERT INTO contact_search (rowid, search_key, search_text)
            SELECT number, search_key, search_text FROM contact;
            """
        let (dao, old) = try migrated(12, after: sql)
        for (text, ids) in [("oneil", ["a"]), ("o'n", ["a"]), ("e", ["a"]), ("ë", ["a"]), ("a", ["b"]), ("lee", [])] {
            let named = ContactFilter(text: text, names: NameCondition([ContactTerm(text)]))
            let isName = !["e", "ë"].contains(text)
            for (filter, ids) in [(ContactFilter(text: text), ids), (named, isName ? ids : [])] {
                #expect(try await dao.contacts(ContactQuery(limit: 5, filter: filter)).ids == ids, "\(text)")
                #expect(try await dao.count(filter) == ids.count, "\(text)")
            }
        }
        #expect(try await dao.count(ContactFilter()) == 2)
        #expect(try await !dao.check(full: true).contains(.searchIndex))
        await dao.close()
        #expect(try old.integer("SELECT count(*) FROM contact WHERE instr(search_key || search_text, '^') > 0") == 0)
    }

    @Test func `the history of version 10, which has whole records, is undone and redone`() async throws {
        let sql = """
            INSERT INTO contact (number, id, id_start, sort_last, sort_first, sort_birthday, updated_at) VALUES
            (1, 'a', 'a', '1', '1', '1', 5);
            INSERT INTO contact_search (rowid, search_key, search_text) SELECT number, '', '' FROM contact;
            INSERT INTO contact_local VALUES (1, '{"last":"Lee","note":"new"}');
            INSERT INTO journal VALUES (1, 'add', 5, 0), (2, 'edit', 5, 0), (3, 'edit', 5, 1);
            INSERT INTO journal_entry VALUES (1, 1, 'a', NULL, NULL),
            (2, 2, 'a', '{"local":true,"card":{"last":"Lo","email":"x@y"}}', NULL),
            (3, 3, 'a', '{"local":true,"card":{"last":"Lee","note":"new"}}', '{"local":true,"card":{"last":"Lu"}}');
            """
        let dao = try migrated(10, after: sql).dao
        func name() async throws -> [String?] {
            let found = try await dao.contact("a")
            return [found?.name.last, found?.note]
        }
        #expect(try await name() == ["Lee", "new"])
        let second = try #require(try await dao.historyStep(2, limit: 9).changes.first)
        #expect(second.before?.name.last == "Lo" && second.after?.note == "new")
        for _ in 0..<2 {
            for (steps, isUndone, expected) in [
                (1, true, ["Lu", nil]), (2, false, ["Lo", nil]), (1, false, [nil, nil]), (2, true, ["Lee", "new"]),
            ] as [(Int, Bool, [String?])] {
                _ = try await dao.turn(steps: steps, isUndone: isUndone)
                #expect(try await name() == expected)
            }
        }
    }
}
