import Primitives
import Repository

/// Reads the words of `contacts add` by their shape: addresses, numbers and a birthday; the rest is the name.
struct RecognizedWords {
    private(set) var edit = ContactEdit()
    /// Why a word could not be understood.
    private(set) var problem: String?
    private let order: DateOrder?
    private let year: Int

    /// Reads the words; a name or a number may be one word or several. `order` is that of numeric dates.
    init(_ words: [String], order: DateOrder?, year: Int) {
        self.order = order
        self.year = year
        var rest = words.flatMap(Self.parts).map { Self.withoutLabel($0.trimmed()) }.filter { !$0.isEmpty }[...]
        var name: [String] = []
        while let first = rest.first {
            if let count = takeDate(rest) ?? takeNumber(rest) ?? takeAddress(first) {
                rest = rest.dropFirst(count)
            } else {
                name.append(first)
                rest = rest.dropFirst()
            }
        }
        guard !name.isEmpty else { return }
        var parts = PersonName()
        ContactNaming.split(name.joined(separator: " "), into: &parts)
        (edit.firstName, edit.lastName, edit.suffix) = (parts.first, parts.last, parts.suffix)
    }

    /// The word without a label or a scheme that its shape says anyway.
    private static func withoutLabel(_ word: String) -> String {
        let label = ["birthday:", "bday:"].first(where: word.lowercased().hasPrefix) ?? ""
        return TypedText.withoutScheme(word.dropFirst(label.count).trimmed())
    }

    /// The parts of a word that is written as in mails: `Grace Hopper <grace@example.org>`.
    private static func parts(_ word: String) -> [String] {
        guard word.hasSuffix(">"), let start = word.lastIndex(of: "<") else {
            // “a@example.org, b@example.org”
            return word.contains("@") ? word.split { $0 == "," || $0 == ";" }.map(String.init) : [word]
        }
        let address = word[word.index(after: start)...].dropLast()
        guard address.contains("@"), !address.contains(where: \.isWhitespace) else { return [word] }
        return [word[..<start].filter { $0 != "\"" }, String(address)]
    }

    /// Takes a date at the beginning of the words, and returns how many of them it has.
    private mutating func takeDate(_ words: ArraySlice<String>) -> Int? {
        for count in [3, 2, 1] where words.count >= count {
            let text = words.prefix(count).joined(separator: " ")
            // A number of several words is a telephone number; a year alone is no date.
            if count > 1, !text.contains(where: \.isLetter) { continue }
            guard text.contains(where: \.isNumber), isDay(text) else { continue }
            if let known = edit.birthday {
                problem =
                    "“\(known)” and “\(text)” are two dates. Say which is which with --birthday, --anniversary or --date."
            }
            edit.birthday = text
            return count
        }
        return nil
    }

    private func isDay(_ text: String) -> Bool {
        switch DateText(text, before: year) {
        case .date(let date): date.utf8.count == 10 || date.hasPrefix("--")
        // “12-34” may be an extension; a date without its year has a dot or the name of a month.
        case .open: text.contains(".") || text.contains("/") || text.split(whereSeparator: { !$0.isNumber }).count == 3
        case .none, .unreadable: Self.looksLikeDay(text)
        }
    }

    /// Whether a text is written like a day, even if there is no such day: it is refused as a birthday then, not taken as a
    /// telephone number.
    private static func looksLikeDay(_ text: String) -> Bool {
        // “31 Nov” with a day that every month has.
        if text.contains(where: \.isLetter) {
            let tokens = text.split(whereSeparator: \.isWhitespace)
            let days = tokens.map { ["29", "30", "31"].contains($0.prefix { $0 != "." }) ? "1" : String($0) }
            guard case .date = DateText(days.joined(separator: " "), before: 9999) else { return false }
            return days.contains("1")
        }
        if text.hasPrefix("--") { return text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "-") } }
        return ["." as Character, "/", "-"].contains { separator in
            let parts = text.split(separator: separator, omittingEmptySubsequences: false)
            guard parts.count == 3, parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }) else {
                return false
            }
            let digits = parts.map(\.count)
            let isYearFirst = digits[0] == 4 && (1...2).contains(digits[1]) && (1...2).contains(digits[2])
            // With dashes, “12-34-5678” may be a number.
            return isYearFirst
                || (separator != "-" && digits[2] == 4 && (1...2).contains(digits[0]) && (1...2).contains(digits[1]))
        }
    }

    /// Takes a telephone number, which may be in several words.
    private mutating func takeNumber(_ words: ArraySlice<String>) -> Int? {
        let typed = TypedText(parsing: words.first ?? "")
        var number = typed.value
        guard Self.isNumber(number) else { return nil }
        var count = 1
        // A word with blanks is a whole number, as is one of seven digits; a plus sign or a zero begins another one.
        if !number.contains(" ") {
            while let next = words.dropFirst(count).first, Self.isNumber(next), !next.hasPrefix("+"),
                !next.hasPrefix("0"),
                Self.digits(next) < 7 || Self.digits(number) < 5, Self.digits(number) + Self.digits(next) <= 15
            {
                number += " " + next
                count += 1
            }
        }
        guard Self.digits(number) >= 3 else { return nil }
        let field = ContactField.phones
        edit.added[field.name, default: []].append(ContactValue(number, types: typed.types))
        return count
    }

    private mutating func takeAddress(_ word: String) -> Int? {
        let typed = TypedText(parsing: word)
        if ["http://", "https://", "www."].contains(where: word.lowercased().hasPrefix) {
            edit.added[ContactField.field("urls").name, default: []].append(ContactValue(word))
        } else if typed.value.contains("@"), !typed.value.contains(where: \.isWhitespace) {
            edit.added[ContactField.emails.name, default: []].append(ContactValue(typed.value, types: typed.types))
        } else {
            return nil
        }
        return 1
    }

    private static func digits(_ text: String) -> Int { text.count { $0.isASCII && $0.isNumber } }

    private static func isNumber(_ text: String) -> Bool {
        digits(text) > 0 && text.allSatisfy { $0.isASCII && ($0.isNumber || " +()-./".contains($0)) }
    }
}
