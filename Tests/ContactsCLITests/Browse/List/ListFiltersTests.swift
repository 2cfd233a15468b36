import Repository
import Testing

@testable import ContactsCLI

struct ListFiltersTests {
    @Test func `words are looked for in names first, and then everywhere else`() throws {
        let all = try #require(try ContactQueryParser.parse("ada city:london \"b c\""))
        let terms = [ContactTerm("ada"), ContactTerm("b c", isPhrase: true)]
        let filters = try ListRoute(query: "ada city:london \"b c\"", group: "Friends").filters()
        #expect(filters.map(\.names) == [NameCondition(terms), NameCondition(terms, isExcluded: true), nil])
        #expect(filters.map(\.reach) == [.starts, .starts, .inside], "parts of words come last")
        #expect(filters.allSatisfy { $0.expression == all })
        #expect(filters.allSatisfy { $0.category == "Friends" })
    }

    @Test func `a query without such words is one filter`() throws {
        for query in ["", "  ", "city:london", "-ada", "ada OR bea", "city:london -(ada)"] {
            #expect(try ListRoute(query: query).filters().count == 1, "\(query)")
            #expect(try ListRoute(query: query).filters().allSatisfy { $0.names == nil }, "\(query)")
        }
    }

    @Test func `a query that cannot be read says why`() {
        for query in ["city:", "(ada", "\"ada", "shoe:7"] {
            #expect(throws: RepositoryError.self) { try ListRoute(query: query).filters() }
        }
    }
}
