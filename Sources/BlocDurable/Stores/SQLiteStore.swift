public import Bloc
// On Linux its sources aren't `Sendable`, though any thread may cancel one.
@preconcurrency import Dispatch
import Synchronization

extension DurableStore where Self == SQLiteStore {
    /// A store in a SQLite file, which several processes of one machine can share.
    public static func sqlite(_ path: String) -> SQLiteStore { SQLiteStore(path) }
}

/// A store in a SQLite file, in WAL mode with `synchronous=FULL`: what was committed survives a power cut.
public struct SQLiteStore: DurableStore {
    /// The path of the file.
    public let path: String
    /// The clock.
    public let clock: BlocClock
    /// Whether a missing file is created.
    public let creates: Bool
    /// The wall clock, read once: afterwards it may jump without moving a timer.
    private let start: StoreTime

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - clock: The clock of timers and leases.
    ///   - creates: Whether a missing file is created.
    public init(_ path: String, clock: BlocClock = .continuous, creates: Bool = true) {
        self.path = path
        self.clock = clock
        self.creates = creates
        start = SQLiteSession.wallTime - clock.now()
    }

    /// Opens the file.
    public func open(as host: String, changed: @escaping @Sendable () -> Void) throws -> any StoreSession {
        let session = try SQLiteSession(
            database: SQLite(path, creates: creates),
            host: host,
            clock: clock,
            start: start
        )
        try session.setUp(path)
        // Another connection: this one would also see its own commits, and belongs to the writer.
        let watch = Watch(try SQLite(path, creates: false))
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "bloc.store.watch"))
        timer.schedule(deadline: .now(), repeating: .milliseconds(20), leeway: .milliseconds(5))
        timer.setEventHandler { if watch.hasChanged() { changed() } }
        timer.resume()
        session.whenClosed { timer.cancel() }
        return session
    }

    /// Looks for commits of other connections.
    private final class Watch: Sendable {
        private let database: SQLite
        private let seen = Atomic<Int64>(-1)

        init(_ database: SQLite) {
            self.database = database
        }

        func hasChanged() -> Bool {
            guard let version = try? database.run("PRAGMA data_version").first?.integer(0) else { return false }
            return seen.exchange(version, ordering: .relaxed) != version
        }
    }
}

/// A store in memory, for tests: hosts of one process share it, and each can be made to crash.
public final class MemoryStore: DurableStore {
    /// A moment of a transaction; the last two only of one that stores events.
    package enum Moment: Sendable {
        case begin
        case beforeCommit
        case afterCommit
    }

    /// The clock.
    public let clock: BlocClock

    private let database: SQLite
    private let turn = Mutex<Void>(())
    private let listeners = Lock<[String: @Sendable () -> Void]>([:])
    /// Called in each transaction; what it throws is a crash of the host.
    package let fault = Lock<(@Sendable (_ host: String, Moment) throws -> Void)?>(nil)

    /// Creates an empty store.
    ///
    /// - Parameter clock: The clock of timers and leases, such as a manual one.
    public init(clock: BlocClock = .continuous) {
        self.clock = clock
        do {
            database = try SQLite(":memory:", creates: true)
        } catch {
            preconditionFailure("\(error)")  // Out of memory.
        }
    }

    /// Opens a session that shares the memory with all others.
    public func open(as host: String, changed: @escaping @Sendable () -> Void) throws -> any StoreSession {
        let session = SQLiteSession(
            database: database,
            host: host,
            clock: clock,
            start: StoreTime(microseconds: 0),
            alone: { [self] body in try turn.withLock { _ in try body() } },
            fault: { [self] in try fault.withLock { $0 }?(host, $0) },
            committed: { [self] in
                for (_, changed) in listeners.withLock({ $0.filter { $0.key != host } }) { changed() }
            }
        )
        try session.setUp()
        listeners.withLock { $0[host] = changed }
        session.whenClosed { [weak self] in self?.forget(host) }
        return session
    }

    /// Ends the lease of a host that has crashed, so that a test need not wait for that.
    func endLease(of host: String) throws {
        try turn.withLock { _ in _ = try database.run("UPDATE host SET expires = 0 WHERE name = ?", .text(host)) }
    }

    /// Ends the notifications of a host.
    private func forget(_ host: String) {
        listeners.withLock { $0[host] = nil }
    }
}
