import Bloc
import BlocTesting
import FaultyDisk
import TestWatch
import Testing

@testable import BlocDurable

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Random numbers that a seed repeats: SplitMix64.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    /// The seed of this process, which is printed, and how often a test with random numbers is repeated.
    static let seed = ProcessInfo.processInfo.environment["BLOC_SEED"].flatMap(UInt64.init) ?? .random(in: 1...999_999)
    static func runs(_ standard: Int) -> Int {
        ProcessInfo.processInfo.environment["BLOC_DURABLE_KILLS"].flatMap(Int.init) ?? standard
    }
}

/// A store in a file, whose time begins anew with each process but doesn't depend on the wall clock.
struct FileStore: DurableStore {
    let path: String
    let clock: BlocClock

    func open(as host: String, changed: @escaping @Sendable () -> Void) throws -> StoreSession {
        let start = StoreTime(microseconds: 1_000_000_000_000_000)
        let session = StoreSession(database: try SQLite(path, creates: true), host: host, clock: clock, start: start)
        try session.setUp()
        return session
    }
}

/// Works off a list of tasks in hosts that are killed, and compares what is stored with a model.
///
/// Unchecked, with this proof: a test uses it from one task.
final class CrashRun: @unchecked Sendable {
    enum Task: Sendable {
        case add(Int)
        case send(Int, to: String)
        case work(String)
        case wake
    }

    struct Died: Error {}

    private let tasks: [(id: String, task: Task)]
    private let folder: TemporaryFolder
    private let clock: ManualClock
    /// One for all hosts: its time begins when it is created.
    private let time: BlocClock
    private let calls = Calls()
    private var disk: OpaquePointer
    private var generation = 0
    private(set) var kills = 0

    init(tasks: Int, _ numbers: inout SeededNumbers) throws {
        let ids = ["a", "b", "c"]
        self.tasks = (1...tasks).map { number in
            let id = ids.randomElement(using: &numbers) ?? "a"
            let kinds: [Task] = [
                .add(number), .send(number, to: ids.randomElement(using: &numbers) ?? "b"), .work("\(number)"), .wake,
            ]
            return (id, kinds.randomElement(using: &numbers) ?? .wake)
        }
        folder = try TemporaryFolder()
        clock = ManualClock()
        time = BlocClock(clock)
        disk = try Self.disk(folder, 0)
    }

    deinit { faultyDiskDestroy(disk) }

    private static func disk(_ folder: TemporaryFolder, _ generation: Int) throws -> OpaquePointer {
        let path = folder.path("\(generation)")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return faultyDiskCreate(path)
    }

    /// Works off all tasks; each process is killed at the operation that `next` gives for it, until that is `nil`.
    func perform(next: () -> Int?) async throws {
        var done = 0
        while true {
            let killsAt = next()
            faultyDiskKillAt(disk, killsAt.map { Int32($0) + faultyDiskOperations(disk) } ?? 0)
            var host: DurableHost?
            do {
                let opened = try await open()
                host = opened
                while done < tasks.count {
                    try await perform(done, on: opened)
                    done += 1
                }
                try await until { opened.isQuiet }
                if faultyDiskIsDead(disk) == 0 {
                    await opened.close()
                    if faultyDiskIsDead(disk) == 0 { return try check() }
                }
            } catch {
                guard faultyDiskIsDead(disk) != 0 else { throw error }
            }
            host?.abandon()
            host = nil
            kills += 1
            // The lease of the host that has died ends.
            clock.advance(by: .seconds(10))
            generation += 1
            let next = try Self.disk(folder, generation)
            // What a new process finds: the memory that processes shared is gone with the last of them.
            for file in ["store.db", "store.db-wal"] {
                let old = folder.path("\(generation - 1)/\(file)")
                guard FileManager.default.fileExists(atPath: old) else { continue }
                try FileManager.default.copyItem(atPath: old, toPath: folder.path("\(generation)/\(file)"))
            }
            faultyDiskDestroy(disk)
            disk = next
        }
    }

