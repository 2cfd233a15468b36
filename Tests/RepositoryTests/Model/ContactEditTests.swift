import RepositoryDoubles
import Testing

@testable import Repository

@Suite struct ContactEditTests {
    private static let ada = Contact(
        id: "1",
        name: PersonName(first: "Ada", last: "Lovelace", formatted: "Ada, Countess of Lovelace"),
        email: "ada@example.org",
        address: PostalAddress(street: "1 Road", city: "London")
    )

    @Test func `a new part of the name clears the whole name, unless one is given`() {
        #expect(ContactEdit(lastName: "King").applied(to: Self.ada).name == PersonName(first: "Ada", last: "King"))
        let edit = ContactEdit { ($0.lastName, $0.formattedName) = ("King", "Lady King") }
        #expect(edit.applied(to: Self.ada).name.formatted == "Lady King")
        #expect(ContactEdit(lastName: "Lovelace").applied(to: Self.ada) == Self.ada, "the same part changes nothing")
    }

    @Test func `the first value is set after the list`() {
        var edit = ContactEdit(email: "new@example.org")
        edit.emails = [ContactValue("a@b", types: ["work"]), ContactValue("c@d")]
        #expect(edit.applied(to: Self.ada).emails.map(\.value) == ["new@example.org", "c@d"])
    }

    @Test func `of several values with a type the preferred is replaced, or the first, and keeps its types`() {
        var contact = Self.ada
        contact.phones = [
            ContactValue("1", types: ["cell", "home"], isPreferred: true), ContactValue("2", types: ["home", "fax"]),
            ContactValue("3", types: ["home", "voice"]), ContactValue("4", types: ["Boat"]),
            ContactValue("5", types: ["home"], isPreferred: true), ContactValue("6"),
        ]
        func replaced(_ values: ContactValue...) -> [String] {
            let changed = ContactEdit { $0.replaced = ["phones": values] }.applied(to: contact).phones
            #expect(
                zip(changed, contact.phones).allSatisfy { $0.types == $1.types && $0.isPreferred == $1.isPreferred }
            )
            return changed.map(\.value)
        }
        for (types, values) in [
            (["home"], "1234x6"), (["cell"], "x23456"), (["fax"], "1x3456"), (["boat"], "123x56"), ([], "1234x6"),
            (["work"], "123456x"),
        ] { #expect(replaced(ContactValue("x", types: types)).joined() == values) }
        contact.phones[4].isPreferred = false
        #expect(replaced(ContactValue("x", types: ["home"])).joined() == "12x456")
        #expect(replaced(ContactValue("x")).joined() == "1x3456")
    }

    @Test func `the preferred web address is replaced, and keeps its label`() {
        var contact = Self.ada
        contact.urls = ["https://blog.x", "https://home.x"]
        contact.lines = [
            "item1.URL:https://blog.x", "item2.URL;type=pref:https://home.x", "item1.X-ABLabel:Blog",
            "item2.X-ABLabel:Home page",
        ]
        let new = [ContactValue("https://new.x"), ContactValue("https://more.x")]
        let changed = ContactEdit { $0.replaced = ["urls": new] }.applied(to: contact)
        #expect(changed.urls == ["https://blog.x", "https://new.x", "https://more.x"])
        #expect(changed.urlLabels == ["https://blog.x": "Blog", "https://new.x": "Home page"])
    }

    @Test func `parts of an address are changed alone, of several with a type the preferred one or the first`() {
        let parts = ContactEdit { $0.addressParts = PostalAddress(street: "", country: "UK") }
        #expect(parts.applied(to: Self.ada).address == PostalAddress(city: "London", country: "UK"))
        let edit = ContactEdit { ($0.addressParts, $0.addressTypes) = (PostalAddress(country: "UK"), ["HOME"]) }
        for isPreferred in [true, false] {
            var contact = Self.ada
            contact.addresses = [
                ContactAddress(PostalAddress(city: "Bath"), types: ["home"]),
                ContactAddress(PostalAddress(city: "York"), types: ["home"], isPreferred: isPreferred),
            ]
            let countries = edit.applied(to: contact).addresses.map(\.address.country)
            #expect(countries == (isPreferred ? [nil, "UK"] : ["UK", nil]))
        }
    }

    @Test func `groups are added and removed without regard to case and accents`() {
        var contact = Self.ada
        contact.categories = ["Poets", "Café"]
        let edit = ContactEdit {
            ($0.addedCategories, $0.removedCategories) = (["poets", "friends", "Friends"], ["CAFE"])
        }
        #expect(edit.applied(to: contact).categories == ["Poets", "friends"])
    }

    @Test func `single values are added to lists and taken away, each once`() {
        var contact = Self.ada
        contact.phones = [ContactValue("+41 44 000 00 01", types: ["home"])]
        contact.urls = ["https://a.example"]
        var edit = ContactEdit()
        edit.added = [
            "emails": [ContactValue("ADA@example.org"), ContactValue("a@b", types: ["work"])],
            "urls": [ContactValue("https://b.example")], "phones": [ContactValue("2")],
        ]
        edit.removed = ["phones": [ContactValue("+41440000001")], "emails": [ContactValue("none@example.org")]]
        let changed = edit.applied(to: contact)
        #expect(changed.emails == [ContactValue("ada@example.org"), ContactValue("a@b", types: ["work"])])
        #expect(changed.urls == ["https://a.example", "https://b.example"])
        #expect(changed.phones == [ContactValue("2")])
        #expect(edit.applied(to: changed) == changed)
    }

    @Test(
        arguments: [
            ("email", "emails"), ("E-Mail", "emails"), ("phone", "phones"), ("cell", "cell"), ("address", "addresses"),
            ("city", "city"), ("zip", "postcode"), ("title", "jobTitle"), ("job_title", "jobTitle"),
            ("prefix", "title"), ("first-name", "first"), ("group", "categories"), ("url", "urls"),
            ("org", "organization"), ("note", "note"), ("favorite", "favorite"), ("full-name", "formatted"), ("", nil),
            ("emial", nil), ("id", nil), ("source", nil), ("picture", nil), ("uid", nil),
        ] as [(String, String?)]
    )
    func `fields are cleared by the names that options and queries have`(name: String, field: String?) {
        #expect(ContactField.clearable(named: name)?.name == field)
    }

    @Test func `clearing a field that the source sent as an empty text changes nothing`() {
        var contact = Self.ada
        contact.gender = ""
        let edit = ContactEdit { $0.gender = "" }
        #expect(edit.applied(to: contact) == contact)
        #expect(!edit.isEmpty)
        #expect(ContactEdit().isEmpty)
    }
}
