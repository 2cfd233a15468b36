import Primitives
package import Repository

/// Rules for contacts and edits that a user entered; an empty text or list clears a field.
package enum ContactRules {
    /// Checks the values of a new contact, and that it has a name, an e-mail address or a telephone number.
    static func checkNew(_ contact: Contact) throws {
        try check(contact.addresses.map(\.address)) { field, input in
            switch field.value {
            case _ where input.label == nil: []
            case .text(let text): [text.get(contact) ?? ""]
            case .texts(let texts): texts.get(contact)
            case .values(let values): values.get(contact).map(\.value)
            default: []
            }
        }
        guard hasName(contact) || !contact.emails.isEmpty || !contact.phones.isEmpty else {
            throw ContactTextRules.invalid(
                "The contact has no name, e-mail address or telephone number; give at least one of them."
            )
        }
    }

    /// Checks the values of the edit, independently of the contact.
    ///
    /// - Throws: `RepositoryError` with the code `invalidInput`, whose message lists every problem.
    static func check(_ edit: ContactEdit) throws {
        guard !edit.isEmpty else {
            throw ContactTextRules.invalid("The edit changes nothing; give at least one field a new value.")
        }
        let addresses = (edit.addresses ?? []).map(\.address) + [edit.addressParts].compactMap(\.self)
        try check(addresses) { field, input in
            let texts =
                switch input.edit {
                case .text(let path): [edit[keyPath: path] ?? ""]
                case .texts(let path): edit[keyPath: path] ?? []
                case .values(let path): (edit[keyPath: path] ?? []).map(\.value)
                case .addresses, .flag: [] as [String]
                }
            return texts + ((edit.replaced?[field.name] ?? []) + (edit.added[field.name] ?? [])).map(\.value)
        }
    }

    /// Checks addresses and the values of all other fields; an empty one may clear a field of one text.
    private static func check(
        _ addresses: [PostalAddress],
        _ values: (ContactField, ContactField.Input) -> [String]
    ) throws {
        var problems: [String] = []
        func collect(_ check: () throws -> Void) throws {
            do {
                try check()
            } catch let error as RepositoryError where error.code == .invalidInput {
                if !problems.contains(error.message) { problems.append(error.message) }
            }
        }
        for field in ContactField.all {
            guard let input = field.input else { continue }
            if case .addresses = input.edit {
                for address in addresses {
                    try collect {
                        for part in AddressPart.allCases {
                            try ContactTextRules.checkText(address[part], part.noun)
                        }
                    }
                }
            }
            let isText = if case .text = input.edit { true } else { false }
            for text in values(field, input) where !isText || !text.isEmpty {
                try collect { try check(text, input.rule) }
            }
        }
        guard problems.isEmpty else { throw ContactTextRules.invalid(problems.joined(separator: " ")) }
    }

    /// Returns the reason that the text, which was typed, can't be a value of the field; `nil` if it can.
    package static func problem(with text: String, in field: ContactField) -> String? {
        guard let input = field.input, !text.isEmpty else { return nil }
        do {
            var text = text
            // In any order of day and month: the service knows which one is meant.
            if case .date = input.rule {
                let dates = DateOrder.allCases.map { TypedValues(order: $0).date(text) }
                text = dates.first { $0 != text } ?? text
            }
            try check(text, input.rule)
            return nil
        } catch {
            return (error as? RepositoryError)?.message
        }
    }

    private static func check(_ text: String, _ rule: ContactField.Input.Rule) throws {
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

    /// Whether the contact has a name, an organization or a nickname.
    static func hasName(_ contact: Contact) -> Bool {
        let name = contact.name
        return ![name.first, name.last, name.formatted, contact.organization, contact.nickname]
            .allSatisfy(ContactTextRules.isBlank)
    }
}

extension AddressPart {
    /// The word for the part in messages.
    fileprivate var noun: String {
        switch self {
        case .poBox: "post office box"
        case .extended: "addition to the street"
        default: rawValue
        }
    }
}
