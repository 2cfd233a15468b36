import Repository

/// What a contact may be that somebody typed as a whole.
enum ContactRules {
    /// Checks what is new in a contact; values that were there before are left alone, whatever they are.
    static func check(_ contact: Contact, changedFrom old: Contact = Contact(id: ContactID(rawValue: ""))) throws {
        let edit = edit(from: old, to: contact)
        guard !edit.isEmpty else { return }
        try ContactEditRules.check(edit)
        guard ContactEditRules.hasName(contact) || !contact.emails.isEmpty || !contact.phones.isEmpty else {
            throw nothing
        }
    }

    /// Checks that the contact can be called or reached by something.
    static func checkNew(_ contact: Contact) throws {
        try check(contact)
        guard ContactEditRules.hasName(contact) || !contact.emails.isEmpty || !contact.phones.isEmpty else {
            throw nothing
        }
    }

    private static let nothing = ContactTextRules.invalid(
        "The contact has no name, e-mail address or telephone number; give at least one of them."
    )

    private static func edit(from old: Contact, to new: Contact) -> ContactEdit {
        func changed(_ path: KeyPath<Contact, String?>) -> String? {
            new[keyPath: path] == old[keyPath: path] ? nil : new[keyPath: path] ?? ""
        }
        func changed<Element: Equatable>(_ path: KeyPath<Contact, [Element]>) -> [Element]? {
            guard new[keyPath: path] != old[keyPath: path] else { return nil }
            return new[keyPath: path].filter { !old[keyPath: path].contains($0) }
        }
        var edit = ContactEdit()
        edit.title = changed(\.name.title)
        edit.firstName = changed(\.name.first)
        edit.middleName = changed(\.name.middle)
        edit.lastName = changed(\.name.last)
        edit.suffix = changed(\.name.suffix)
        edit.formattedName = changed(\.name.formatted)
        edit.nickname = changed(\.nickname)
        edit.gender = changed(\.gender)
        edit.emails = changed(\.emails)
        edit.phones = changed(\.phones)
        edit.addresses = changed(\.addresses)
        edit.organization = changed(\.organization)
        edit.organizationUnits = changed(\.organizationUnits)
        edit.jobTitle = changed(\.jobTitle)
        edit.role = changed(\.role)
        edit.note = changed(\.note)
        edit.urls = changed(\.urls)
        edit.birthday = changed(\.birthday)
        edit.anniversary = changed(\.anniversary)
        edit.categories = changed(\.categories)
        return edit
    }
}
