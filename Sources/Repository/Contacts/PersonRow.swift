/// What the row of a person has: what the source says, and what orders and finds the person.
struct PersonRow: Equatable, Sendable {
    /// The identifier, ``ContactColumns/base``, and the texts of ``ContactColumns/keys``.
    let texts: PackedTexts
    /// How the words begin.
    let initials: WordInitials

    /// Where the texts behind the identifier begin.
    static let base = 1

    /// Makes the row of what the source says, with the keys of what is shown.
    init(_ contact: Contact, _ keys: ContactKeys) {
        let order = [keys.order.last, keys.order.first, keys.order.birthday]
        texts = PackedTexts(
            [contact.id.rawValue] + ContactColumns.texts(of: contact) + order + [keys.words.key, keys.words.text]
        )
        initials = keys.initials
    }

    /// What the source says.
    var contact: Contact { Contact(ContactTexts(texts)) }

    /// The words by which the person is found.
    var words: SearchWords { SearchWords(key: texts[firstWords] ?? "", text: texts[firstWords + 1] ?? "") }

    /// Where the two texts of ``words`` begin.
    var firstWords: Int { texts.count - 2 }
}
