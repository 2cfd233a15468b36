import RepositoryDoubles
import Testing

@testable import Repository

@Suite struct ContactSearchTests {
    @Test(arguments: SearchStrategy.allCases, [false, true])
    func `words with a common prefix are told apart by every strategy`(strategy: SearchStrategy, queriesOne: Bool)
        async throws
    {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(
                path: path,
                pages: ContactPageReader(strategy: strategy, queriesFirstTermOnly: queriesOne)
            )
            let people = ["Anna", "Annabel", "Annika", "Annabella"].enumerated().map { index, name in
                RemotePerson.sample(name, index: index) { $0.name = PersonName(first: name, last: "Lee") }
            }
            _ = try await dao.store(.sample(people))
            for (text, ids) in [
                ("lee annab", ["uuid-Annabel", "uuid-Annabella"]), ("lee annik", ["uuid-Annika"]), ("lee anno", []),
            ] {
                let query = ContactQuery(limit: 9, filter: ContactFilter(text: text))
                #expect(try await dao.contacts(query).ids == ids, "\(text)")
            }
            await dao.close()
        }
    }

    @Test(arguments: SearchStrategy.allCases, [false, true])
    func `contacts with equal names come in the order of identifiers by every strategy`(
        strategy: SearchStrategy,
        queriesOne: Bool
    )
        async throws
    {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(
                path: path,
                pages: ContactPageReader(strategy: strategy, queriesFirstTermOnly: queriesOne)
            )
            // More than the sample of a scan, so that the scan continues within tied rows.
            let people = (0..<1300).map { number in
                RemotePerson.sample("x", index: number, uuid: .some("the-same-then-\(number * 7919 % 1300 + 1000)")) {
                    $0.name = PersonName(first: "Ann", last: "Lee")
                    $0.address.city = ["Bern", "Rome", "Oslo", "Wien", "Graz"][number % 5]
                }
            }
            _ = try await dao.store(.sample(people))
            for (text, count) in [("lee ann", 1300), ("ann ro", 260)] {
                var query = ContactQuery(limit: 200, filter: ContactFilter(text: text))
                var seen: [String] = []
                repeat {
                    let page = try await dao.contacts(query)
                    seen += page.ids
                    query.after = page.next
                } while query.after != nil && seen.count <= count
                #expect(seen.count == count)
                #expect(seen == Set(seen).sorted())
            }
            await dao.close()
        }
    }

    @Test func `a search for a word that most contacts have pages through all of them`() async throws {
        let people = (0..<4300).map { number in
            RemotePerson.sample("x", index: number, uuid: .some("id-\(number)")) { contact in
                contact.name = PersonName(
                    first: number % 100 == 0 ? "Other" : "Common",
                    last: "L\(number * 7919 % 4300)"
                )
            }
        }
        let memory = InMemoryContactDAO()
        try await withDatabasePath { path in
            let sqlite = SQLiteContactDAO(path: path)
            _ = try await memory.store(.sample(people))
            _ = try await sqlite.store(.sample(people))
            for text in ["comm", "other", "common l1", "common l4299", "l77 comm", "zzz common"] {
                var query = ContactQuery(limit: 1500, filter: ContactFilter(text: text))
                var found = 0
                repeat {
                    let expected = try await memory.contacts(query)
                    #expect(try await sqlite.contacts(query) == expected, "\(text)")
                    found += expected.contacts.count
                    query.after = expected.next
                } while query.after != nil
                #expect((found == 0) == text.hasPrefix("zzz"))
            }
            #expect(try await sqlite.count(ContactFilter(text: "comm")) == 4257)
            await sqlite.close()
        }
    }
}
