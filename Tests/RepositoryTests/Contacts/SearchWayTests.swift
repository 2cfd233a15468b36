import Testing

@testable import Repository

@Suite struct SearchWayTests {
    @Test(arguments: [
        (1.0, SearchWay.sort), (500, .sort), (5_000, .walk), (15_000, .walk), (60_000, .compare), (900_000, .compare),
    ])
    func `few are sorted, more are met on a walk, many are compared`(found: Double, way: SearchWay) {
        #expect(SearchWay(wanted: 50, found: found, all: 1_000_000) == way)
    }

    @Test func `who wants all of them has them sorted or walks once`() {
        #expect(SearchWay(wanted: 1_000_000, found: 20_000, all: 1_000_000) == .sort)
        #expect(SearchWay(wanted: 1_000_000, found: 400_000, all: 1_000_000) == .walk)
        #expect(SearchWay(wanted: 50, found: 0, all: 0) == .sort)
    }

    @Test func `a word that most have is found in the order, page by page`() async throws {
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
            for text in ["comm", "other", "common l1"] {
                var query = ContactQuery(limit: 1500, filter: ContactFilter(text: text))
                var found = 0
                repeat {
                    let expected = try await memory.contacts(query)
                    #expect(try await sqlite.contacts(query) == expected, "\(text)")
                    found += expected.contacts.count
                    query.after = expected.next
                } while query.after != nil
                #expect(found > 40)
            }
            #expect(try await sqlite.count(ContactFilter(text: "comm")) == 4257)
            await sqlite.close()
        }
    }
}
