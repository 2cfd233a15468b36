import Primitives

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
