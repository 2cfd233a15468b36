/// What the row of a person has: what the source says, and what orders and finds the person.
struct PersonRow: Equatable, Sendable {
    /// The identifier, ``ContactColumns/base``, and the texts of ``ContactColumns/keys``.
    let texts: PackedTexts
    /// How the words begin.
    let initials: WordInitials

    /// The place in ``texts`` behind the identifier.
    static let firstOfBase = 1

    /// Makes the row of what the source says, with the keys of what is shown.
    init(_ contact: Contact, _ keys: ContactKeys) {
        texts = PackedTexts(
            [contact.id.rawValue] + ContactColumns.texts(of: contact) + ContactColumns.texts(of: keys)
        )
        initials = keys.initials
    }

    /// What the source says.
    var contact: Contact { Contact(ContactTexts(texts)) }

    /// The words by which the person is found.
    var words: SearchWords { SearchWords(key: texts[firstOfWords] ?? "", text: texts[firstOfWords + 1] ?? "") }

    /// The place in ``texts`` where the two of ``words`` begin.
    var firstOfWords: Int { texts.count - 2 }
}
