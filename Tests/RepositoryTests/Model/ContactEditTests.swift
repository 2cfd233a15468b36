import Testing

@testable import Repository

@Suite struct ContactEditTests {
    private static let ada = Contact(
        id: ContactID(rawValue: "1"),
        name: PersonName(first: "Ada", last: "Lovelace", formatted: "Ada, Countess of Lovelace"),
        email: "ada@example.org",
        address: PostalAddress(street: "1 Road", city: "London")
    )

    @Test func `a new part of the name clears the whole name, unless one is given`() {
        #expect(ContactEdit(lastName: "King").applied(to: Self.ada).name == PersonName(first: "Ada", last: "King"))
        var edit = ContactEdit(lastName: "King")
        edit.formattedName = "Lady King"
        #expect(edit.applied(to: Self.ada).name.formatted == "Lady King")
        #expect(ContactEdit(lastName: "Lovelace").applied(to: Self.ada) == Self.ada, "the same part changes nothing")
    }

    @Test func `the first value is set after the list`() {
        var edit = ContactEdit(email: "new@example.org")
        edit.emails = [ContactValue("a@b", types: ["work"]), ContactValue("c@d")]
        #expect(edit.applied(to: Self.ada).emails.map(\.value) == ["new@example.org", "c@d"])
    }

    @Test func `parts of an address are set and cleared alone`() {
        var edit = ContactEdit()
        edit.addressParts = PostalAddress(street: "", country: "UK")
        #expect(edit.applied(to: Self.ada).address == PostalAddress(city: "London", country: "UK"))
    }

    @Test func `groups are added and removed without regard to case and accents`() {
        var contact = Self.ada
        contact.categories = ["Poets", "Café"]
        var edit = ContactEdit()
        edit.addedCategories = ["poets", "friends", "Friends"]
        edit.removedCategories = ["CAFE"]
        #expect(edit.applied(to: contact).categories == ["Poets", "friends"])
    }

    @Test func `clearing a field that the source sent as an empty text changes nothing`() {
        var contact = Self.ada
        contact.gender = ""
        var edit = ContactEdit()
        edit.gender = ""
        #expect(edit.applied(to: contact) == contact)
        #expect(!edit.isEmpty)
        #expect(ContactEdit().isEmpty)
    }
}
