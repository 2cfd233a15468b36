import RepositoryDoubles
import Testing

@testable import Repository

@Suite struct SearchCostModelTests {
    private let common = SearchWord("common").map(SearchTerm.word)
    private let rare = SearchWord("rare").map(SearchTerm.word)

    /// What is told after a walk in which one in `rate` has the second term, everybody the first.
    private func forecast(rate: Int, wanted: Int = 50, all: Int64 = 1_000_000) throws -> SearchCostModel {
        let terms = [try #require(common), try #require(rare)]
        var forecast = SearchCostModel(terms, wanted: wanted, all: all)
        for place in 1...1024 {
            let words = SearchWords(key: place % rate == 0 ? "common rare" : "common", text: "")
            guard forecast.pass(WordPrefixMask(words), terms), forecast.read(words.tokens, terms) else { continue }
            forecast.find()
        }
        return forecast
    }

    @Test(arguments: [(3, false), (30, false), (300, false), (5000, true)])
    func `many are met on a walk, few are asked for`(rate: Int, isIndexBetter: Bool) throws {
        var forecast = try forecast(rate: rate)
        let isBetter = forecast.isIndexBetter()
        #expect(isBetter == isIndexBetter)
    }

    @Test func `the rarest term is asked for alone, as long as those are few`() throws {
        var forecast = try forecast(rate: 5000)
        let isBetter = forecast.isIndexBetter()
        #expect(isBetter)
        #expect(forecast.rarest == 1)
        #expect((1000...100_000).contains(forecast.few))
    }

    @Test func `a walk that stops finding people is left`() throws {
        var forecast = try forecast(rate: 30)
        let isBetter = forecast.isIndexBetter()
        #expect(!isBetter)
        let terms = [try #require(common), try #require(rare)]
        for _ in 0..<2000 {
            forecast.skip(1)
            let doAllHold = forecast.read([["common"]], terms)
            #expect(!doAllHold)
        }
        let isBetterNow = forecast.isIndexBetter()
        #expect(isBetterNow)
    }

    @Test func `whoever is nearly through goes on`() throws {
        var forecast = try forecast(rate: 30, wanted: 500, all: 1100)
        let isBetter = forecast.isIndexBetter()
        #expect(!isBetter)
    }
}

@Suite struct SearchStrategyTests {
    @Test(arguments: [
        (1.0, SearchStrategy.sort), (500, .sort), (5_000, .walk), (15_000, .walk), (900_000, .walk),
    ])
    func `few are sorted, more are met on a walk`(found: Double, way: SearchStrategy) {
        #expect(SearchStrategy(wanted: 50, found: found, all: 1_000_000) == way)
    }

    @Test func `who wants all of them has them sorted or walks once`() {
        #expect(SearchStrategy(wanted: 1_000_000, found: 20_000, all: 1_000_000) == .sort)
        #expect(SearchStrategy(wanted: 1_000_000, found: 400_000, all: 1_000_000) == .walk)
        #expect(SearchStrategy(wanted: 50, found: 0, all: 0) == .sort)
    }

    @Test(arguments: SearchStrategy.allCases, [false, true])
    func `words that begin alike are told apart in every way`(way: SearchStrategy, asksOne: Bool) async throws {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(path: path, pages: ContactPageReader(way: way, asksOne: asksOne))
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
    func `people with one name come in the order of identifiers in every way`(way: SearchStrategy, asksOne: Bool)
        async throws
    {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(path: path, pages: ContactPageReader(way: way, asksOne: asksOne))
            // More than a walk looks at one by one, in the middle of whom it goes on.
            let people = (0..<1300).map { number in
                RemotePerson.sample("x", index: number, uuid: .some("the-same-then-\(number * 7919 % 1300 + 1000)")) {
                    $0.name = PersonName(first: "Ann", last: "Lee")
                    $0.address.city = ["Bern", "Rome", "Oslo", "Wien", "Graz"][number % 5]
                }
            }
            _ = try await dao.store(.sample(people))
            for (text, count) in [("lee ann", 1300), ("ann ro", 260)] {
                var query = ContactQuery(limit: 100, filter: ContactFilter(text: text))
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
