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

/// What an edit may set; an empty text or list clears a field.
enum ContactEditRules {
    /// Checks what can be checked without the contact.
    static func check(_ edit: ContactEdit) throws {
        guard !edit.isEmpty else {
            throw ContactTextRules.invalid("The edit changes nothing; give at least one field a new value.")
        }
        for (text, field) in [
            (edit.title, "form of address"), (edit.firstName, "first name"), (edit.middleName, "middle name"),
            (edit.lastName, "last name"), (edit.suffix, "suffix"), (edit.formattedName, "formatted name"),
            (edit.nickname, "nickname"), (edit.gender, "gender"), (edit.organization, "organization"),
            (edit.jobTitle, "job title"), (edit.role, "role"),
        ] {
            try ContactTextRules.checkText(text, field)
        }
        for unit in edit.organizationUnits ?? [] { try ContactTextRules.checkText(unit, "unit of the organization") }
        try ContactTextRules.checkNote(edit.note)
        for email in [edit.email].compactMap(\.self).filter({ !$0.isEmpty }) + (edit.emails ?? []).map(\.value) {
            try ContactTextRules.checkEmail(email)
        }
        if let phone = edit.phone, !phone.isEmpty { try ContactTextRules.checkPhone(phone) }
        if let cell = edit.cell, !cell.isEmpty { try ContactTextRules.checkPhone(cell, "mobile number") }
        for phone in edit.phones ?? [] { try ContactTextRules.checkPhone(phone.value) }
        for address in edit.addresses ?? [] { try check(address.address) }
        if let parts = edit.addressParts { try check(parts) }
        if let birthday = edit.birthday, !birthday.isEmpty {
            try ContactTextRules.checkDate(birthday, "birthday")
        }
        if let anniversary = edit.anniversary, !anniversary.isEmpty {
            try ContactTextRules.checkDate(anniversary, "anniversary")
        }
        for url in edit.urls ?? [] { try ContactTextRules.checkURL(url) }
        for category in (edit.categories ?? []) + edit.addedCategories {
            try ContactTextRules.checkCategory(category)
        }
    }

    /// Checks that the contact keeps a name.
    static func check(_ edit: ContactEdit, of contact: Contact) throws {
        let touched = [edit.firstName, edit.lastName, edit.formattedName, edit.organization, edit.nickname]
        guard touched.contains(where: { $0 != nil }), !hasName(edit.applied(to: contact)) else { return }
        throw ContactTextRules.invalid(
            "The contact would have neither a first nor a last name, nor an organization or a nickname; keep one of them."
        )
    }

    /// Whether the contact can be called by something.
    static func hasName(_ contact: Contact) -> Bool {
        let name = contact.name
        return ![name.first, name.last, name.formatted, contact.organization, contact.nickname]
            .allSatisfy(ContactTextRules.isBlank)
    }

    /// Checks the parts of an address.
    static func check(_ address: PostalAddress) throws {
        for (text, field) in [
            (address.street, "street"), (address.city, "city"), (address.state, "state"),
            (address.postcode, "postcode"), (address.country, "country"), (address.poBox, "post office box"),
            (address.extended, "addition to the street"),
        ] {
            try ContactTextRules.checkText(text, field)
        }
    }
}
