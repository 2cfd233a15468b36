import Foundation
import RepositoryDoubles
import TestWatch
import Testing

@testable import Repository

@Suite struct ContactSearchTests {
    private let dao = SQLiteContactDAO.temporary(at: 2000)
    private let temporary = TemporaryFolder()
    private var path: String { temporary.database }

    @Test(arguments: [nil, "female"], [nil, "Bern"])
    func `a match at a word's beginning is listed once, in any query`(gender: String?, city: String?) async throws {
        for (id, first, last) in [("a", "Ada", "Byron"), ("b", "Canada", "Smith"), ("c", "Adam", "Mohada")] {
            let person = RemotePerson.sample(id, uuid: .some(id)) { contact in
                contact.name = PersonName(first: first, last: last)
                (contact.email, contact.gender, contact.address.city) = (nil, "female", "Bern")
            }
            _ = try await dao.store(.sample([person]))
        }
        var filter = try ContactFilter(query: "ada")
        (filter.gender, filter.city) = (gender, city)
        let page = try await ContactQuery(limit: 10, filter: filter).inParts { try await dao.contacts($0) }
        #expect(page.ids == ["a", "c", "b"])
    }

    @Test func `a person who is on a page twice is in the search index once`() async throws {
        let source = ContactSource(version: "1.4", seed: "abc")
        // A server can guess the next derived identifier.
        _ = try await dao.store(.sample([.sample("a", uuid: .some(nil))]))
        let guessed = ContactIdentity.derived(source, page: 2, index: 1)
        let people = [
            RemotePerson.sample("bob", uuid: .some(guessed.rawValue)), .sample("cyd", index: 1, uuid: .some("new")),
        ]
        _ = try await dao.store(.sample(people, page: 2))
        #expect(try await dao.check(full: true).isEmpty)
        #expect(try await dao.found("cyd") == [guessed.rawValue])
    }

    private static let damages = [
        "DELETE FROM contact_search_data", "DELETE FROM contact_search_idx", "DELETE FROM contact_search_config",
        "DROP TABLE contact_search_data", "DROP TABLE contact_search_idx", "DROP TABLE contact_search_config",
        "UPDATE contact_search_data SET block = randomblob(length(block))",
        // A number of segments for which FTS5 asks for too much memory.
        "UPDATE contact_search_data SET block = x'00000000010101008fffffff7f00000000' WHERE id = 10",
        "UPDATE contact_search_idx SET term = randomblob(8), pgno = 999", "UPDATE contact_search_config SET v = 99",
        "DELETE FROM sqlite_schema WHERE name = 'contact_search'", "DROP TABLE contact_search",
        "UPDATE sqlite_schema SET sql = replace(sql, 'search_text', 'other') WHERE name = 'contact_search'",
        "UPDATE sqlite_schema SET sql = replace(sql, 'unicode61', 'nonsense') WHERE name = 'contact_search'",
        "UPDATE sqlite_schema SET sql = replace(sql, 'fts5', 'fts9') WHERE name = 'contact_search'",
        "DROP TABLE contact_search; CREATE TABLE contact_search (search_key, search_text)",
        "UPDATE contact SET search_key = 'wrong', sort_last = '0', favorite = 1; DELETE FROM contact_category",
    ]

    /// The file of a filled store, which is made once.
    private static let filled = Task {
        let path = SQLiteContactDAO.temporaryPath()
        let dao = SQLiteContactDAO(path: path)
        try await dao.fill()
        await dao.close()
        return try Data(contentsOf: URL(fileURLWithPath: path))
    }

    @Test(arguments: damages)
    func `whatever is wrong with the search index, it is rebuilt`(damage: String) async throws {
        try await Self.filled.value.write(to: URL(fileURLWithPath: path))
        chmod(path, 0o600)
        try SQLiteConnection(path: path, mode: .salvage).execute(damage + "; PRAGMA wal_checkpoint(TRUNCATE)")
        let repaired = SQLiteContactDAO(path: path)
        let repair = try await repaired.repair(at: Date())
        // A small index needs no entries in its own index.
        #expect(repair.hasNewIndex || damage == "DELETE FROM contact_search_idx")
        #expect(repair.database == nil)
        _ = try await repaired.apply([.add(Contact(id: "new", name: PersonName(last: "Newest")))], title: "add")
        #expect(try await repaired.found("newest") == ["new"])
        _ = try await repaired.apply([.remove("new")], title: "remove")
        for (filter, count) in [
            (ContactFilter(text: "last"), 39), (ContactFilter(text: "mine@x"), 1), (ContactFilter(category: "buro"), 1),
            (ContactFilter(favorites: true), 0),
        ] { #expect(try await repaired.count(filter) == count) }
        #expect(try await repaired.check(full: true).isEmpty)
    }
}