    private func open() async throws -> DurableHost {
        let store = FileStore(path: folder.path("\(generation)/store.db"), clock: time)
        return try await DurableHost(store: store, manager: BlocManager()) { host in
            host.register(CounterBloc.self) { [calls] durable in
                CounterBloc(durable) { job, work in
                    let result = try await work.once("call") { key in
                        calls.add(key)
                        return job
                    }
                    work.add(.worked(result))
                }
            }
        }
    }

    private func until(_ condition: () async throws -> Bool) async throws {
        while try await !condition() {
            if faultyDiskIsDead(disk) != 0 { throw Died() }
            await _Concurrency.Task.yield()
        }
    }

    private func perform(_ index: Int, on host: DurableHost) async throws {
        let (id, task) = tasks[index]
        let key = CounterBloc.key(id)
        // Each timer has a time of its own.
        clock.advance(by: .milliseconds(1))
        let event: CounterBloc.Event =
            switch task {
            case .add(let number): .add(number)
            case .send(let number, let other): .send(number, to: other)
            case .work(let job): .work(job)
            case .wake: .wakeAfter(seconds: 0)
            }
        let receipt = host.add(event, to: key, once: "task \(index)")
        let outcome = Lock<Result<Outcome, any Error>?>(nil)
        _Concurrency.Task {
            do {
                let value = try await receipt.committed
                outcome.withLock { $0 = .success(value) }
            } catch {
                outcome.withLock { $0 = .failure(error) }
            }
        }
        try await until { try outcome.withLock { $0 }?.get().isHandled ?? false }
        // The next one would replace its timer or its job.
        let (done, woken) = (expected(id, index).done.count, expected(id, index).woken)
        try await until {
            let state = try await host.bloc(key).state
            return state.done.count == done && state.woken == woken
        }
    }

    /// The model: what the tasks up to one lead to.
    private func expected(_ id: String, _ last: Int) -> (received: Set<Int>, done: [String], woken: Int) {
        var (received, done, woken) = (Set<Int>(), [String](), 0)
        for (own, task) in tasks[...last] {
            switch task {
            case .add(let number) where own == id: received.insert(number)
            case .send(let number, to: id): received.insert(number)
            case .work(let job) where own == id: done.append(job)
            case .wake where own == id: woken += 1
            default: break
            }
        }
        return (received, done, woken)
    }

    /// Compares the file with the model.
    private func check() throws {
        let path = folder.path("\(generation)/store.db")
        let session = try FileStore(path: path, clock: time).open(as: "check") {}
        try session.transaction {
            for bloc in try session.blocs(type: nil, id: nil, after: nil, limit: 10) {
                let state = try JSON.decode(CounterBloc.State.self, from: bloc.state ?? Array("{}".utf8))
                let (received, done, woken) = expected(bloc.key.id, tasks.count - 1)
                #expect(state.received.sorted() == received.sorted())
                #expect(state.sum == received.reduce(0, +))
                #expect(state.done == done)
                #expect(state.woken == woken)
                let journal = try session.journal(bloc.key)
                #expect(journal.map(\.sequence) == Array(1...bloc.sequence))
                #expect(journal.last?.state == bloc.state)
            }
            let (parked, messages) = (try session.parked(nil), try session.messages(["CounterBloc"], all: true))
            #expect(parked.isEmpty)
            #expect(messages.isEmpty)
        }
        let database = try SQLite(path, creates: false)
        #expect(try database.run("PRAGMA integrity_check").first?[0] == "ok")
        #expect(try database.run("SELECT count(*) FROM step").first?[0] == 0)
        // A call is repeated only if the crash came between its end and its record.
        #expect(calls.all.count - Set(calls.all).count <= kills)
    }
}

/// Kills at operations of SQLite's files.
@Suite(.watched) struct CrashTests {
    @Test("D02 kills at random operations lead to what the model says")
    func kills() async throws {
        let wanted = SeededNumbers.runs(30)
        print("seed \(SeededNumbers.seed)")
        var numbers = SeededNumbers(seed: SeededNumbers.seed)
        var kills = 0
        while kills < wanted {
            let run = try CrashRun(tasks: 40, &numbers)
            var left = min(wanted - kills, 30)
            try await run.perform {
                left -= 1
                return left >= 0 ? Int.random(in: 1...60, using: &numbers) : nil
            }
            // Else nothing has been tried.
            try #require(run.kills > 0)
            kills += run.kills
        }
    }
}
