import Repository
import Testing

@testable import Services

@Suite struct DuplicateFinderTests {
    private struct Person {
        var first: String?
        var last: String?
        var email: String?
        var phone: String?
        var birthday: String?
    }

    private func groups(_ people: Person...) -> [(ids: [String], reasons: [String])] {
        var finder = DuplicateFinder()
        for (index, person) in people.enumerated() {
            var contact = Contact(id: ContactID(rawValue: "\(index)"))
            contact.name = PersonName(first: person.first, last: person.last)
            contact.email = person.email
            contact.phone = person.phone
            contact.birthday = person.birthday
            finder.add(contact)
        }
        return finder.groups().map { ($0.ids.map(\.rawValue), $0.reasons) }
    }

    @Test func `one e-mail address is one person, whatever its case`() {
        let found = groups(
            Person(first: "Ada", last: "King", email: "ada@example.com"),
            Person(first: "B", email: "b@example.com"),
            Person(first: "Ada", last: "Lovelace", email: "ADA@Example.com")
        )
        #expect(found.map(\.ids) == [["0", "2"]])
        #expect(found.map(\.reasons) == [["the same e-mail address"]])
    }

    @Test func `one number is one person only when the names do not speak against it`() {
        let number = "+41 (0)44 668 18 00"
        #expect(
            groups(Person(first: "A", phone: number), Person(first: "Anna", last: "Frey", phone: "00410446681800"))
                .count == 1
        )
        #expect(
            groups(
                Person(first: "Anna", last: "Frey", phone: number),
                Person(first: "Beat", last: "Frey", phone: number)
            ).isEmpty
        )
        #expect(
            groups(Person(first: "A", phone: "110"), Person(first: "A", phone: "110")).isEmpty,
            "short numbers are services"
        )
    }

    @Test func `one name needs a second thing in common`() {
        let ada = Person(first: "Ada", last: "Lovelace", birthday: "1815-12-10")
        let same = Person(first: "ÁDA", last: "lovelace", birthday: "1815-12-10")
        #expect(groups(ada, same).map(\.reasons) == [["the same name and birthday"]])
        #expect(groups(ada, Person(first: "Ada", last: "Lovelace", birthday: "1815-12-11")).isEmpty)
        #expect(groups(ada, Person(first: "Ada", last: "Lovelace")).isEmpty)
    }

    @Test func `contacts that are alike through a third one are one group`() {
        let found = groups(
            Person(first: "A", email: "1@x"),
            Person(first: "A", email: "2@x", phone: "123456789"),
            Person(first: "C", email: "1@x"),
            Person(first: "A", phone: "123456789"),
            Person(first: "C", email: "2@x")
        )
        #expect(found.map(\.ids) == [["0", "2"], ["1", "3", "4"]])
    }
}
