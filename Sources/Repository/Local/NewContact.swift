/// A contact that is made here, with all that a store keeps of it: nothing of it depends on the store.
struct NewContact: Sendable {
    let card: ContactCard
    /// The card as it is stored.
    let json: String
    let keys: ContactKeys
    /// The contact as it is shown, but for the identifier that it gets.
    private let anonymous: Contact

    init(_ card: ContactCard) {
        self.card = card
        json = card.json
        anonymous = card.applied(to: Self.nothing)
        keys = ContactKeys(anonymous)
    }

    init(_ contact: Contact) {
        self.init(ContactCard(from: Self.nothing, to: contact))
    }

    /// What is kept about the contact.
    var record: LocalRecord { LocalRecord(isLocal: true, card: card) }

    /// The contact as it is shown under the identifier.
    func shown(as id: ContactID) -> Contact {
        var shown = anonymous
        shown.id = id
        return shown
    }

    var uid: String? { anonymous.uid }
    var isFavorite: Bool { anonymous.isFavorite }
    var categories: [String] { anonymous.categories }

    private static let nothing = StoredContact.emptyBase(ContactID(rawValue: ""))
}
