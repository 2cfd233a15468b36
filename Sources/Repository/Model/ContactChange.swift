/// A change of the store that a user makes.
public enum ContactChange: Equatable, Codable, Sendable {
    /// Adds a contact; it gets an identifier of its own when its identifier is empty.
    case add(Contact)
    case edit(ContactID, ContactEdit)
    case replace(ContactID, Contact)
    /// Removes the contact; a refresh does not bring back a contact of the source.
    case remove(ContactID)
    /// Drops the local changes of a contact of the source; its groups and the favorite mark stay.
    case revert(ContactID)

    /// The identifier of the contact that must exist.
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
/// the file, so that the store's thread does not wait for it.
public struct ImportedContact: Sendable {
    package let contact: Contact
    /// What is stored if the store has no such contact yet.
    let new: NewContact
    /// Whether it is a group with a name and a card of its own.
    let isGroup: Bool
    /// How a stored contact would come back from a file of the same form; `nil` for a form that is only read.
    private let rewritten: (@Sendable (Contact) -> Contact?)?
    /// Called with what became of it, before the import is complete.
    package var observer: (@Sendable (ImportOutcome) -> Void)?
    /// Makes one contact of the stored and the new one; `nil` fills what the new one lacks from the stored one.
    package var join: (@Sendable (_ stored: Contact, _ new: Contact) -> Contact)?

    /// Prepares a contact.
    ///
    /// `rewritten` writes a stored contact in the form that this one was in, and reads it again. What comes back as it
    /// was read here is the same contact, whatever the form cannot say; `nil` for a form that the program only reads.
    package init(_ contact: Contact, rewritten: (@Sendable (Contact) -> Contact?)? = nil) {
        self.contact = contact
        self.rewritten = rewritten
        new = NewContact(contact)
        isGroup = !contact.lines.isEmpty && contact.kind == "group" && !contact.displayName.isEmpty
    }

    /// Whether the contact is what the program itself would have written of the stored one.
    func isRewritten(_ stored: Contact) -> Bool { rewritten?(stored) == contact }
}

/// What became of one contact of an import.
public enum ImportOutcome: Equatable, Sendable {
    case added
    case updated(from: Contact, to: Contact)
    /// The stored contact has the same values.
    case unchanged
    /// The stored contact was left alone.
    case skipped
}

/// Counts what an import did.
public struct ImportSummary: Equatable, Codable, Sendable {
    package var added = 0
    /// The contacts that the store had and that have changed.
    package var updated = 0
    /// The contacts that the store had with the same values.
    package var unchanged = 0
    /// The contacts that the store had and that were left alone, by ``DuplicateRule/skip``.
    package var skipped = 0

    package var total: Int { added + updated + unchanged + skipped }
}

/// What an import does with a contact that the store has already.
public enum DuplicateRule: String, CaseIterable, Codable, Sendable {
    /// The stored contact takes the values of the imported one; fields that the import does not have stay.
    case update
    case skip
    /// The imported one is added beside it.
    case keep
}
