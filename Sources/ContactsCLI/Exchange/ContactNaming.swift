import Repository

/// The name that a card shows for a contact of which no such name was given.
enum ContactNaming {
    /// The parts in their order, else the organization, the nickname, or the first value there is.
    static func shown(_ contact: Contact) -> String {
        let name = contact.name
        let parts = [name.title, name.first, name.middle, name.last, name.suffix]
        let joined = parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
        if !joined.isEmpty { return joined }
        return contact.organization ?? contact.nickname ?? contact.email ?? contact.phones.first?.value ?? ""
    }

    /// Takes a whole name apart when its parts were not given: the last word is the family name.
    static func split(_ text: String, into name: inout PersonName) {
        let words = text.split(separator: " ", omittingEmptySubsequences: true)
        name.first = words.dropLast().isEmpty ? words.first.map(String.init) : words.dropLast().joined(separator: " ")
        name.last = words.count > 1 ? words.last.map(String.init) : nil
    }
}
