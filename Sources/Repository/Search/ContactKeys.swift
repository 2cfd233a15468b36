/// What a store keeps of a contact to order it and to find it.
struct ContactKeys: Equatable, Sendable {
    let order: SortKeys
    let words: SearchWords
    let initials: WordInitials

    /// Makes the keys; those of a contact that is removed have a place in every order, but no words to be found by.
    init(_ contact: Contact, isRemoved: Bool = false) {
        order = SortKeys(contact)
        words = isRemoved ? .none : SearchWords(contact)
        initials = WordInitials(words)
    }
}
