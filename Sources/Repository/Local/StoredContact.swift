/// A contact as a store has it.
struct StoredContact {
    /// What the source says; of a contact that was made here nothing but its identifier.
    var base: Contact
    var record: LocalRecord
    /// The row, in a store that has rows.
    var number: Int64 = 0
    /// The words that are searched, in a store that keeps them.
    var words = SearchWords(key: "", text: "")
    /// The nothing that a contact made here begins as.
    static func emptyBase(_ id: ContactID) -> Contact { Contact(id: id, origin: .local) }

    /// The contact as it is shown.
    var shown: Contact { record.card.applied(to: base) }
}
