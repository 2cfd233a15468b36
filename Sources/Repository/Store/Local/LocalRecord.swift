import Primitives

/// A contact in the store.
struct StoredContact {
    /// The source's values; for a contact created here, only its identifier.
    let base: Contact
    var record: LocalRecord
    let number: Int64

    /// The empty contact that local contacts are based on.
    static func emptyBase(_ id: ContactID) -> Contact { Contact(id: id, origin: .local) }

    var shown: Contact { record.card.applied(to: base) }
}

/// The local data about one contact, in addition to the source's values.
struct LocalRecord: Equatable, Sendable {
    /// Whether the contact was typed or imported here and has no values from a source.
    let isLocal: Bool
    /// Whether the user removed it; of removed contacts, only those of the source keep a record.
    var isRemoved = false
    var card: ContactCard
}

/// A new local contact with everything that a store saves for it, none of which depends on the store.
struct NewContact: Sendable {
    let card: ContactCard
    /// The card in its stored form.
    let json: String
    let keys: ContactKeys
    /// The contact for display, without its identifier.
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

/// One side of a journal entry: a whole record, or its difference from the record on the other side.
///
/// Most steps change a field or two of a contact that may have a photo, so the differences are small.
struct JournalRecord: Equatable, Sendable {
    private var isLocal = false
    /// Whether the contact is removed; `nil` in a difference if both records agree.
    private var isRemoved: Bool?
    /// The card, or the fields with different values on the other side.
    private var card = ContactCard()
    /// The names of the fields that only exist on the other side; `nil` for a whole record.
    private var absent: [String]?

    /// Creates the journal's form of `record`, where `other` is the record on the other side.
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

    /// The side of a skipped entry: it leaves the other side unchanged.
    static let unchanged = JournalRecord(absent: [])

    /// Returns the whole record; `nil` for a difference without a record on the other side.
    func record(over other: LocalRecord?) -> LocalRecord? {
        guard let absent else { return LocalRecord(isLocal: isLocal, isRemoved: isRemoved ?? false, card: card) }
        guard var record = other else { return nil }
        record.isRemoved = isRemoved ?? record.isRemoved
        record.card = record.card.applying(card, without: absent)
        return record
    }

    /// The side as JSON; the member `without` distinguishes a difference from a whole record.
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

    func liftingPronouns() -> JournalRecord {
        var lifted = self
        lifted.card = card.liftingPronouns()
        return lifted
    }

    var categories: [String] { contact.categories }

    /// The contact, as far as this side contains it.
    var contact: Contact { card.applied(to: StoredContact.emptyBase(ContactID(rawValue: ""))) }
}
