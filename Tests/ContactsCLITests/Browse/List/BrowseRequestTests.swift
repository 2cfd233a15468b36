import Repository
import Testing

@testable import ContactsCLI

struct BrowseRequestTests {
    private func names(of query: String) throws -> ContactExpression? { try ContactQueryParser.parse(query)?.inNames }

    @Test func `words are looked for in names first, and then everywhere else`() throws {
        let all = try #require(try ContactQueryParser.parse("ada city:london"))
        let named = try #require(try ContactQueryParser.parse("name:ada city:london"))
        let filters = try BrowseRequest(query: "ada city:london", group: "Friends").filters()
        #expect(filters.map(\.expression) == [named, .all([all, .not(named)])])
        #expect(filters.allSatisfy { $0.category == "Friends" })
    }

    @Test func `a query without such words is one filter`() throws {
        for query in ["", "  ", "city:london", "-ada", "ada OR bea", "city:london -(ada)"] {
            #expect(try BrowseRequest(query: query).filters().count == 1, "\(query)")
            #expect(try names(of: query) == nil, "\(query)")
        }
    }

    @Test func `a query that cannot be read says why`() {
        for query in ["city:", "(ada", "\"ada", "shoe:7"] {
            #expect(throws: RepositoryError.self) { try BrowseRequest(query: query).filters() }
        }
    }
}
