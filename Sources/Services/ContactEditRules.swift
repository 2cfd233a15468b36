import Repository

/// What an edit may set; an empty text clears a field.
enum ContactEditRules {
    /// The most characters of a field.
    private static let limit = 1000

    /// Checks what can be checked without the contact.
    static func check(_ edit: ContactEdit) throws {
        guard !edit.isEmpty else { throw invalid("The edit changes nothing; give at least one field a new value.") }
        try checkText(edit.firstName, "first name")
        try checkText(edit.lastName, "last name")
        try checkText(edit.email, "e-mail address")
        try checkText(edit.phone, "telephone number")
        if let email = edit.email, !email.isEmpty { try checkEmail(email) }
        if let phone = edit.phone, !phone.isEmpty, isBlank(phone) {
            throw invalid("The telephone number is blank; give a number, or nothing at all to clear it.")
        }
    }

    /// Checks that the contact keeps a name.
    static func check(_ edit: ContactEdit, of contact: Contact) throws {
        guard edit.firstName != nil || edit.lastName != nil else { return }
        let first = edit.firstName ?? contact.name.first ?? ""
        let last = edit.lastName ?? contact.name.last ?? ""
        guard isBlank(first), isBlank(last) else { return }
        throw invalid("The contact would have neither a first nor a last name; keep one of them.")
    }

    private static func checkText(_ text: String?, _ field: String) throws {
        guard let text else { return }
        guard text.count <= limit else {
            throw invalid("The \(field) has \(text.count) characters; give at most \(limit).")
        }
        let isPlain = text.unicodeScalars.allSatisfy {
            ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }
        guard isPlain else {
            throw invalid("The \(field) holds a line break, a tab or another control character; give it without.")
        }
    }

    private static func checkEmail(_ email: String) throws {
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        let hasBlank = email.unicodeScalars.contains { $0.properties.isWhitespace }
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, !hasBlank else {
            throw invalid(
                "The e-mail address needs one @ with something on both sides, and no blanks; give one such as name@example.org."
            )
        }
    }

    private static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }

    private static func invalid(_ message: String) -> RepositoryError {
        RepositoryError(.invalidInput, message)
    }
}
