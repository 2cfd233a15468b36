import Repository
import Synchronization

/// Hands out contacts in batches of a thousand.
final class Batches: Sendable {
    private let rest: Mutex<ArraySlice<Contact>>

    init(_ contacts: [Contact]) {
        rest = Mutex(contacts[...])
    }

    func next() -> [ImportedContact]? {
        rest.withLock { rest -> [ImportedContact]? in
            guard !rest.isEmpty else { return nil }
            defer { rest = rest.dropFirst(1000) }
            return rest.prefix(1000).map { ImportedContact($0) }
        }
    }
}
