public import Bloc

/// Keeps durable blocs, their messages and their timers.
///
/// Every store passes the same conformance suite. A store is a description; a host opens a ``StoreSession`` of its own.
public protocol DurableStore: Sendable {
    /// The clock that timers, leases and back-off use.
    var clock: BlocClock { get }

    /// Opens the store for a host, creating it if there is none.
    ///
    /// - Parameters:
    ///   - host: The name of the host, unique among all hosts that the store ever had.
    ///   - changed: Called after other hosts have committed something, from any thread.
    /// - Returns: The session, which is used by one thread at a time.
    /// - Throws: ``DurableError`` when the store cannot be used.
    func open(as host: String, changed: @escaping @Sendable () -> Void) throws -> any StoreSession
}

/// A host's connection to a store.
///
/// A host calls it from its writer alone, one call at a time, and all but ``now`` and ``close()`` inside ``transaction(_:)``.
public protocol StoreSession: AnyObject, Sendable {
    /// The time on the store's clock, which never goes back; readable from any thread.
    var now: StoreTime { get }

    /// Runs `body` as one transaction: when this returns, all of it is on disk; when it throws, none of it.
    ///
    /// `body` may run several times, of which the last one counts.
    func transaction(_ body: () throws -> Void) throws

    // MARK: Blocs

    /// Takes the ownership of blocs of a type under new epochs, unless a host with a valid lease has them or their version is a
    /// newer one.
    ///
    /// Blocs that are new are created.
    ///
    /// - Returns: The answer for each bloc, by its identifier.
    func claim(_ ids: Set<String>, type: String, version: Int) throws -> [String: Claim]
    /// Stores what an event led to; `false` if the bloc has a later epoch or is at another sequence number, or if the message that
    /// brought the event is no longer stored.
    func commit(_ change: Change) throws -> Bool
    /// Gives a bloc up at once, so that another host can take it.
    func release(_ key: StoreKey) throws
    /// Whether the bloc still has the epoch.
    func isCurrent(_ bloc: Int64, epoch: Int64) throws -> Bool
    /// Keeps the result of a step; `false` if the bloc has a later epoch.
    func record(_ result: [UInt8], step: String, entry: String, bloc: Int64, epoch: Int64) throws -> Bool
    /// The blocs of these types that work or a message waits for and that no valid lease covers.
    func orphans(_ types: [String]) throws -> [StoreKey]
    /// The blocs of these types whose wake-up is due and that no other host owns, at most 1,000.
    func due(_ types: [String]) throws -> [StoreKey]
    /// The time of the next wake-up after now.
    func nextWake(_ types: [String]) throws -> StoreTime?

    // MARK: Messages

    /// Adds an event for a bloc that another host may own, unless the bloc already has the request.
    func send(_ message: Outgoing, request: String) throws
    /// The messages that arrived since the last call, or `all`, for blocs that no other host owns.
    func messages(_ types: [String], all: Bool) throws -> [Message]
    /// Removes a message whose event changed nothing, and keeps the outcome of its request.
    func finish(_ message: Int64, _ key: StoreKey, _ request: Request?) throws
    /// The outcome of a request, once there is one.
    func outcome(of request: String, _ key: StoreKey) throws -> Request?
    /// Sends a message to the managers of all hosts.
    func broadcast(_ type: String, _ body: [UInt8]) throws
    /// The broadcasts since the last call, or since the session was opened.
    func broadcasts() throws -> [(type: String, body: [UInt8])]

    // MARK: Leases

    /// Extends the lease of this host; `true` if it had ended before, so that other hosts may own its blocs now.
    func renew(_ lease: Duration) throws -> Bool
    /// A value that changes when a host comes, ends or has lost its lease.
    func membership() throws -> String
    /// Forgets journal entries and outcomes of requests from before these times.
    func prune(journal: StoreTime, requests: StoreTime) throws
    /// Ends the lease and the session.
    func close()

    // MARK: Operating

    /// The stored blocs, all or those of a type or with an identifier, by key.
    func blocs(type: String?, id: String?, after: StoreKey?, limit: Int) throws -> [StoredBlocInfo]
    /// The journal of a bloc, oldest entry first.
    func journal(_ key: StoreKey) throws -> [JournalEntry]
    /// Parks work, a message or a bloc.
    func park(_ item: ParkedItem) throws
    /// What is parked, of one bloc or of all.
    func parked(_ key: StoreKey?) throws -> [ParkedItem]
    /// Lets a parked item go on, if there is one.
    func retry(_ key: StoreKey, _ name: String) throws -> Bool
    /// Gives a parked item up, if there is one: work does not run again until its state is entered anew; a message or a bloc is
    /// removed.
    func drop(_ key: StoreKey, _ name: String) throws -> Bool
}

/// The key of a bloc in a store.
public struct StoreKey: Hashable, Sendable, CustomStringConvertible {
    /// The ``DurableBloc/durableName`` of the bloc's type.
    public let type: String
    /// The identifier of the bloc among those of the type.
    public let id: String

    /// Creates a key.
    public init(type: String, id: String) {
        self.type = type
        self.id = id
    }

    /// The type and the identifier: `OrderBloc/4711`.
    public var description: String { "\(type)/\(id)" }
}

