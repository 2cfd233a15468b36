import Bloc
import BlocTesting
import Dispatch
import Foundation
import TestWatch
import Testing

@testable import BlocDurable

#if PostgreSQL
import BlocPostgreSQL
#endif

/// A store of each kind, which every promise is tested with.
enum StoreKind: String, CaseIterable, Sendable {
    case memory
    case sqlite
    case postgreSQL

    /// Those that are here: PostgreSQL needs its trait and a server.
    static var allCases: [StoreKind] {
        DatabaseURL.value == nil ? [.memory, .sqlite] : [.memory, .sqlite, .postgreSQL]
    }

    /// Those that processes share.
    static var shared: [StoreKind] { allCases.filter { $0 != .memory } }
}

/// The server that tests use.
enum DatabaseURL {
    #if PostgreSQL
    static let value = ProcessInfo.processInfo.environment["DATABASE_URL"]
    #else
    static let value: String? = nil
    #endif
}

/// A new store, with the clock that moves its time.
struct TestStore: DurableStore {
    let time = ManualClock()
    private let store: any DurableStore
    var clock: BlocClock { store.clock }

    init(_ kind: StoreKind, in folder: TemporaryFolder) {
        let clock = BlocClock(time)
        store =
            switch kind {
            case .memory: MemoryStore(clock: clock)
            case .sqlite: SQLiteStore(folder.path("store.db"), clock: clock)
            case .postgreSQL: Self.postgreSQL(folder, clock)
            }
    }

    private static func postgreSQL(_ folder: TemporaryFolder, _ clock: BlocClock) -> any DurableStore {
        #if PostgreSQL
        PostgreSQLStore(DatabaseURL.value ?? "", schema: folder.schema, clock: clock)
        #else
        preconditionFailure("The trait PostgreSQL is off.")
        #endif
    }

    func host(
        manager: BlocManager = BlocManager(),
        _ register: (inout DurableHost.Registrations) -> Void
    ) async throws -> DurableHost {
        try await DurableHost(store: store, manager: manager, register)
    }

    func open(as host: String, changed: @escaping @Sendable () -> Void) throws -> StoreSession {
        try store.open(as: host, changed: changed)
    }

    func session(_ name: String = "test") throws -> StoreSession { try open(as: name) {} }
}

extension DurableStore {
    /// A host of counters, with a manager of its own.
    func counters(
        version: Int = 1,
        attempts: Int = 2,
        options: DurableHost.Options = .init(),
        report: @escaping @Sendable (StoreKey?, any Error) -> Void = { _, _ in },
        job: @escaping @Sendable (String, DurableWork<CounterBloc>) async throws -> Void = { _, _ in }
    ) async throws -> DurableHost {
        try await DurableHost(store: self, options: options, manager: BlocManager(), report: report) { host in
            host.register(CounterBloc.self, version: version) { CounterBloc($0, attempts: attempts, job: job) }
        }
    }
}

extension StoreSession {
    /// Claims one bloc.
    func claim(_ key: StoreKey) throws -> Claim? { try claim([key.id], type: key.type, version: 1)[key.id] }

    /// Leaves an event for the bloc “a”, as a host that has ended since.
    func leave(_ event: CounterBloc.Event, version: Int = 1) throws {
        let (key, bytes) = (StoreKey(CounterBloc.key("a")), Array(try JSONEncoder().encode(event)))
        try transaction { try send(Message(key: key, version: version, event: bytes, request: "r")) }
    }
}

extension TemporaryFolder {
    /// The name of a schema; the server is thrown away with its schemas.
    var schema: String { "test_" + path.split(separator: "-").suffix(5).joined().lowercased() }
}

/// A bloc that counts, forwards, waits and works, as events tell it.
final class CounterBloc: DurableBloc {
    enum Event: Codable, Sendable {
        case add(Int)
        case fail
        /// Fails unless the sum is the first number.
        case replace(Int, by: Int)
        case send(Int, to: String)
        case wakeAfter(seconds: Int)
        case woken
        case work(String?)
        case worked(String)
    }

    struct State: Codable, Equatable {
        var sum = 0
        var wakeAt: StoreTime?
        var woken = 0
        var job: String?
        var done: [String] = []
        var received: [Int] = []
    }

    struct Failure: Error {}

    let runtime: BlocRuntime<CounterBloc>

    init(
        _ durable: Durable<CounterBloc>,
        attempts: Int = 2,
        job: @escaping @Sendable (String, DurableWork<CounterBloc>) async throws -> Void = { _, _ in }
    ) {
        runtime = durable.runtime(initialState: State()) { bloc in
            bloc.on { event, emit in
                switch event {
                case .add(let number):
                    emit.update {
                        $0.sum += number
                        $0.received.append(number)
                    }
                case .fail: throw Failure()
                case .replace(let old, let new):
                    guard emit.state.sum == old else { throw Failure() }
                    emit.update { $0.sum = new }
                case .send(let number, let id): emit.send(.add(number), to: CounterBloc.key(id))
                case .wakeAfter(let seconds): emit.update { $0.wakeAt = emit.time + .seconds(seconds) }
                case .woken: emit.update { $0.woken += 1 }
                case .work(let job): emit.update { $0.job = job }
                case .worked(let result):
                    emit.update {
                        $0.job = nil
                        $0.done.append(result)
                    }
                }
            }
            bloc.wake(at: \.wakeAt, with: .woken)
            bloc.when(\.job, name: "job", retry: .constant(.seconds(1), attempts: attempts), job)
        }
    }
}

struct Note: Codable, Sendable { let number: Int }

/// Collects the notes that reach a manager; each waits for the gate.
final class NoteBloc: Bloc {
    typealias Event = Note
    typealias State = [Int]
    let runtime: BlocRuntime<NoteBloc>

    init(_ gate: DispatchSemaphore? = nil) {
        runtime = BlocRuntime(initialState: []) { bloc in
            bloc.onBroadcast(Note.self)
            bloc.on { note, emit in
                gate?.wait()
                gate?.signal()
                emit.update { $0.append(note.number) }
            }
        }
    }
}

extension StateSource {
    /// Waits for a state that matches.
    @discardableResult
    func state(where matches: (State) -> Bool) async -> State {
        for await state in states where matches(state) { return state }
        return state
    }
}
