import Testing

@testable import Repository

@Suite struct ContactFilterClauseTests {
    private func clause(_ query: String) throws -> ContactConditionsClause {
        let expression = try #require(try ContactQueryParser.parse(query))
        return ContactConditionsClause(ContactConditions(expression), reach: .starts)
    }

    @Test func `an empty filter has no conditions`() {
        let clause = ContactFilterClause(ContactFilter())
        #expect(clause.matcher == nil && clause.conditions.isEmpty)
    }

    @Test func `what the columns cannot decide needs a matcher`() {
        for filter in [
            ContactFilter(city: "Bern"), ContactFilter(nationalities: ["CH"]), ContactFilter(gender: "female"),
            ContactFilter(category: "x"),
        ] {
            #expect(ContactFilterClause(filter).matcher != nil)
        }
        // A city with a word is looked up in the index.
        #expect(ContactFilterClause(ContactFilter(city: "Bern")).search != nil)
        #expect(ContactFilterClause(ContactFilter(city: "?")).conditions.isEmpty)
    }

    @Test(arguments: [
        ("anna", nil), ("anna berg", nil), ("anna OR berg", nil), ("-anna", nil), ("anna city:bern", "city:bern"),
        ("-zoe anna city:bern email:x", "city:bern email:x"), ("anna (berg city:bern)", "city:bern"),
        ("anna (berg OR city:bern)", "berg OR city:bern"),
        ("anna -city:bern", "-city:bern"),
    ])
    func `only what the terms and conditions leave undecided is compared with the contacts`(
        query: String,
        undecided: String?
    ) throws {
        let parsed = try undecided.flatMap { try ContactQueryParser.parse($0) }.map { ContactConditions($0) }
        // A conjunction of one part is the part.
        func parts(_ conditions: ContactConditions?) -> [ContactConditions] {
            guard case .all(let parts) = conditions else { return conditions.map { [$0] } ?? [] }
            return parts.flatMap(parts(_:))
        }
        #expect(try parts(clause(query).undecided) == parts(parsed))
        var filter = ContactFilter(expression: try ContactQueryParser.parse(query))
        filter.reach = .starts
        #expect((ContactFilterClause(filter).matcher == nil) == (undecided == nil))
    }
}
