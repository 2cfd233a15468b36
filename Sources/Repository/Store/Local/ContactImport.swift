#if canImport(FoundationEssentials)
import struct FoundationEssentials.UUID
#else
import struct Foundation.UUID
#endif

/// Imports contacts into a store as one step of history.
package struct ContactImport {
    private let duplicates: DuplicateRule
    private var changes: ContactChanges
    package private(set) var summary = ImportSummary()

    package init(title: String, duplicates: DuplicateRule) {
        self.duplicates = duplicates
        changes = ContactChanges(title: title)
    }

    /// Adds a contact, or updates the stored contact that it is.
    package mutating func add(_ imported: ImportedContact, to store: inout some LocalStore) throws {
        let contact = imported.contact
        // The identifier made of the UID, if the search computed it.
        var made: ContactID?
        guard let found = try find(contact, in: &store, made: &made) else {
            summary.added += 1
            try changes.insert(imported.new, as: made ?? Self.freeIdentifier(for: contact), to: &store)
            imported.observer?(.added)
            return
        }
        switch duplicates {
        case .keep:
            summary.added += 1
            try changes.insert(imported.new, as: Self.randomIdentifier(), to: &store)
            imported.observer?(.added)
        case .skip where !found.record.isRemoved:
            summary.skipped += 1
            imported.observer?(.skipped)
        case .skip, .update:
            let shown = found.shown
            let now = try changes.replace(found, in: &store) { contact.filled(from: $0) }
            let isSame = now == shown && !found.record.isRemoved
            if isSame { summary.unchanged += 1 } else { summary.updated += 1 }
            imported.observer?(isSame ? .unchanged : .updated(from: shown, to: now))
        }
    }

    /// Finds the stored contact with the same UID or identifier.
    private func find(
        _ contact: Contact,
        in store: inout some LocalStore,
        made: inout ContactID?
    ) throws -> StoredContact? {
        if let uid = contact.uid, !uid.isEmpty {
            if let id = try store.identifier(withUID: uid) { return try store.stored(id) }
            let named = Self.identifiers(namedBy: uid)
            for id in named {
                if let stored = try store.stored(id) { return stored }
            }
            let own = Self.identifier(madeOf: uid)
            made = own
            return named.contains(own) ? nil : try store.stored(own)
        }
        return contact.id.rawValue.isEmpty ? nil : try store.stored(contact.id)
    }

    /// Returns an unused identifier for a contact without a UID.
    private static func freeIdentifier(for contact: Contact) -> ContactID {
        ContactIdentity.usable(contact.id.rawValue) ?? randomIdentifier()
    }

    /// The identifiers in this store that a UID may name.
    private static func identifiers(namedBy uid: String) -> [ContactID] {
        let prefix = "urn:uuid:"
        let bare = uid.lowercased().hasPrefix(prefix) ? String(uid.dropFirst(prefix.count)) : uid
        let lower = bare.lowercased()
        return (lower == bare ? [bare] : [bare, lower]).map(ContactID.init(rawValue:))
    }

    /// The identifier for a UID: the UUID in it, else one derived from it.
    static func identifier(madeOf uid: String) -> ContactID {
        if let named = identifiers(namedBy: uid).last, UUID(uuidString: named.rawValue) != nil { return named }
        return ContactIdentity.named(uid)
    }

    private static func randomIdentifier() -> ContactID { ContactID(rawValue: UUID().uuidString.lowercased()) }
}

extension Contact {
    /// Returns the contact with its missing values filled from the other one.
    fileprivate func filled(from other: Contact) -> Contact {
        var filled = other
        let hasName = CardField.nameParts.contains { !CardField.all[$0].isEmpty(self) }
        for place in CardField.all.indices where place != CardField.phone && place != CardField.cell {
            let isPartOfName = CardField.nameParts.contains(place)
            guard isPartOfName ? hasName : !CardField.all[place].isEmpty(self) else { continue }
            CardField.all[place].copy(from: self, to: &filled)
        }
        // The stored contact is already found by the identifier made of this UID.
        if let uid, ContactImport.identifier(madeOf: uid) == other.id { filled.uid = other.uid }
        return filled
    }
}
