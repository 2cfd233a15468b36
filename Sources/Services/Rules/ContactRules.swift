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

    /// What is new, as an edit: of lists only the values that were not there before.
    private static func edit(from old: Contact, to new: Contact) -> ContactEdit {
        var edit = ContactEdit()
        for field in ContactField.editable {
            switch (field.input?.edit, field.value) {
            case (.text(let path)?, .text(let text)):
                let value = text.get(new)
                if value != text.get(old) { edit[keyPath: path] = value ?? "" }
            case (.texts(let path)?, .texts(let texts)):
                edit[keyPath: path] = added(texts.get(old), texts.get(new))
            case (.values(let path)?, .values(let values)):
                edit[keyPath: path] = added(values.get(old), values.get(new))
            case (.addresses?, _): edit.addresses = added(old.addresses, new.addresses)
            default: break
            }
        }
        return edit
    }

    private static func added<Element: Equatable>(_ old: [Element], _ new: [Element]) -> [Element]? {
        new == old ? nil : new.filter { !old.contains($0) }
    }
}

/// What an edit may set; an empty text or list clears a field.
enum ContactEditRules {
    /// Checks what can be checked without the contact.
    static func check(_ edit: ContactEdit) throws {
        guard !edit.isEmpty else {
            throw ContactTextRules.invalid("The edit changes nothing; give at least one field a new value.")
        }
        for field in ContactField.all {
            guard let input = field.input else { continue }
            switch input.edit {
            case .text(let path):
                if let text = edit[keyPath: path] { try check(text, input.rule, clears: true) }
            case .texts(let path):
                for text in edit[keyPath: path] ?? [] { try check(text, input.rule) }
            case .values(let path):
                for value in edit[keyPath: path] ?? [] { try check(value.value, input.rule) }
            case .addresses:
                for address in edit.addresses ?? [] { try check(address.address) }
                if let parts = edit.addressParts { try check(parts) }
            case .flag: break
            }
        }
        for category in edit.addedCategories { try ContactTextRules.checkCategory(category) }
    }

    /// Checks a value; an empty one may clear the field.
    private static func check(_ text: String, _ rule: ContactField.Input.Rule, clears: Bool = false) throws {
        if clears, text.isEmpty { return }
        switch rule {
        case .line(let noun): try ContactTextRules.checkText(text, noun)
        case .note: try ContactTextRules.checkNote(text)
        case .date(let noun): try ContactTextRules.checkDate(text, noun)
        case .email: try ContactTextRules.checkEmail(text)
        case .phone(let noun): try ContactTextRules.checkPhone(text, noun)
        case .link: try ContactTextRules.checkURL(text)
        case .group: try ContactTextRules.checkCategory(text)
        case .address, .none: break
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
        for part in AddressPart.allCases { try ContactTextRules.checkText(address[part], part.noun) }
    }
}

extension AddressPart {
    /// The word for the part in messages.
    fileprivate var noun: String {
        switch self {
        case .street: "street"
        case .city: "city"
        case .state: "state"
        case .postcode: "postcode"
        case .country: "country"
        case .poBox: "post office box"
        case .extended: "addition to the street"
        }
    }
}
