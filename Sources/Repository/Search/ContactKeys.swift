/// What a store keeps of a contact to order it and to find it.
struct ContactKeys: Equatable, Sendable {
    let order: SortKeys
    let words: SearchWords
    let initials: WordPrefixMask

    /// Makes the keys; those of a contact that is removed have a place in every order, but no words to be found by.
    init(_ contact: Contact, isRemoved: Bool = false) {
        order = SortKeys(contact)
        words = isRemoved ? .none : SearchWords(contact)
        initials = WordPrefixMask(words)
    }
}

/// The keys by which a contact is ordered: text whose bytes are in the wanted order.
///
/// A key begins with a digit that puts those who have what is ordered by before those who have not.
package struct SortKeys: Equatable, Sendable {
    package let last: String
    package let first: String
    package let birthday: String

    package init(_ contact: Contact) {
        let first = FoldedText.key(contact.name.first ?? "")
        let last = FoldedText.key(contact.name.last ?? "")
        if first.isEmpty, last.isEmpty, let other = contact.name.formatted ?? contact.organization ?? contact.nickname {
            // A company, or somebody who is known by one name: among those who have one name only.
            let key = Self.key("", then: FoldedText.key(other))
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

    /// Month and day, then the year; `nil` for what is no date.
    private static func birthdayKey(_ text: String) -> String? {
        let bytes = Array(text.utf8.prefix(11))
        func isDay(at start: Int) -> Bool {
            bytes[start..<start + 5].enumerated().allSatisfy { $0 == 2 ? $1 == 45 : (48...57).contains($1) }
        }
        if bytes.count == 10, bytes[4] == 45, bytes[..<4].allSatisfy({ (48...57).contains($0) }), isDay(at: 5) {
            return "0" + text.dropFirst(5) + text.prefix(4)
        }
        // Without a year, before all years of the day.
        return bytes.count == 7 && bytes[0] == 45 && bytes[1] == 45 && isDay(at: 2)
            ? "0" + text.dropFirst(2) + "0000" : nil
    }

    private static func key(_ main: String, then second: String) -> String {
        // The separator sorts before every character, so that "Li" with any given name comes before "Lind".
        if !main.isEmpty { return "0\(main)\u{1}\(second)" }
        return second.isEmpty ? "2" : "1\(second)"
    }
}

/// How an identifier begins: what the orders of a store have beside each key.
///
/// Contacts with the same key come in the order of their identifiers, for which the beginning is nearly always enough. Whole
/// identifiers would make the orders nearly twice as large, and a sync slower by an eighth.
struct IdentifierPrefix: Equatable {
    private let id: ContactID

    init(_ id: ContactID) {
        self.id = id
    }

    /// As the column `id_start` has it.
    var text: String { String(String.UnicodeScalarView(scalars)) }

    private var scalars: Substring.UnicodeScalarView { id.rawValue.unicodeScalars.prefix(Self.length) }

    static func == (left: IdentifierPrefix, right: IdentifierPrefix) -> Bool {
        left.scalars.elementsEqual(right.scalars)
    }

    /// The same of the column `id`, in SQL.
    static let ofColumn = of("id")

    /// The same of an identifier in SQL.
    static func of(_ id: String) -> String { "substr(\(id), 1, \(length))" }

    private static let length = 6
}
