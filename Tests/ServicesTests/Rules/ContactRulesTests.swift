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
        try ContactRules.checkNew(contact { $0.birthday = "--12-10" })
        for change: (inout Contact) -> Void in [
            { $0.name.last = "a\nb" }, { $0.birthday = "1815-13-01" }, { $0.emails = [ContactValue("no at sign")] },
            { $0.phones = [ContactValue(" ")] }, { $0.urls = ["a b"] }, { $0.categories = [" "] },
            { $0.addresses = [ContactAddress(PostalAddress(street: "a\tb"))] },
        ] {
            let contact = contact(change)
            #expect(isRefused { try ContactRules.checkNew(contact) })
        }
    }

    @Test func `an edit must change something and keep a name`() throws {
        #expect(isRefused { try ContactEditRules.check(ContactEdit()) })
        let ada = contact { _ in }
        #expect(isRefused { try ContactEditRules.check(ContactEdit(firstName: ""), of: ada) })
        try ContactEditRules.check(ContactEdit(firstName: "", lastName: "Lovelace"), of: ada)
        // An edit of other fields does not ask for a name.
        try ContactEditRules.check(ContactEdit(email: "a@b"), of: Contact(id: ContactID(rawValue: "x")))
    }

    @Test func `groups that are added are checked`() {
        var edit = ContactEdit()
        edit.addedCategories = ["friends", "\u{7}"]
        #expect(isRefused { try ContactEditRules.check(edit) })
    }
}
