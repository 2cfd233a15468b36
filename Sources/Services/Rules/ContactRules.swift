import Primitives
package import Repository

/// Rules for a whole contact that a user entered.
enum ContactRules {
    /// Checks the values of a new contact, and that it has a name, an e-mail address or a telephone number.
    static func checkNew(_ contact: Contact) throws {
        let edit = edit(of: contact)
        if !edit.isEmpty { try ContactEditRules.check(edit) }
        guard ContactEditRules.hasName(contact) || !contact.emails.isEmpty || !contact.phones.isEmpty else {
            throw nothing
        }
    }

    private static let nothing = ContactTextRules.invalid(
        "The contact has no name, e-mail address or telephone number; give at least one of them."
    )

    /// The values of the contact as an edit of an empty one, so that the same rules check both.
    private static func edit(of contact: Contact) -> ContactEdit {
        var edit = ContactEdit()
        for field in ContactField.editable {
            switch (field.input?.edit, field.value) {
            case (.text(let path)?, .text(let text)):
                edit[keyPath: path] = text.get(contact)
            case (.texts(let path)?, .texts(let texts)):
                edit[keyPath: path] = unlessEmpty(texts.get(contact))
            case (.values(let path)?, .values(let values)):
                edit[keyPath: path] = unlessEmpty(values.get(contact))
            case (.addresses?, _): edit.addresses = unlessEmpty(contact.addresses)
            default: break
            }
        }
        return edit
    }

    private static func unlessEmpty<Element>(_ values: [Element]) -> [Element]? { values.isEmpty ? nil : values }
}

/// Rules for single values, to check what was typed before it becomes an edit.
package enum ContactValueRules {
    /// Returns the reason that the text can't be a value of the field; `nil` if it can.
    package static func problem(with text: String, in field: ContactField) -> String? {
        guard let input = field.input, !text.isEmpty else { return nil }
        do {
            var text = text
            // In any order of day and month: the service knows which one is meant.
            if case .date = input.rule {
                let dates = DateOrder.allCases.map { TypedValues(order: $0).date(text) }
                text = dates.first { $0 != text } ?? text
            }
            try ContactEditRules.check(text, input.rule)
            return nil
        } catch {
            return (error as? RepositoryError)?.message
        }
    }
}

/// Rules for an edit; an empty text or list clears a field.
enum ContactEditRules {
    /// Checks the values of the edit, independently of the contact.
    ///
    /// - Throws: `RepositoryError` with the code `invalidInput`, whose message lists every problem.
    static func check(_ edit: ContactEdit) throws {
        guard !edit.isEmpty else {
            throw ContactTextRules.invalid("The edit changes nothing; give at least one field a new value.")
        }
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
            switch input.edit {
            case .text(let path):
                if let text = edit[keyPath: path] { try collect { try check(text, input.rule, clears: true) } }
            case .texts(let path):
                for text in edit[keyPath: path] ?? [] { try collect { try check(text, input.rule) } }
            case .values(let path):
                for value in edit[keyPath: path] ?? [] { try collect { try check(value.value, input.rule) } }
            case .addresses:
                for address in edit.addresses ?? [] { try collect { try check(address.address) } }
                if let parts = edit.addressParts { try collect { try check(parts) } }
            case .flag: break
            }
            for value in (edit.replaced?[field.name] ?? []) + (edit.added[field.name] ?? []) {
                try collect { try check(value.value, input.rule) }
            }
        }
        guard problems.isEmpty else { throw ContactTextRules.invalid(problems.joined(separator: " ")) }
    }

    /// Checks a value; an empty one may clear the field.
    fileprivate static func check(_ text: String, _ rule: ContactField.Input.Rule, clears: Bool = false) throws {
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

    /// Whether the contact has a name, an organization or a nickname.
    static func hasName(_ contact: Contact) -> Bool {
        let name = contact.name
        return ![name.first, name.last, name.formatted, contact.organization, contact.nickname]
            .allSatisfy(ContactTextRules.isBlank)
    }

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
