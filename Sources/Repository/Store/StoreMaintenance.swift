public import Primitives

/// Checks, repairs and copies a store.
///
/// Methods throw ``RepositoryError``, and `CancellationError` when the task is cancelled. A store that does not exist
/// has no problems and is not created.
public protocol StoreMaintenance: Sendable {
    /// Reads every contact, step of history and table, and looks for problems.
    ///
    /// With `full` it compares every index with its table, which takes several times as long.
    func check(full: Bool) async throws -> [StoreProblem]

    /// Repairs what is damaged, missing, unreadable or wrong, and loses nothing that can be read.
    ///
    /// A damaged database is copied as far as it can be read, and set aside whole; records that cannot be read are set
    /// aside in a file of their own. A wrong search index is made again, and so are sort keys and groups.
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
    /// The search index or the sort keys contradict the contacts.
    case searchIndex
    /// Users other than the owner may read the file.
    case permissions(path: String, mode: Int)

    package var isOfDatabase: Bool {
        switch self {
        case .damaged, .missing: true
        case .unreadable, .searchIndex, .permissions: false
        }
    }
}

/// What a repair of a store did.
public struct StoreRepair: Equatable, Sendable {
    /// Where the damaged database is now, whole; `nil` when it stayed in its place.
    package var database: String?
    package var saved = 0
    /// The file with the records that could not be read; `nil` when there were none.
    package var recordFile: String?
    package var records: [UnreadableRecord] = []
    /// Whether the search index, sort keys and groups were made again.
    package var hasNewIndex = false

    package init() {}
}

/// Something in the store that cannot be read, while what is beside it can.
public struct UnreadableRecord: Error, Hashable, Codable, Sendable {
    /// What is kept there.
    public enum Kind: String, Codable, Sendable {
        /// What was typed or imported here for a contact.
        case card
        /// What a step of history did to a contact.
        case historyEntry
        /// The number or the time of a step of history.
        case historyStep
        case page
    }

    package var kind: Kind
    /// The identifier of the contact; `nil` when it is none.
    package var contact: ContactID?
    /// The number of the step or the page; `nil` when it is neither.
    package var number: Int64?
    /// The name of the contact, as far as it can be read.
    package var name: String?

    /// What cannot be read, in the middle of a sentence; without the name, which is personal.
    package var subject: String {
        let id = DisplaySafeText.line(contact?.rawValue ?? "", limit: 64)
        let number = number.map(String.init) ?? "?"
        return switch kind {
        case .card: "what is kept of the contact “\(id)”"
        case .historyEntry: "what step \(number) of the history did to the contact “\(id)”"
        case .historyStep: "the number or the time of step \(number) of the history"
        case .page: "the time at which page \(number) was fetched"
        }
    }

    /// What to do about it.
    package static let advice = "Run contacts doctor --fix, which sets it aside in a file and keeps the rest."
}

/// Called for each record that is left out because it can't be read.
package typealias LeftOut = @Sendable (UnreadableRecord) -> Void

extension RepositoryError {
    init(_ record: UnreadableRecord) {
        let subject = record.subject
        self.init(
            .unreadableDatabase,
            "\(subject.prefix(1).uppercased())\(subject.dropFirst()) cannot be read. \(UnreadableRecord.advice)"
        )
    }
}
