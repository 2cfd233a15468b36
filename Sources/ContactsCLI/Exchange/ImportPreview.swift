import Repository
import Synchronization

/// The effect that an import would have.
struct ImportPreview: Equatable, Codable, Sendable {
    /// The maximum number of contacts of each kind that are named.
    private static let limit = 10

    private(set) var added = 0
    private(set) var updated = 0
    /// The number of contacts that would stay as they are.
    private(set) var kept = 0
    private(set) var addedNames: [String] = []
    /// The first contacts that would change, each with its changed fields.
    private(set) var updatedNames: [String] = []

    mutating func add(_ outcome: ImportOutcome, _ contact: Contact) {
        switch outcome {
        case .added:
            added += 1
            if addedNames.count < Self.limit { addedNames.append(contact.displayName) }
        case .updated(let old, let new):
            updated += 1
            guard updatedNames.count < Self.limit else { return }
            let fields = Self.changed(old, new).joined(separator: ", ")
            updatedNames.append(new.displayName + (fields.isEmpty ? "" : " (\(fields))"))
        case .unchanged, .skipped: kept += 1
        }
    }

    var text: String {
        var sentences: [String] = []
        for (verb, count, names) in [("add", added, addedNames), ("update", updated, updatedNames)] where count > 0 {
            let more = count > names.count ? ", and \(count - names.count) more" : ""
            sentences.append("Would \(verb) \(CountText.contacts(count)): \(names.joined(separator: ", "))\(more).")
        }
        if kept > 0 {
            sentences.append("\(CountText.contacts(kept)) would stay as \(kept == 1 ? "it is" : "they are").")
        }
        return sentences.joined(separator: " ")
    }

    private static func changed(_ old: Contact, _ new: Contact) -> [String] {
        let (before, after) = (ContactDraft(old), ContactDraft(new))
        return ContactField.editable.filter { before.differs(from: after, in: $0) }
            .compactMap { $0.input?.label?.lowercased() }
    }
}

/// Imports contacts into nothing: the store does the work, is listened to, and takes it back at the end.
final class ImportTrial: Sendable {
    /// Ends the import of a trial, so that nothing of it stays.
    struct End: Error {}

    private let found = Mutex(ImportPreview())

    var preview: ImportPreview { found.withLock { $0 } }

    /// The contacts as the store takes them, which tell what became of them.
    func observed(_ contacts: [ImportedContact]) -> [ImportedContact] {
        contacts.map { imported in
            let contact = imported.contact
            var observed = imported
            observed.observer = { outcome in self.found.withLock { $0.add(outcome, contact) } }
            return observed
        }
    }

    /// Counts contacts, none of which is stored yet.
    func add(_ contacts: [ImportedContact]) {
        found.withLock { preview in
            for imported in contacts { preview.add(.added, imported.contact) }
        }
    }
}
