#if canImport(FoundationEssentials)
public import struct FoundationEssentials.Date
#else
public import struct Foundation.Date
#endif

/// A change of the store that a user makes.
public enum ContactChange: Equatable, Codable, Sendable {
    /// Adds a contact; it gets an identifier of its own when its identifier is empty.
    case add(Contact)
    /// Changes some fields.
    case edit(ContactID, ContactEdit)
    /// Makes the contact what is given, whatever it was.
    case replace(ContactID, Contact)
    /// Removes the contact; one of the source is not brought back by a refresh.
    case remove(ContactID)
    /// Drops what was changed here in a contact of the source; groups and the mark of a favourite stay.
    case revert(ContactID)
}

extension ContactChange {
    /// The contact that must be there already.
    var existing: ContactID? {
        switch self {
        case .add: nil
        case .edit(let id, _), .replace(let id, _), .remove(let id), .revert(let id): id
        }
    }
}

/// A step of the user's work that can be undone as a whole.
public struct HistoryStep: Identifiable, Equatable, Codable, Sendable {
    /// The number of the step; later steps have larger numbers.
    public var id: Int64
    /// What was done, such as `edit`, as whoever did it named it.
    public var title: String
    /// When it was done.
    public var date: Date
    /// Whether it is undone now.
    public var isUndone: Bool
    /// How many contacts it changed.
    public var contactCount: Int
    /// Some of the contacts that it changed, at most 10.
    public var contacts: [ContactID]

    /// Creates a step.
    public init(
        id: Int64,
        title: String,
        date: Date,
        isUndone: Bool,
        contactCount: Int,
        contacts: [ContactID]
    ) {
        self.id = id
        self.title = title
        self.date = date
        self.isUndone = isUndone
        self.contactCount = contactCount
        self.contacts = contacts
    }
}

/// A contact from elsewhere, made ready for a store.
///
/// Making it ready takes about a quarter of the time of storing it, and is done by ``init(_:)``: on the thread of whoever
/// reads the contacts, not on that of the store, which is thus not kept waiting.
public struct ImportedContact: Sendable {
    /// The contact as it was read.
    public let contact: Contact
    /// What is stored when nobody is here whom the contact names.
    let new: NewContact

    /// Makes a contact ready.
    public init(_ contact: Contact) {
        self.contact = contact
        new = NewContact(contact)
    }
}

/// What an import did.
public struct ImportSummary: Equatable, Codable, Sendable {
    /// The contacts that are new.
    public var added: Int
    /// The contacts that were here and have changed.
    public var updated: Int
    /// The contacts that were here and say the same.
    public var unchanged: Int
    /// The contacts that were here and were left alone, as it was wished.
    public var skipped: Int

    /// Creates a summary.
    public init(added: Int = 0, updated: Int = 0, unchanged: Int = 0, skipped: Int = 0) {
        self.added = added
        self.updated = updated
        self.unchanged = unchanged
        self.skipped = skipped
    }

    /// All contacts that were read.
    public var total: Int { added + updated + unchanged + skipped }
}

/// What becomes of an imported contact that is here already.
public enum DuplicateRule: String, CaseIterable, Codable, Sendable {
    /// The one that is here takes on what the imported one says; what that says nothing about stays.
    case update
    /// The one that is here stays as it is.
    case skip
    /// The imported one is added beside it.
    case keep
}
