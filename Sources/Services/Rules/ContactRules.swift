import Primitives
package import Repository

/// Validation rules for contacts and edits that a user entered; an empty text or list clears a field.
package enum ContactRules {
    /// Validates a new contact's values, and requires a name, an e-mail address or a telephone number.
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
            throw RepositoryError.invalid(
                "The contact has no name, e-mail address or telephone number; give at least one of them."
            )
        }
    }

    /// Validates the edit's values, independently of the contact.
    ///
    /// - Throws: `RepositoryError` with the code `invalidInput`, whose message lists every problem.
    static func check(_ edit: ContactEdit) throws {
        guard !edit.isEmpty else {
            throw RepositoryError.invalid("The edit changes nothing; give at least one field a new value.")
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

    /// Validates addresses and the values of all other fields; an empty value may clear a single-text field.
    private static func check(
        _ addresses: [PostalAddress],
        _ values: (ContactField, ContactField.Input) -> [String]
    ) throws {
        var problems: [String] = []
        func note(_ problem: String?) {
            if let problem, !problems.contains(problem) { problems.append(problem) }
        }
        for field in ContactField.all {
            guard let input = field.input else { continue }
            if case .addresses = input.edit {
                for address in addresses {
                    note(AddressPart.allCases.lazy.compactMap { problem(ofLine: address[$0] ?? "", $0.noun) }.first)
                }
            }
            let isText = if case .text = input.edit { true } else { false }
            for text in values(field, input) where !isText || !text.isEmpty { note(problem(of: text, input.rule)) }
        }
        guard problems.isEmpty else { throw RepositoryError.invalid(problems.joined(separator: " ")) }
    }

    /// Returns the reason why a typed text isn't a valid value of the field; `nil` if it is.
    package static func problem(with text: String, in field: ContactField) -> String? {
        guard let input = field.input, !text.isEmpty else { return nil }
        var text = text
        // Any order of day and month is accepted here; the service knows which one applies.
        if case .date = input.rule {
            let dates = DateOrder.allCases.map { TypedValues(order: $0).date(text) }
            text = dates.first { $0 != text } ?? text
        }
        return problem(of: text, input.rule)
    }

    /// Returns the reason why a text isn't a valid value, and how to correct it.
    private static func problem(of text: String, _ rule: ContactField.Input.Rule) -> String? {
        var shown: String { DisplaySafeText.line(text, limit: 64) }
        switch rule {
        case .line(let noun): return problem(ofLine: text, noun)
        case .note:
            if text.count > noteLimit { return "The note has \(text.count) characters; the limit is \(noteLimit)." }
            let isPlain = text.unicodeScalars.allSatisfy {
                $0 == "\n" || $0 == "\t" || $0 == "\r" || $0.properties.generalCategory != .control
            }
            return isPlain ? nil : "The note contains a control character. Remove it."
        case .date(let noun):
            if let problem = problem(ofLine: text, noun) { return problem }
            // A leap year stands in for an unknown year.
            let whole = text.hasPrefix("--") ? "2000-" + text.dropFirst(2) : text
            if text.utf8.count == (text.hasPrefix("--") ? 7 : 10), UTCDate(text: whole) != nil { return nil }
            if case .open(let dates) = DateText(text, before: TypedValues.year) {
                return
                    "“\(shown)” could mean \(Set(dates.values).sorted().joined(separator: " or ")). Write the \(noun) "
                    + "like that, or spell out the month."
            }
            return "“\(shown)” is not a date. Write the \(noun) like 1815-12-10, 10 Dec 1815 or 10.12.1815, or --12-10 "
                + "without a year."
        case .email:
            if let problem = problem(ofLine: text, "e-mail address") { return problem }
            let parts = text.split(separator: "@", omittingEmptySubsequences: false)
            if parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, !hasBlank(text) { return nil }
            return "The e-mail address needs one @ with text on both sides, and no spaces; give one such as "
                + "name@example.org."
        case .phone(let noun):
            if let problem = problem(ofLine: text, noun) { return problem }
            if isBlank(text) { return "The \(noun) is blank; give a number, or nothing at all to clear it." }
            return text.contains(where: \.isNumber) ? nil : "The \(noun) “\(shown)” has no digit; give a number."
        case .link:
            if let problem = problem(ofLine: text, "web address") { return problem }
            if !text.isEmpty, !hasBlank(text) { return nil }
            return "A web address is empty or contains a space; give one such as https://example.org/page."
        case .group:
            if let problem = problem(ofLine: text, "group's name") { return problem }
            return isBlank(text) ? "The name of a group is blank; give it a name." : nil
        case .address, .none: return nil
        }
    }

    private static let lineLimit = 1000
    private static let noteLimit = 100_000

    private static func problem(ofLine text: String, _ noun: String) -> String? {
        if text.count > lineLimit { return "The \(noun) has \(text.count) characters; the limit is \(lineLimit)." }
        let isPlain = text.unicodeScalars.allSatisfy {
            ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }
        return isPlain ? nil : "The \(noun) contains a line break, a tab or another control character. Remove it."
    }

    private static func hasBlank(_ text: String) -> Bool {
        text.unicodeScalars.contains(where: \.properties.isWhitespace)
    }

    /// Whether the text is missing or has no visible characters.
    private static func isBlank(_ text: String?) -> Bool {
        text?.unicodeScalars.allSatisfy(\.properties.isWhitespace) ?? true
    }

    /// Requires the contact to keep a name.
    static func check(_ edit: ContactEdit, of contact: Contact) throws {
        let touched = [edit.firstName, edit.lastName, edit.formattedName, edit.organization, edit.nickname]
        guard touched.contains(where: { $0 != nil }), !hasName(edit.applied(to: contact)) else { return }
        throw RepositoryError.invalid(
            "The contact would have neither a first nor a last name, nor an organization or a nickname; keep one of them."
        )
    }

    static func hasName(_ contact: Contact) -> Bool {
        let name = contact.name
        return ![name.first, name.last, name.formatted, contact.organization, contact.nickname]
            .allSatisfy(isBlank)
    }
}

extension AddressPart {
    fileprivate var noun: String {
        switch self {
        case .poBox: "post office box"
        case .extended: "addition to the street"
        default: rawValue
        }
    }
}

/// Normalizes typed values for storage: dates to ISO 8601, and the type of mobile numbers to vCard's word.
struct TypedValues {
    /// The order of numeric dates; `nil` if the locale doesn't define one.
    let order: DateOrder?
    /// The current year, the upper limit for two-digit years.
    static let year = UTCDate(milliseconds: Date().milliseconds).flatMap { Int($0.day.prefix(4)) } ?? 2_000

    /// Returns the date in ISO 8601; invalid or ambiguous text is unchanged, so that the rules reject it.
    func date(_ text: String) -> String {
        switch DateText(text, before: Self.year) {
        case .date(let date): return date
        case .none, .unreadable: return text
        case .open(let dates):
            let meanings = Set(dates.values)
            return order.flatMap { dates[$0] } ?? (meanings.count == 1 ? meanings.first : nil) ?? text
        }
    }

    func contact(_ contact: Contact) -> Contact {
        var contact = contact
        contact.birthday = contact.birthday.map(date)
        contact.anniversary = contact.anniversary.map(date)
        contact.phones = contact.phones.map { value($0, of: "phones") }
        return contact
    }

    func edit(_ edit: ContactEdit) -> ContactEdit {
        var edit = edit
        edit.birthday = edit.birthday.map(date)
        edit.anniversary = edit.anniversary.map(date)
        edit.dates = edit.dates?.map { value($0, of: "dates") }
        edit.phones = edit.phones?.map { value($0, of: "phones") }
        edit.replaced = edit.replaced.map(values)
        edit.added = values(edit.added)
        return edit
    }

    private func values(_ values: [String: [ContactValue]]) -> [String: [ContactValue]] {
        values.reduce(into: [:]) { typed, field in typed[field.key] = field.value.map { value($0, of: field.key) } }
    }

    private func value(_ value: ContactValue, of field: String) -> ContactValue {
        var value = value
        if field == "dates" { value.value = date(value.value) }
        if field == "phones" { value.types = value.types.map { $0 == "mobile" ? "cell" : $0 } }
        return value
    }
}
