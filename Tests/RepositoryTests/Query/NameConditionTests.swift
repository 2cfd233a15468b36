import RepositoryDoubles
import Testing

@testable import Repository

@Suite struct NameConditionTests {
    private let store = SQLiteContactDAO.temporary()

    /// Stores a contact with the name, and no other.
    private func keep(_ first: String?, _ last: String?) async throws {
        let person = RemotePerson.sample("x", uuid: .some("1")) { $0.name = PersonName(first: first, last: last) }
        _ = try await store.store(.sample([person]))
    }

    private func matches(_ terms: [ContactTerm], isExcluded: Bool = false) async throws -> Bool {
        let query = ContactQuery(limit: 9, filter: ContactFilter(names: NameCondition(terms, isExcluded: isExcluded)))
        let found = try await store.contacts(query).contacts
        #expect(try await store.compared(query) == found)
        #expect(try await store.count(query.filter) == found.count)
        return !found.isEmpty
    }

    @Test(arguments: [
        ("ada", true), ("ad", true), ("a", true), ("lov", true), ("lovelace", true), ("da", false),
        ("lovelaces", false),
        ("0", false), ("ADA", true), ("äda", true), ("", false), ("-", false), ("o'b", false),
    ])
    func `a term is the beginning of a word of the name`(text: String, isFound: Bool) async throws {
        try await keep("Ada", "Lovelace")
        #expect(try await matches([ContactTerm(text)]) == isFound)
    }

    @Test func `apostrophes part no words, hyphens and blanks do`() async throws {
        try await keep("Anne-Marie", "O'Brien")
        for text in ["obrien", "o'brien", "O’Brien", "ob", "'ob", "anne", "marie", "anne-marie", "marie-an"] {
            #expect(try await matches([ContactTerm(text)]), "\(text)")
        }
        #expect(try await !matches([ContactTerm("brien")]))
        try await keep("Bo", "'t Veld")
        for text in ["veld", "t", "t'"] { #expect(try await matches([ContactTerm(text)]), "\(text)") }
    }

    @Test func `a phrase has whole words`() async throws {
        try await keep("Ada", "Lovelace")
        #expect(try await matches([ContactTerm("ada", isPhrase: true)]))
        #expect(try await !matches([ContactTerm("ad", isPhrase: true)]))
        #expect(try await matches([ContactTerm("ada love", isPhrase: false)]))
        #expect(try await matches([ContactTerm("ada lovelace", isPhrase: true)]))
    }

    @Test func `all terms are in the name, or excluded together`() async throws {
        let terms = [ContactTerm("ada"), ContactTerm("lo")]
        try await keep("Ada", "Lovelace")
        #expect(try await matches(terms))
        #expect(try await !matches(terms, isExcluded: true))
        try await keep("Ada", "Byron")
        #expect(try await !matches(terms))
        #expect(try await matches(terms, isExcluded: true))
        try await keep(nil, nil)
        #expect(try await !matches(terms))
    }

    @Test func `a filter with the condition and one with its opposite find each match once, in every order`()
        async throws
    {
        let people = (0..<140).map { number in
            RemotePerson.sample("x", index: number, uuid: .some("id-\(number)")) { contact in
                contact.name = PersonName(
                    first: ["Rome", "Ann", "O'Ro", "Bo"][number % 4],
                    last: ["Roman", "Lee", "Šro"][number % 3] + "\(number * 7919 % 140)"
                )
                contact.address.city = ["Rome", "Oslo"][number / 12 % 2]
                contact.birthday = number % 5 == 0 ? nil : "19\(10 + number % 80)-0\(1 + number % 9)-11"
            }
        }
        var expected: [(query: ContactQuery, found: [Contact])] = []
        let store = SQLiteContactDAO.temporary()
        _ = try await store.store(.sample(people))
        for text in ["ro", "r o", "oro", "zz", "rom city:oslo"] {
            let expression = try ContactQueryParser.parse(text)
            let terms = text.split(separator: " ").filter { !$0.contains(":") }.map { ContactTerm(String($0)) }
            let all = try await store.count(ContactFilter(expression: expression))
            for (sort, isReversed) in [(ContactSort.last, false), (.first, true), (.birthday, false)] {
                let both = [false, true].map { isExcluded in
                    let names = NameCondition(terms, isExcluded: isExcluded)
                    return ContactQuery(
                        sort: sort,
                        isReversed: isReversed,
                        limit: 33,
                        filter: ContactFilter(expression: expression, names: names)
                    )
                }
                for query in both { expected.append((query, try await store.compared(query))) }
                #expect(expected.suffix(2).reduce(0) { $0 + $1.found.count } == all, "\(text)")
            }
        }
        try await withDatabasePath { path in
            let filled = SQLiteContactDAO(path: path)
            _ = try await filled.store(.sample(people))
            await filled.close()
            for few in [0, 20, 120] {
                let store = SQLiteContactDAO(path: path, pages: ContactPageReader(few: few))
                for (query, found) in expected {
                    let pages = try await store.allPages(query)
                    #expect(pages == found, "\(query.sort), \(String(describing: query.filter)), \(few)")
                }
                await store.close()
            }
        }
    }
}
