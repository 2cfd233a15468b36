import Repository
import Testing

@testable import Services

@Suite struct NameRelationTests {
    private func relation(_ one: PersonName, _ other: PersonName) -> NameRelation {
        func name(_ name: PersonName) -> ComparedName {
            ComparedName(Contact(id: ContactID(rawValue: "a"), name: name))
        }
        let there = NameRelation.of(name(one), name(other))
        let back = NameRelation.of(name(other), name(one))
        #expect(there.relation == back.relation && there.points == back.points, "the order does not count")
        return there.relation
    }

    @Test func `each relation has its own kind of names`() {
        let ada = PersonName(first: "Ada", last: "Lovelace")
        #expect(relation(ada, PersonName(first: "ada", last: "LOVELACE")) == .same)
        #expect(relation(ada, PersonName(first: "A.", last: "Lovelace")) == .initial)
        #expect(relation(ada, PersonName(first: "Ada", last: "L")) == .initial)
        #expect(relation(ada, PersonName(first: "Ada Augusta", last: "Lovelace")) == .partial)
        #expect(relation(ada, PersonName(first: "Ada", last: "King-Lovelace")) == .partial)
        #expect(relation(ada, PersonName(first: "Ada", last: "Lovelase")) == .near)
        #expect(relation(ada, PersonName(first: "Ada", last: "Byron")) == .sameGiven)
        #expect(relation(ada, PersonName(first: "Adam", last: "Lovelace")) == .different)
        #expect(
            relation(PersonName(first: "Bill", last: "Gates"), PersonName(first: "William", last: "Gates")) == .form
        )
        #expect(relation(PersonName(first: "Ada"), PersonName(last: "Lovelace")) == .different)
    }

    @Test func `a nickname is another form of the name`() {
        var one = Contact(id: ContactID(rawValue: "a"), name: PersonName(first: "Augusta", last: "King"))
        one.nickname = "Ada"
        let other = Contact(id: ContactID(rawValue: "b"), name: PersonName(first: "Ada", last: "King"))
        #expect(NameRelation.of(ComparedName(one), ComparedName(other)).relation == .form)
    }

    @Test(arguments: [
        ("lovelace", "lovelase", true), ("lee", "leo", false), ("smith", "smiht", true), ("nr 1000", "nr 1001", false),
    ])
    func `words are near by their letters`(one: String, other: String, isNear: Bool) {
        #expect(NameRelation.isNear(one[...], other[...]) == isNear)
    }
}
