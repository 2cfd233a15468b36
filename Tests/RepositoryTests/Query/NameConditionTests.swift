import RepositoryDoubles
import Testing

@testable import Repository

@Suite struct NameConditionTests {
    private func matches(_ terms: [ContactTerm], isExcluded: Bool = false, _ first: String?, _ last: String?) -> Bool {
        var contact = Contact(id: ContactID(rawValue: "1"))
        contact.name = PersonName(first: first, last: last)
        let keys = SortKeys(contact)
        let matcher = NameMatcher(NameCondition(terms, isExcluded: isExcluded))
        #expect(matcher.matches(keys.last) == matcher.matches(keys.first), "\(keys)")
        return matcher.matches(keys.last)
    }

    @Test(arguments: [
        ("ada", true), ("ad", true), ("a", true), ("lov", true), ("lovelace", true), ("da", false),
        ("lovelaces", false),
        ("0", false), ("ADA", true), ("äda", true), ("", false), ("-", false), ("o'b", false),
    ])
    func `a term is the beginning of a word of the name`(text: String, isFound: Bool) {
        #expect(matches([ContactTerm(text)], "Ada", "Lovelace") == isFound)
    }

    @Test func `apostrophes part no words, hyphens and blanks do`() {
        for text in ["obrien", "o'brien", "O’Brien", "ob", "'ob", "anne", "marie", "anne-marie", "marie-an"] {
            #expect(matches([ContactTerm(text)], "Anne-Marie", "O'Brien"), "\(text)")
        }
        #expect(!matches([ContactTerm("brien")], "Anne-Marie", "O'Brien"))
        #expect(matches([ContactTerm("veld")], "Bo", "'t Veld"))
        #expect(matches([ContactTerm("t")], "Bo", "'t Veld"))
        #expect(matches([ContactTerm("t'")], "Bo", "'t Veld"))
    }

    @Test func `a phrase has whole words`() {
        #expect(matches([ContactTerm("ada", isPhrase: true)], "Ada", "Lovelace"))
        #expect(!matches([ContactTerm("ad", isPhrase: true)], "Ada", "Lovelace"))
        #expect(matches([ContactTerm("ada love", isPhrase: false)], "Ada", "Lovelace"))
        #expect(matches([ContactTerm("ada lovelace", isPhrase: true)], "Ada", "Lovelace"))
    }

    @Test func `all terms are in the name, or excluded together`() {
        let terms = [ContactTerm("ada"), ContactTerm("lo")]
        #expect(matches(terms, "Ada", "Lovelace"))
        #expect(!matches(terms, "Ada", "Byron"))
        #expect(!matches(terms, isExcluded: true, "Ada", "Lovelace"))
        #expect(matches(terms, isExcluded: true, "Ada", "Byron"))
        #expect(!matches(terms, nil, nil))
    }

    @Test func `a filter with the condition and one with its opposite find each match once, in every order`()
        async throws
    {
        let people = (0..<560).map { number in
            RemotePerson.sample("x", index: number, uuid: .some("id-\(number)")) { contact in
                contact.name = PersonName(
                    first: ["Rome", "Ann", "O'Ro", "Bo"][number % 4],
                    last: ["Roman", "Lee", "Šro"][number % 3] + "\(number * 7919 % 560)"
                )
                contact.address.city = ["Rome", "Oslo"][number / 12 % 2]
                contact.birthday = number % 5 == 0 ? nil : "19\(10 + number % 80)-0\(1 + number % 9)-11"
            }
        }
        var expected: [(query: ContactQuery, ids: [ContactID])] = []
        let memory = InMemoryContactDAO()
        _ = try await memory.store(.sample(people))
        for text in ["ro", "r o", "oro", "zz", "rom city:oslo"] {
            let expression = try ContactQueryParser.parse(text)
            let terms = text.split(separator: " ").filter { !$0.contains(":") }.map { ContactTerm(String($0)) }
            let all = try await memory.count(ContactFilter(expression: expression))
            for (sort, isReversed) in [(ContactSort.last, false), (.first, true), (.birthday, false)] {
                let both = [false, true].map { isExcluded in
                    let names = NameCondition(terms, isExcluded: isExcluded)
                    return ContactQuery(
                        sort: sort,
                        isReversed: isReversed,
                        limit: 1000,
                        filter: ContactFilter(expression: expression, names: names)
                    )
                }
                for query in both { expected.append((query, try await memory.contacts(query).contacts.map(\.id))) }
                #expect(expected.suffix(2).reduce(0) { $0 + $1.ids.count } == all, "\(text)")
            }
        }
        try await withDatabasePath { path in
            let filled = SQLiteContactDAO(path: path)
            _ = try await filled.store(.sample(people))
            await filled.close()
            for few in [0, 50, 500] {
                let store = SQLiteContactDAO(path: path, pages: ContactPageReader(few: few))
                for (query, ids) in expected {
                    var query = query
                    query.limit = 130
                    var found: [ContactID] = []
                    repeat {
                        let page = try await store.contacts(query)
                        found += page.contacts.map(\.id)
                        query.after = page.next
                    } while query.after != nil && found.count <= 1000
                    #expect(found == ids, "\(query.sort), \(String(describing: query.filter)), \(few)")
                }
                await store.close()
            }
        }
    }
}
