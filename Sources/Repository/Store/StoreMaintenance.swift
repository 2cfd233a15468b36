public import Primitives

/// Checks, repairs and copies a store.
///
/// Methods throw ``RepositoryError``, and `CancellationError` if the task is cancelled. A store that doesn't exist has
/// no problems and isn't created.
public protocol StoreMaintenance: Sendable {
    /// Reads every contact, history step and table, and looks for problems.
    ///
    /// With `full`, it compares every index with its table, which takes several times as long.
    func check(full: Bool) async throws -> [StoreProblem]

    /// Repairs whatever is damaged, missing, unreadable or wrong, without losing anything readable.
    ///
    /// A damaged database is copied as far as it can be read, and then set aside as a whole; unreadable records are set
    /// aside in a separate file. A wrong search index is rebuilt, as are sort keys and groups.
    func repair(at time: Date) async throws -> StoreRepair

    /// Writes a copy of the store to another file, which is replaced atomically.
    func backup(to path: String) async throws
}

/// A defect of a store.
public enum StoreProblem: Equatable, Sendable {
    /// The file is damaged, in SQLite's words.
    case damaged(String)
    /// The database lacks these tables, columns or indexes.
    case missing([String])
    case unreadable([UnreadableRecord])
    /// The search index or the sort keys don't match the contacts.
    case searchIndex
    /// Other users can read the file.
    case permissions(path: String, mode: Int)

    package var isOfDatabase: Bool {
        switch self {
        case .damaged, .missing: true
        case .unreadable, .searchIndex, .permissions: false
        }
    }
}

/// The outcome of repairing a store.
public struct StoreRepair: Equatable, Sendable {
    /// The new path of the damaged database, which is kept whole; `nil` if it wasn't moved.
    package var database: String?
    package var saved = 0
    /// The file with the unreadable records; `nil` if there were none.
    package var recordFile: String?
    package var records: [UnreadableRecord] = []
    /// Whether the search index, sort keys and groups were rebuilt.
    package var hasNewIndex = false

    package init() {}
}

/// A record in the store that can't be read, while those around it can.
public struct UnreadableRecord: Error, Hashable, Codable, Sendable {
    /// The content of a record.
    public enum Kind: String, Codable, Sendable {
        /// The values that were typed or imported here for a contact.
        case card
        /// The effect of a history step on a contact.
        case historyEntry
        /// The number or the time of a history step.
        case historyStep
        case page
    }

    package var kind: Kind
    /// The identifier of the contact; `nil` if the record isn't about a contact.
    package var contact: ContactID?
    /// The number of the step or the page; `nil` if it is neither.
    package var number: Int64?
    /// The name of the contact, as far as it can be read.
    package var name: String?

    /// A description for the middle of a sentence, without the name, which is personal.
    package var subject: String {
        let id = DisplaySafeText.line(contact?.rawValue ?? "", limit: 64)
        let number = number.map(String.init) ?? "?"
        return switch kind {
        case .card: "the stored data of the contact “\(id)”"
        case .historyEntry: "the change to the contact “\(id)” in step \(number) of the history"
        case .historyStep: "the number or the time of step \(number) of the history"
        case .page: "the time when page \(number) was fetched"
        }
    }

    /// Advice for the user.
    package static let advice = "Run contacts doctor --fix, which sets it aside in a file and keeps the rest."
}

/// Called for each record that is left out because it can't be read.
package typealias UnreadableHandler = @Sendable (UnreadableRecord) -> Void
