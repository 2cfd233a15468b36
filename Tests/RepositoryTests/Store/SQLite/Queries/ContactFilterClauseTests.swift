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

    @Test func `words are terms of the index, which decide by themselves`() {
        var filter = ContactFilter(text: "anna berg")
        filter.reach = .starts
        let clause = ContactFilterClause(filter)
        #expect(clause.matcher == nil && clause.others.isEmpty)
        // All terms are one query of the index.
        #expect(clause.conditions.count == 1)
    }

    @Test func `punctuation alone matches no row`() {
        let clause = ContactFilterClause(ContactFilter(text: "-- !"))
        #expect(clause.search == nil)
        #expect(clause.others.map(\.sql) == ["0"])
    }

    @Test func `what the columns cannot decide needs a matcher`() {
        for filter in [
            ContactFilter(city: "Bern"), ContactFilter(nationalities: ["CH"]), ContactFilter(gender: "female"),
            ContactFilter(category: "x"),
        ] {
            #expect(ContactFilterClause(filter).matcher != nil)
        }
        // A city with a word is looked up in the index, one without in the column.
        #expect(ContactFilterClause(ContactFilter(city: "Bern")).search != nil)
        #expect(
            ContactFilterClause(ContactFilter(city: "?")).others.map(\.sql).first?.contains("folded(c.city)") == true
        )
    }

    @Test(arguments: [
        ("anna", true, true), ("anna berg", true, true), ("anna OR berg", true, true), ("email:anna", true, false),
        ("-anna", false, true), ("-email:anna", false, false), ("anna OR nat:ch", false, false),
    ])
    func `an expression is a term, a condition or neither`(query: String, hasTerm: Bool, isExact: Bool) throws {
        let clause = try clause(query)
        #expect((clause.term != nil) == hasTerm)
        #expect(clause.isExact == isExact)
    }

    @Test(arguments: [
        ("anna", nil), ("anna city:bern", "city:bern"), ("-zoe anna city:bern email:x", "city:bern email:x"),
        ("anna (berg city:bern)", "city:bern"), ("anna (berg OR city:bern)", "berg OR city:bern"),
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

    @Test func `the negation of an inexact part matches every row`() throws {
        let clause = try clause("-email:anna")
        #expect(clause.whole == nil)
        #expect(try self.clause("-anna").whole?.sql.hasPrefix("NOT (") == true)
    }

    @Test func `an alternative without a condition removes the condition of the whole`() throws {
        #expect(try clause("anna OR -email:berg").whole == nil)
        #expect(try clause("anna OR nat:ch").whole?.sql.contains(" OR ") == true)
    }
}
