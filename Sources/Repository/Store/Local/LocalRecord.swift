/// A contact as the store has it.
struct StoredContact {
    /// The values of the source; a contact that was made here has only its identifier.
    let base: Contact
    var record: LocalRecord
    let number: Int64

    /// The empty contact that local contacts start from.
    static func emptyBase(_ id: ContactID) -> Contact { Contact(id: id, origin: .local) }

    var shown: Contact { record.card.applied(to: base) }
}

/// The local data about one contact, beside the values of the source.
struct LocalRecord: Equatable, Sendable {
    /// Whether the contact was typed or imported here and has no values of a source.
    let isLocal: Bool
    /// Whether the user removed it; only removed contacts of the source keep a record.
    var isRemoved = false
    var card: ContactCard
}

/// A new local contact with everything that a store keeps of it, none of which depends on the store.
struct NewContact: Sendable {
    let card: ContactCard
    /// The card as it is stored.
    let json: String
    let keys: ContactKeys
    /// The contact as it is shown, without its identifier.
    let contact: Contact

    init(_ card: ContactCard) {
        self.card = card
        json = card.json
        contact = card.applied(to: Self.nothing)
        keys = ContactKeys(contact)
    }

    init(_ contact: Contact) {
        self.init(ContactCard(from: Self.nothing, to: contact))
    }

    var record: LocalRecord { LocalRecord(isLocal: true, card: card) }

    private static let nothing = StoredContact.emptyBase(ContactID(rawValue: ""))
}
