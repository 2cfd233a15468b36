/// The derived data that a store uses to sort and find a contact.
struct ContactKeys: Equatable, Sendable {
    let order: SortKeys
    let words: SearchWords

    /// Derives the keys; a removed contact keeps its sort keys but has no search words.
    init(_ contact: Contact, isRemoved: Bool = false) {
        order = SortKeys(contact)
        words = isRemoved ? .none : SearchWords(contact)
    }
}

/// A contact's sort keys: texts whose byte order is the sort order.
///
/// A key begins with a digit that sorts contacts with a value before those without one. Without a family name, the
/// given name takes its place, and without both, the display name (``Contact/displayName``).
package struct SortKeys: Equatable, Sendable {
    package let last: String
    package let first: String
    package let birthday: String

    package init(_ contact: Contact) {
        let first = FoldedText.key(contact.name.first ?? "")
        let last = FoldedText.key(contact.name.last ?? "")
        if first.isEmpty, last.isEmpty {
            // A company, or a person with a single name, is sorted by it among all others.
            let key = Self.key(FoldedText.key(contact.displayName), then: "")
            (self.last, self.first) = (key, key)
        } else {
            self.last = Self.key(last, then: first)
            self.first = Self.key(first, then: last)
        }
        birthday = contact.birthday.flatMap(Self.birthdayKey) ?? "1"
    }

    package subscript(sort: ContactSort) -> String {
        switch sort {
        case .last: last
        case .first: first
        case .birthday: birthday
        }
    }

    /// Returns the month and day, followed by the year; `nil` if the text isn't a date.
    private static func birthdayKey(_ text: String) -> String? {
        let bytes = Array(text.utf8.prefix(11))
        func isDay(at start: Int) -> Bool {
            bytes[start..<start + 5].enumerated().allSatisfy { $0 == 2 ? $1 == 45 : (48...57).contains($1) }
        }
        if bytes.count == 10, bytes[4] == 45, bytes[..<4].allSatisfy({ (48...57).contains($0) }), isDay(at: 5) {
            return "0" + text.dropFirst(5) + text.prefix(4)
        }
        // A date without a year sorts before the same day in any year.
        return bytes.count == 7 && bytes[0] == 45 && bytes[1] == 45 && isDay(at: 2)
            ? "0" + text.dropFirst(2) + "0000" : nil
    }

    private static func key(_ main: String, then second: String) -> String {
        // The separator sorts before any character, so that "Li" with any given name comes before "Lind".
        if !main.isEmpty { return "0\(main)\u{1}\(second)" }
        return second.isEmpty ? "2" : "0\(second)\u{1}"
    }
}
