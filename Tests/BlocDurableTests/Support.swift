import Bloc
import BlocTesting
import Dispatch
import TestWatch
import Testing

@testable import BlocDurable

#if PostgreSQL
import BlocPostgreSQL
#endif
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
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
struct TestStore: Sendable {
    let clock = ManualClock()
    private let store: any DurableStore

    init(_ kind: StoreKind, in folder: TemporaryFolder) {
        let clock = BlocClock(clock)
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
        options: DurableHost.Options = .init(),
        manager: BlocManager = BlocManager(),
        report: @escaping @Sendable (StoreKey?, any Error) -> Void = { _, _ in },
        _ register: (inout DurableHost.Registrations) -> Void
    ) async throws -> DurableHost {
        try await DurableHost(store: store, options: options, manager: manager, report: report, register)
    }

    func session(_ name: String = "test") throws -> StoreSession { try store.open(as: name) {} }
}

extension StoreSession {
    /// Claims one bloc.
    func claim(_ key: StoreKey) throws -> Claim? { try claim([key.id], type: key.type, version: 1)[key.id] }

    /// Leaves an event for the bloc “a”, as a host that has ended since.
    func leave(_ event: CounterBloc.Event, version: Int = 1) throws {
        let (key, bytes) = (StoreKey(CounterBloc.key("a")), Array(try JSONEncoder().encode(event)))
        try transaction { try send(Outgoing(key: key, version: version, event: bytes, cause: nil), request: "r") }
    }
}

/// A folder that is removed with its last reference, and the name of a schema.
final class TemporaryFolder: Sendable {
    let root: String

    init() throws {
        root = FileManager.default.temporaryDirectory.appending(path: "bloc-durable-\(UUID())").path
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    func path(_ name: String) -> String { root + "/" + name }

    /// The server is thrown away with its schemas.
    var schema: String { "test_" + root.split(separator: "-").suffix(5).joined().lowercased() }
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
