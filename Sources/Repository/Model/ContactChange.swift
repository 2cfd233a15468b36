/// A change to the store that a user makes.
public enum ContactChange: Equatable, Codable, Sendable {
    /// Adds a contact; it gets a new identifier if its own is empty.
    case add(Contact)
    case edit(ContactID, ContactEdit)
    case replace(ContactID, Contact)
    /// Removes the contact; a refresh doesn't restore a removed contact of the source.
    case remove(ContactID)
    /// Drops the local changes to a contact of the source; its groups and favorite mark are kept.
    case revert(ContactID)

    /// The identifier of the contact that must already exist.
    var existing: ContactID? {
        switch self {
        case .add: nil
        case .edit(let id, _), .replace(let id, _), .remove(let id), .revert(let id): id
        }
    }
}

/// A contact from a file, prepared for a store.
///
/// Preparing takes about a quarter of the time of storing. The initializer does it on the caller's thread, which reads
/// the file, so that the store's thread doesn't have to.
public struct ImportedContact: Sendable {
    package let contact: Contact
    /// The record to store if the store doesn't have the contact yet.
    let new: NewContact
    /// Whether it is a named group that has its own card.
    let isGroup: Bool
    /// Returns a stored contact after a round trip through the file's format; `nil` for read-only formats.
    private let rewritten: (@Sendable (Contact) -> Contact?)?
    /// Called with the outcome, before the import is complete.
    package var observer: (@Sendable (ImportOutcome) -> Void)?
    /// Combines the stored and the new contact; `nil` keeps stored values only in fields that the new one lacks.
    package var join: (@Sendable (_ stored: Contact, _ new: Contact) -> Contact)?

    /// Prepares a contact.
    ///
    /// `rewritten` writes a stored contact in the format of this one, and reads it again. If the result equals this
    /// one, it is the same contact, even if the format can't represent everything; `nil` for read-only formats.
    package init(_ contact: Contact, rewritten: (@Sendable (Contact) -> Contact?)? = nil) {
        self.contact = contact
        self.rewritten = rewritten
        new = NewContact(contact)
        isGroup = !contact.lines.isEmpty && contact.kind == "group" && !contact.displayName.isEmpty
    }

    /// Whether the program itself would have written this contact for the stored one.
    func isRewritten(_ stored: Contact) -> Bool { rewritten?(stored) == contact }
}

/// The outcome for one contact of an import.
public enum ImportOutcome: Equatable, Sendable {
    case added
    case updated(from: Contact, to: Contact)
    /// The stored contact already had these values.
    case unchanged
    /// The stored contact wasn't touched.
    case skipped
}

/// The numbers of contacts in an import, by outcome.
public struct ImportSummary: Equatable, Codable, Sendable {
    package var added = 0
    /// The contacts that were already in the store and have changed.
    package var updated = 0
    /// The contacts that were already in the store with the same values.
    package var unchanged = 0
    /// The contacts already in the store that weren't touched because of ``DuplicateRule/skip``.
    package var skipped = 0

    package var total: Int { added + updated + unchanged + skipped }
}

/// The rule for imported contacts that are already in the store.
public enum DuplicateRule: String, CaseIterable, Codable, Sendable {
    /// The stored contact takes the values of the imported one; fields missing in the import are kept.
    case update
    case skip
    /// The imported contact is added as another one.
    case keep
}
