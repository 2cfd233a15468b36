import Repository
import Testing

@testable import Services

@Suite struct ContactRulesTests {
    private func contact(_ change: (inout Contact) -> Void) -> Contact {
        var contact = Contact(id: ContactID(rawValue: ""), name: PersonName(first: "Ada"))
        change(&contact)
        return contact
    }

    private func isRefused(_ body: () throws -> Void) -> Bool {
        let error = #expect(throws: RepositoryError.self, performing: body)
        return error?.code == .invalidInput
    }

    @Test func `a new contact needs a name, an e-mail address or a telephone number`() throws {
        var empty = Contact(id: ContactID(rawValue: ""))
        #expect(isRefused { try ContactRules.checkNew(empty) })
        empty.note = "no name"
        #expect(isRefused { try ContactRules.checkNew(empty) })
        for change: (inout Contact) -> Void in [
            { $0.name.first = "Ada" }, { $0.organization = "Acme" }, { $0.nickname = "Al" },
            { $0.emails = [ContactValue("ada@example.com")] }, { $0.phones = [ContactValue("030 1")] },
        ] {
            var contact = Contact(id: ContactID(rawValue: ""))
            change(&contact)
            try ContactRules.checkNew(contact)
        }
    }

    @Test func `every value of a new contact is checked`() throws {
        let changes: [(inout Contact) -> Void] = [
            { $0.name.last = "a\nb" }, { $0.emails = [ContactValue("no at sign")] },
            { $0.phones = [ContactValue(" ")] },
            { $0.phones = [ContactValue("\u{3000}")] }, { $0.urls = ["a b"] }, { $0.urls = [""] },
            { $0.categories = [" "] }, { $0.addresses = [ContactAddress(PostalAddress(street: "a\tb"))] },
            { $0.note = "a\u{0}b" }, { $0.note = String(repeating: "x", count: 100_001) },
        ]
        let dates = ["1900-02-29", "1815-13-01", "--13-01", "1815-12", "10.12.1815"]
        for change in changes + dates.map({ date in { $0.birthday = date } }) {
            let contact = contact(change)
            #expect(isRefused { try ContactRules.checkNew(contact) }, "\(contact)")
        }
        let fine = contact {
            $0.name.last = String(repeating: "ü", count: 1000)
            $0.phones = [ContactValue("Q12 X34")]
            $0.urls = ["https://example.org/page"]
            $0.categories = ["old friends"]
            $0.note = "one\r\n\ttwo"
        }
        for date in ["1815-12-10", "--12-10", "--02-29"] {
            var contact = fine
            contact.birthday = date
            try ContactRules.checkNew(contact)
        }
    }

    @Test func `an edit of other fields does not ask for a name`() throws {
        try ContactRules.check(ContactEdit(email: "a@b"), of: Contact(id: ContactID(rawValue: "x")))
    }

    @Test func `groups that are added are checked`() {
        var edit = ContactEdit()
        edit.addedCategories = ["friends", "\u{7}"]
        #expect(isRefused { try ContactRules.check(edit) })
    }
}
