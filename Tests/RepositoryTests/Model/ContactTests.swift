import Testing

@testable import Repository

@Suite struct ContactTests {
    private static func contact(_ change: (inout Contact) -> Void) -> Contact {
        var contact = Contact(id: ContactID(rawValue: "a"))
        change(&contact)
        return contact
    }

    private static let full = contact {
        $0.name = PersonName(title: "Dr.", first: "Ada", middle: "King", last: "Lovelace", suffix: "PhD")
        ($0.nickname, $0.organization, $0.email, $0.cell) = ("Countess", "Engines", "ada@x", "12")
    }

    @Test func `the first known of name, nickname, organization, address and number is shown`() {
        var contact = Self.full
        contact.name.formatted = "Ada, Countess of Lovelace"
        #expect(contact.displayName == "Ada, Countess of Lovelace")
        contact.name.formatted = " "
        #expect(contact.displayName == "Ada King Lovelace PhD")
        contact.name = PersonName(title: "Dr.", first: "", last: " ")
        #expect(contact.displayName == "Countess")
        contact.nickname = nil
        #expect(contact.displayName == "Engines")
        contact.organization = ""
        #expect(contact.displayName == "ada@x")
        contact.emails = []
        #expect(contact.displayName == "12")
        contact.phones = []
        #expect(contact.displayName.isEmpty)
    }

    @Test func `the form of address comes before parts of a name only`() {
        #expect(Self.full.displayName(withTitle: true) == "Dr. Ada King Lovelace PhD")
        var named = Self.full
        named.name.formatted = "Ada"
        #expect(named.displayName(withTitle: true) == "Ada")
        #expect(named.composedName == "Dr. Ada King Lovelace PhD")
        named.name = PersonName(title: "Dr.", formatted: "Ada")
        #expect(named.composedName == "Countess")
    }

    @Test func `identifiers are in the order of their bytes`() {
        let ids = ["b", "a", "ä", "A", "ab"].map(ContactID.init(rawValue:))
        #expect(ids.sorted().map(\.rawValue) == ["A", "a", "ab", "b", "ä"])
    }
}

@Suite struct RepositoryErrorTests {
    @Test func `the description has the message only, since candidates are personal data`() {
        let ada = Contact(id: ContactID(rawValue: "a"), name: PersonName(first: "Ada"), origin: .local)
        let error = RepositoryError(.ambiguous, "“a” is ambiguous.", candidates: [ada])
        #expect("\(error)" == "“a” is ambiguous.")
        #expect(error.candidates.count == 1)
    }

    @Test func `an unknown identifier is shown without control characters, and not in full length`() {
        let error = RepositoryError.noContact(ContactID(rawValue: "x\u{1B}[31m" + String(repeating: "y", count: 100)))
        #expect(error.code == .notFound)
        #expect(!error.message.unicodeScalars.contains("\u{1B}"))
        #expect(error.message.count < 150)
        #expect(error.message.hasSuffix("Find it with: contacts search"))
    }
}
