import RepositoryDoubles
import Testing

@testable import Repository

@Suite struct NameConditionTests {
    private let store = SQLiteContactDAO.temporary()

    /// Stores a contact with the name, and no other.
    private func keep(_ first: String, _ last: String) async throws {
        let person = RemotePerson.sample("x", uuid: .some("1")) { $0.name = PersonName(first: first, last: last) }
        _ = try await store.store(.sample([person]))
    }

    private func matches(_ text: String) async throws -> Bool {
        let query = ContactQuery(limit: 9, filter: ContactFilter(names: NameCondition([ContactTerm(text)])))
        let found = try await store.contacts(query).contacts
        #expect(try await store.compared(query) == found)
        #expect(try await store.count(query.filter) == found.count)
        return !found.isEmpty
    }

    @Test(arguments: [
        ("ada", true), ("ad", true), ("a", true), ("lov", true), ("lovelace", true), ("da", false),
        ("lovelaces", false), ("0", false), ("ADA", true), ("äda", true), ("", false), ("-", false), ("o'b", false),
    ])
    func `a term is the beginning of a word of the name`(text: String, isFound: Bool) async throws {
        try await keep("Ada", "Lovelace")
        #expect(try await matches(text) == isFound)
    }

    @Test func `apostrophes part no words, hyphens and blanks do`() async throws {
        try await keep("Anne-Marie", "O'Brien")
        for text in ["obrien", "o'brien", "O’Brien", "ob", "'ob", "anne", "marie", "anne-marie", "marie-an"] {
            #expect(try await matches(text), "\(text)")
        }
        #expect(try await !matches("brien"))
        try await keep("Bo", "'t Veld")
        for text in ["veld", "t", "t'"] { #expect(try await matches(text), "\(text)") }
    }
}
