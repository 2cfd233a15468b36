public import Bloc

/// A store for durable blocs, their messages and their timers.
///
/// Every store passes the same conformance suite. A store is only a description; each host opens its own ``StoreSession``.
public protocol DurableStore: Sendable {
    /// The clock for timers, leases and back-off.
    var clock: BlocClock { get }

    /// Opens the store for a host, creating it if it doesn't exist.
    ///
    /// No two hosts that the store has ever had share a name. `changed` is called, from any thread, after other hosts
    /// have committed something.
    ///
    /// - Throws: ``DurableError`` if the store can't be used.
    func open(as host: String, changed: @escaping @Sendable () -> Void) throws -> StoreSession
}

/// The key of a bloc in a store.
public struct StoreKey: Hashable, Sendable, CustomStringConvertible {
    /// The ``DurableBloc/durableName`` of the bloc's type.
    public let type: String
    /// The identifier of the bloc among those of its type.
    public let id: String

    /// Creates a key.
    public init(type: String, id: String) {
        self.type = type
        self.id = id
    }

    /// The type and the identifier: `OrderBloc/4711`.
    public var description: String { "\(type)/\(id)" }
}

/// A store's answer to a claim.
package enum Claim: Sendable {
    case owned(StoredBloc)
    /// Another host owns it.
    case elsewhere
    /// It was written by this newer version of the program.
    case newer(Int)
    /// It is parked with this error.
    case parked(String)
}

/// The row number of a bloc in the store, and the epoch in which a host owns it.
package struct Hold: Sendable {
    var row: Int64 = 0
    var epoch: Int64 = 0
}

/// The key of a step in one run of work; see ``DurableWork/once(_:_:)``.
package struct StepKey: Hashable, Sendable {
    /// The name of the work, and the event that entered its state.
    let entry: String
    let step: String
}

/// The result of one event, stored completely or not at all.
package struct Change: Sendable {
    var key: StoreKey
    /// The epoch in which the event was handled.
    var hold: Hold
    /// The event and the resulting state; its number is one more than that of the last commit.
    var entry: JournalEntry
    var isJournaled: Bool
    var progress: [UInt8]
    /// The time of the next wake-up.
    var wake: StoreTime?
    /// Whether work belongs to the state.
    var isActive: Bool
    /// The messages for other blocs.
    var messages: [Message]
    /// The message that delivered the event.
    var message: Message?
    /// The entries that have ended; data recorded for them is deleted.
    var ended: [(work: String, entry: String)]
}

/// An event for another bloc, which has not handled it yet.
package struct Message: Sendable {
    /// The number, in the order of arrival; 0 until it is stored.
    var number: Int64 = 0
    /// The receiver.
    var key: StoreKey
    var version: Int
    var event: [UInt8]
    /// The event that sent it; `nil` if it came from outside.
    var cause: String?
    /// The name of the request, if the event came from outside.
    var request: String?
}

/// A bloc as of its last commit.
public struct StoredBloc: Sendable {
    /// The key.
    public var key: StoreKey
    package var version: Int
    /// The number of committed events.
    public var sequence: Int64
    /// The state as JSON; `nil` before the first commit.
    public var state: [UInt8]?
    /// The time of the next wake-up.
    public var wake: StoreTime?
    /// Whether work belongs to the state.
    public var isActive: Bool
    /// The host that owns the bloc, if its lease is valid.
    public var owner: String?

    // For the host that claims it.
    var hold: Hold
    /// The progress of works and timers.
    var progress: [UInt8]?
    /// The recorded results of steps.
    var steps: [StepKey: [UInt8]] = [:]
    var parked: [ParkedItem] = []
    /// The pending messages, oldest first.
    var messages: [Message] = []
}

/// An event in the journal of a bloc.
package struct JournalEntry: Sendable {
    /// The number of the event in its bloc, counted from 1.
    package var sequence: Int64
    package var time: StoreTime
    /// The source of the event; `nil` if it came from outside.
    package var cause: String?
    /// The version of event and state.
    var version: Int
    /// The event as JSON.
    package var event: [UInt8]
    /// The resulting state as JSON.
    package var state: [UInt8]
}

/// Work that failed for good, a message that can't be read, or a damaged bloc.
public struct ParkedItem: Sendable {
    /// The bloc.
    public var key: StoreKey
    /// The name of the work, `message` and its number, or `bloc`.
    public var name: String
    /// The error.
    public var error: String
    /// The time when it was parked.
    public var time: StoreTime
    /// Whether an operator dropped it.
    public var isDropped = false
    var message: Message?

    /// The name under which a damaged bloc is parked.
    public static let bloc = "bloc"
}

/// An error of a store or a host.
public struct DurableError: Error, Equatable, CustomStringConvertible {
    /// The kinds of error.
    public enum Code: String, Sendable {
        /// The file belongs to another program.
        case foreignStore = "foreign-store"
        /// The store or a bloc was written by a newer version of the program.
        case newerVersion = "newer-version"
        /// The store can't be read or written.
        case storeFailed = "store-failed"
        /// A bloc is parked.
        case parked
        /// A stored state or event can't be decoded.
        case undecodable
        /// The type of a bloc or broadcast is not registered with the host.
        case unregistered
        /// An event sent with a request failed in another process.
        case failed
        /// The host has been closed, or has lost the bloc to another host.
        case closed
    }

    /// The kind of error.
    public let code: Code
    /// What happened and what to do.
    public let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }

    static func takenOver(_ key: StoreKey) -> DurableError {
        DurableError(.closed, "Another host has taken over “\(key)”.")
    }

    package static func newerTables(_ store: String, _ stored: Int64, known: Int64) -> DurableError {
        DurableError(
            .newerVersion,
            "“\(store)” has the tables of version \(stored); this program supports up to version \(known). Update it."
        )
    }
}

/// An error that rejects a transaction: another host has taken over the bloc, or has already handled the message.
package struct TakenOver: Error {
    package init() {}
}
