import Repository
import Testing

@testable import ContactsCLI

struct ContactNamesTests {
    private func contact(_ number: Int) -> Contact {
        Contact(id: ContactID(rawValue: "\(number)"), name: PersonName(first: "N\(number)"))
    }

    @Test func `few are named, and of many the first and how many more`() {
        #expect(ContactNames.text([contact(1)]) == "N1")
        #expect(ContactNames.text([contact(1), contact(2)]) == "2 contacts (N1, N2)")
        #expect(ContactNames.text((1...5).map(contact)) == "5 contacts (N1, N2, N3 and 2 more)")
        #expect(ContactNames.text([]) == "no contact")
        #expect(ContactNames.name(of: Contact(id: ContactID(rawValue: "x"))) == "x")
    }
}
