import RepositoryDoubles
import Testing

@testable import Repository

@Suite struct ContactTests {
    private static let full = Contact.made {
        $0.name = PersonName(title: "Dr.", first: "Ada", middle: "King", last: "Lovelace", suffix: "PhD")
        ($0.nickname, $0.organization, $0.email, $0.cell) = ("Countess", "Engines", "ada@x", "12")
    }

    @Test func `the first known of name, nickname, organization, address and number is shown`() {
        var contact = Self.full
        contact.name.formatted = "Ada, Countess of Lovelace"
        #expect(contact.displayName == "Ada, Countess of Lovelace")
        let changes: [((inout Contact) -> Void, String)] = [
            ({ $0.name.formatted = " " }, "Ada King Lovelace PhD"),
            ({ $0.name = PersonName(title: "Dr.", first: "", last: " ") }, "Countess"),
            ({ $0.nickname = nil }, "Engines"), ({ $0.organization = "" }, "ada@x"), ({ $0.emails = [] }, "12"),
            ({ $0.phones = [] }, ""),
        ]
        for (change, name) in changes {
            change(&contact)
            #expect(contact.displayName == name)
        }
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
}

@Suite struct RepositoryErrorTests {
    @Test func `the description has the message only, since candidates are personal data`() {
        let error = RepositoryError(.ambiguous, "“a” is ambiguous.", candidates: [.complete])
        #expect("\(error)" == "“a” is ambiguous.")
    }

    @Test func `an unknown identifier is shown without control characters, and not in full length`() {
        let error = RepositoryError.noContact("x\u{1B}[31m\(String(repeating: "y", count: 100))")
        #expect(error.code == .notFound)
        #expect(!error.message.unicodeScalars.contains("\u{1B}"))
        #expect(error.message.count < 150)
        #expect(error.message.hasSuffix("Find it with: contacts search"))
    }
}
