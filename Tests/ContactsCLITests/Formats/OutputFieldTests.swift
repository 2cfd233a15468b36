import Repository
import RepositoryDoubles
import Testing

@testable import ContactsCLI

@Suite struct OutputFieldTests {
    @Test func `every field is found by its name and its other names`() {
        for field in ContactField.shown {
            #expect(ContactField.shown(named: field.name.uppercased()) == field)
            for alias in field.output?.aliases ?? [] { #expect(ContactField.shown(named: alias) == field, "\(alias)") }
        }
    }

    @Test func `several values are one text with separators`() {
        var contact = Contact.unknown
        contact.organizationUnits = ["a", "b"]
        contact.addresses = [
            ContactAddress(PostalAddress(city: "Bern")), ContactAddress(PostalAddress(city: "Genève")),
        ]
        #expect(ContactField.units.text(of: contact, separator: "|") == "a|b")
        #expect(ContactField.addresses.text(of: contact, separator: "|") == "Bern|Genève")
        #expect(ContactField.favorite.text(of: contact) == "no")
        #expect(ContactField.photo.text(of: contact).isEmpty)
    }

    @Test func `a value is a tree with every part`() {
        #expect(ContactField.email.value(of: .unknown) == .unknown)
        #expect(ContactField.units.value(of: .unknown) == .list([]))
        #expect(
            ContactField.picture.value(of: .unknown)
                == .object([("large", .unknown), ("medium", .unknown), ("thumbnail", .unknown)])
        )
    }
}