/// The answer of a store to a claim.
public enum Claim: Sendable {
    /// The host owns the bloc now.
    case owned(StoredBloc)
    /// Another host owns it.
    case elsewhere
    /// It was written by a newer version of the program.
    case newer(Int)
    /// It is parked with this error.
    case parked(String)
}

/// A bloc as its last commit left it.
public struct StoredBloc: Sendable {
    /// The number of the bloc in the store.
    public var row: Int64
    /// The epoch of the ownership.
    public var epoch: Int64
    /// The version of the state.
    public var version: Int
    /// The number of events that were committed.
    public var sequence: Int64
    /// The state; `nil` before the first commit.
    public var state: [UInt8]?
    /// Where works and timers stand.
    public var progress: [UInt8]?
    /// The recorded results of steps, by entry and step.
    public var steps: [StepKey: [UInt8]]
    /// The parked works.
    public var parked: [ParkedItem]
    /// The waiting messages, oldest first.
    public var messages: [Message]
}

/// Names a step of one run of work; see ``DurableWork/once(_:_:)``.
public struct StepKey: Hashable, Sendable {
    /// The work, and the event that entered its state.
    public let entry: String
    /// The step.
    public let step: String
}

/// What one event led to: stored as a whole or not at all.
public struct Change: Sendable {
    /// The number of the bloc in the store.
    public var row: Int64
    /// The bloc.
    public var key: StoreKey
    /// The epoch in which the event was handled.
    public var epoch: Int64
    /// The number of the event, one more than that of the last commit.
    public var sequence: Int64
    /// The version of the state and the event.
    public var version: Int
    /// The new state.
    public var state: [UInt8]
    /// Where works and timers stand.
    public var progress: [UInt8]
    /// The time of the next wake-up.
    public var wake: StoreTime?
    /// Whether work belongs to the state.
    public var isActive: Bool
    /// The time of the event.
    public var time: StoreTime
    /// What the event came from: another bloc's event, work, a timer; `nil` from outside.
    public var cause: String?
    /// The event.
    public var event: [UInt8]
    /// Whether the journal keeps the event.
    public var isJournaled: Bool
    /// The messages to other blocs.
    public var messages: [Outgoing]
    /// The message that brought the event.
    public var message: Int64?
    /// The request of the event, and its outcome.
    public var request: Request?
    /// The entries that are over: what was recorded for them is forgotten.
    public var ended: [(work: String, entry: String)]
}

/// An event for another bloc.
public struct Outgoing: Sendable {
    /// The receiver.
    public var key: StoreKey
    /// The version of the event.
    public var version: Int
    /// The event.
    public var event: [UInt8]
    /// The event that sent it; `nil` from outside.
    public var cause: String?
}

/// A stored event that its bloc has not handled.
public struct Message: Sendable {
    /// The number, in the order of arrival.
    public var number: Int64
    /// The receiver, the event and its cause.
    public var content: Outgoing
    /// The name of its request, if it came from outside.
    public var request: String?
}

/// A request and its outcome.
public struct Request: Sendable {
    /// The name that its sender gave it.
    public var name: String
    /// Why its event changed nothing; `nil` if it was handled.
    public var failure: String?
}

/// A stored bloc as an operator sees it.
public struct StoredBlocInfo: Sendable {
    /// The key.
    public var key: StoreKey
    /// The version of the state.
    public var version: Int
    /// The number of events that were committed.
    public var sequence: Int64
    /// The state as JSON; `nil` before the first commit.
    public var state: [UInt8]?
    /// The time of the next wake-up.
    public var wake: StoreTime?
    /// Whether work belongs to the state.
    public var isActive: Bool
    /// The host that owns it, if that has a valid lease.
    public var owner: String?
}

/// An event in the journal of a bloc.
public struct JournalEntry: Sendable {
    /// The number of the event in its bloc, counted from 1.
    public var sequence: Int64
    /// The time of the event.
    public var time: StoreTime
    /// What the event came from; `nil` from outside.
    public var cause: String?
    /// The version of event and state.
    public var version: Int
    /// The event as JSON.
    public var event: [UInt8]
    /// The state after it as JSON.
    public var state: [UInt8]
}

/// Work that failed for good, a message that cannot be read, or a damaged bloc.
public struct ParkedItem: Sendable {
    /// The bloc.
    public var key: StoreKey
    /// The name of the work, `message` and its number, or `bloc`.
    public var name: String
    /// The error.
    public var error: String
    /// The time at which it was parked.
    public var time: StoreTime
    /// Whether an operator gave it up.
    public var isDropped = false
    /// The message, if it is one.
    public var message: Message?

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
        /// The store cannot be read or written.
        case storeFailed = "store-failed"
        /// A bloc is parked.
        case parked
        /// A stored state or event cannot be decoded.
        case undecodable
        /// The type of a bloc or broadcast is not registered with the host.
        case unregistered
        /// An event of a request failed in another process.
        case failed
        /// The host has been closed, or has lost the bloc to another host.
        case closed
    }

    /// The kind of error.
    public let code: Code
    /// What happened and what to do.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }

    package static func newerTables(_ store: String, _ stored: Int64, known: Int64) -> DurableError {
        DurableError(
            .newerVersion,
            "“\(store)” has the tables of version \(stored); this program knows version \(known). Update it."
        )
    }
}
