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
        self.last = Self.key(last, then: first)
        self.first = Self.key(first, then: last)
        birthday = contact.birthday.map { "0" + $0.dropFirst(5) + $0.prefix(4) } ?? "1"
    }

    package subscript(sort: ContactSort) -> String {
        switch sort {
        case .last: last
        case .first: first
        case .birthday: birthday
        }
    }

    private static func key(_ main: String, then second: String) -> String {
        // The separator sorts before every character, so that "Li" with any given name comes before "Lind".
        if !main.isEmpty { return "0\(main)\u{1}\(second)" }
        return second.isEmpty ? "2" : "1\(second)"
    }
}
