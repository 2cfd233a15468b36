public import Bloc
// On Linux dispatch sources aren't `Sendable`, although any thread may cancel one.
@preconcurrency import Dispatch

extension DurableStore where Self == SQLiteStore {
    /// A store in a SQLite file, which several processes on one machine can share.
    public static func sqlite(_ path: String) -> SQLiteStore { SQLiteStore(path) }
}

/// A store in a SQLite file, in WAL mode with `synchronous=FULL`: committed data survives a power cut.
public struct SQLiteStore: DurableStore {
    /// The clock.
    public let clock: BlocClock
    private let path: String
    private let creates: Bool
    /// The wall-clock time, read only once: later jumps of the wall clock don't move timers.
    private let start: StoreTime

    /// Creates a store with a clock for timers and leases; `creates` says whether a missing file is created.
    public init(_ path: String, clock: BlocClock = .continuous, creates: Bool = true) {
        self.path = path
        self.clock = clock
        self.creates = creates
        start = .onWall - clock.now()
    }

    /// Opens the file.
    public func open(as host: String, changed: @escaping @Sendable () -> Void) throws -> StoreSession {
        let database = try SQLite(path, creates: creates)
        let session = try StoreSession(database: database, host: host, clock: clock, start: start)
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "bloc.store.watch"))
        timer.schedule(deadline: .now(), repeating: .milliseconds(20), leeway: .milliseconds(5))
        // The host queries the database on its own thread.
        timer.setEventHandler { changed() }
        timer.resume()
        database.whenClosed = { timer.cancel() }
        return session
    }
}

/// A store in memory, for tests: the hosts of a process share it, and each one can be made to crash.
public final class MemoryStore: DurableStore {
    /// A point in a transaction; the second and third occur only if the transaction stores events.
    package enum Moment: Sendable {
        case begin
        case beforeCommit
        case afterCommit
        case end
    }

    /// The clock.
    public let clock: BlocClock

    private let database = Result { try SQLite(":memory:", creates: true) }
    private let listeners = Lock<[String: @Sendable () -> Void]>([:])
    /// Called in each transaction, but not at its end; throwing crashes the host.
    package let fault = Lock<(@Sendable (_ host: String, Moment) throws -> Void)?>(nil)

    /// Creates an empty store with a clock for timers and leases, such as a manual one.
    public init(clock: BlocClock = .continuous) {
        self.clock = clock
    }

    /// Opens a session that shares the memory with all others.
    public func open(as host: String, changed: @escaping @Sendable () -> Void) throws -> StoreSession {
        let start = StoreTime(microseconds: 0)
        let session = try StoreSession(database: database.get(), host: host, clock: clock, start: start)
        session.reached = { [self] moment in
            if moment != .end { try fault.withLock { $0 }?(host, moment) }
            if moment == .end { for (_, changed) in listeners.withLock({ $0.filter { $0.key != host } }) { changed() } }
        }
        listeners.withLock { $0[host] = changed }
        return session
    }

    /// Ends the lease of a crashed host, so that a test doesn't have to wait for it to expire.
    func endLease(of host: String) throws {
        let database = try database.get()
        try database.transaction(takesTurn: true) {
            _ = try database.run("UPDATE host SET expires = 0 WHERE name = ?1", [host])
        }
    }
}
