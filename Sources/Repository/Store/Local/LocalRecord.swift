import Primitives

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

/// One side of a journal entry: a whole record, or how it differs from the record on the other side.
///
/// A step mostly changes a field or two of a contact that may have a photo, so its differences are small.
struct JournalRecord: Equatable, Sendable {
    private var isLocal = false
    /// Whether the contact is removed; `nil` in a difference when both records agree.
    private var isRemoved: Bool?
    /// The card, or the fields that have other values on the other side.
    private var card = ContactCard()
    /// The names of the fields that only the other side has; `nil` for a whole record.
    private var absent: [String]?

    /// Creates what the journal keeps of `record` when `other` is the record on the other side.
    init?(_ record: LocalRecord?, over other: LocalRecord?) {
        guard let record else { return nil }
        guard let other, other.isLocal == record.isLocal else {
            (isLocal, isRemoved, card) = (record.isLocal, record.isRemoved, record.card)
            return
        }
        isRemoved = record.isRemoved == other.isRemoved ? nil : record.isRemoved
        (card, absent) = record.card.difference(from: other.card)
    }

    private init(absent: [String]?) { self.absent = absent }

    /// The side of an entry that was passed over: it leaves the other side as it is.
    static let unchanged = JournalRecord(absent: [])

    /// Returns the whole record; `nil` for a difference without a record on the other side.
    func record(over other: LocalRecord?) -> LocalRecord? {
        guard let absent else { return LocalRecord(isLocal: isLocal, isRemoved: isRemoved ?? false, card: card) }
        guard var record = other else { return nil }
        record.isRemoved = isRemoved ?? record.isRemoved
        record.card = record.card.applying(card, without: absent)
        return record
    }

    /// The side as JSON; the member `without` tells a difference from a whole record.
    var json: String {
        let json = JSONWriter.object(controls: .digits) { json in
            if isLocal { json.add("local", true) }
            if let isRemoved, isRemoved || absent != nil { json.add("removed", isRemoved) }
            json.object("card", card.write(to:))
            if let absent { json.add("without", absent) }
        }
        return String(decoding: json, as: UTF8.self)
    }

    init(json: String) throws {
        let members = try JSONReader.members(of: JSONReader.parse(json.utf8))
        isLocal = members["local"] as? Bool ?? false
        isRemoved = members["removed"] as? Bool
        if let fields = members["card"] as? [String: Any] { card = try ContactCard(members: fields) }
        absent = (members["without"] as? [Any])?.compactMap { $0 as? String }
    }

    /// The card, or the fields of it that the difference has, for migrations of cards.
    func lifting(_ property: String, to field: ContactField) -> JournalRecord {
        var lifted = self
        lifted.card = card.lifting(property, to: field)
        return lifted
    }

    var categories: [String] { contact.categories }

    /// The contact, as far as the side has it.
    var contact: Contact { card.applied(to: StoredContact.emptyBase(ContactID(rawValue: ""))) }
}
