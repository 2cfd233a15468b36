import Primitives
import Repository

/// Rules for single values that a user entered; messages say how to correct the input.
enum ContactTextRules {
    private static let limit = 1000
    private static let noteLimit = 100_000

    /// Checks a text of one line; an empty one clears the field.
    static func checkText(_ text: String?, _ field: String) throws {
        guard let text else { return }
        guard text.count <= limit else {
            throw invalid("The \(field) has \(text.count) characters; give at most \(limit).")
        }
        let isPlain = text.unicodeScalars.allSatisfy {
            ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }
        guard isPlain else {
            throw invalid("The \(field) contains a line break, a tab or another control character. Remove it.")
        }
    }

    /// Checks a text that may have several lines.
    static func checkNote(_ text: String?) throws {
        guard let text else { return }
        guard text.count <= noteLimit else {
            throw invalid("The note has \(text.count) characters; give at most \(noteLimit).")
        }
        let isPlain = text.unicodeScalars.allSatisfy {
            $0 == "\n" || $0 == "\t" || $0 == "\r" || $0.properties.generalCategory != .control
        }
        guard isPlain else { throw invalid("The note contains a control character. Remove it.") }
    }

    static func checkEmail(_ email: String) throws {
        try checkText(email, "e-mail address")
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        let hasBlank = email.unicodeScalars.contains { $0.properties.isWhitespace }
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty, !hasBlank else {
            throw invalid(
                "The e-mail address needs one @ with something on both sides, and no blanks; give one such as name@example.org."
            )
        }
    }

    static func checkPhone(_ phone: String, _ field: String = "telephone number") throws {
        try checkText(phone, field)
        guard !isBlank(phone) else {
            throw invalid("The \(field) is blank; give a number, or nothing at all to clear it.")
        }
        guard phone.contains(where: \.isNumber) else {
            throw invalid("The \(field) “\(DisplaySafeText.line(phone, limit: 64))” has no digit; give a number.")
        }
    }

    /// Checks a date; the year may be missing.
    static func checkDate(_ date: String, _ field: String) throws {
        try checkText(date, field)
        // A leap year stands for an unknown year.
        let whole = date.hasPrefix("--") ? "2000-" + date.dropFirst(2) : date
        guard date.utf8.count == (date.hasPrefix("--") ? 7 : 10), UTCDate(text: whole) != nil else {
            if case .open(let dates) = DateText(date, before: TypedValues.year) {
                throw invalid(
                    "“\(DisplaySafeText.line(date, limit: 64))” may mean \(Set(dates.values).sorted().joined(separator: " or ")). "
                        + "Write the \(field) like that, or name the month."
                )
            }
            throw invalid(
                "“\(DisplaySafeText.line(date, limit: 64))” is not a date. Write the \(field) like 1815-12-10, 10 Dec 1815 or "
                    + "10.12.1815, or --12-10 without a year."
            )
        }
    }

    static func checkURL(_ url: String) throws {
        try checkText(url, "web address")
        guard !url.isEmpty, !url.unicodeScalars.contains(where: \.properties.isWhitespace) else {
            throw invalid("A web address is empty or holds a blank; give one such as https://example.org/page.")
        }
    }

    static func checkCategory(_ category: String) throws {
        try checkText(category, "group's name")
        guard !isBlank(category) else { throw invalid("The name of a group is blank; give it a name.") }
    }

    /// Whether the text is missing or has no visible character.
    static func isBlank(_ text: String?) -> Bool {
        text?.unicodeScalars.allSatisfy(\.properties.isWhitespace) ?? true
    }

    static func invalid(_ message: String) -> RepositoryError {
        RepositoryError(.invalidInput, message)
    }
}
