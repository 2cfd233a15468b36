import Repository
import Synchronization

/// Gives contacts away by thousands.
final class Batches: Sendable {
    private let rest: Mutex<ArraySlice<Contact>>

    init(_ contacts: [Contact]) {
        rest = Mutex(contacts[...])
    }

    func next() -> [Contact]? {
        rest.withLock { rest in
            guard !rest.isEmpty else { return nil }
            defer { rest = rest.dropFirst(1000) }
            return Array(rest.prefix(1000))
        }
    }
}
