import Bloc
import BlocTesting
import FaultyDisk
import Foundation
import Primitives
import TestWatch
import Testing

@testable import BlocDurable

extension SplitMix64 {
    /// The seed of this process, which is printed, and how often a test with random numbers is repeated.
    static let seed = ProcessInfo.processInfo.environment["BLOC_SEED"].flatMap(UInt64.init) ?? .random(in: 1...999_999)
    static func runs(_ standard: Int) -> Int {
        ProcessInfo.processInfo.environment["BLOC_DURABLE_KILLS"].flatMap(Int.init) ?? standard
    }
}

/// A store in a file, whose time begins anew with each process, but at a fixed time that may be wrong.
struct FileStore: DurableStore {
    let path: String
    let clock: BlocClock
    var error = Duration.zero

    func open(as host: String, changed: @escaping @Sendable () -> Void) throws -> StoreSession {
        let start = StoreTime(microseconds: 1_000_000_000_000_000) + error
        return try StoreSession(database: SQLite(path, creates: true), host: host, clock: clock, start: start)
    }
}

/// What happens to a host or its disk at a random operation.
enum Fault: CaseIterable {
    case kill, powerCut, error, fullDisk

    /// Whether the host goes on.
    var isSurvived: Bool { self == .error || self == .fullDisk }

    var ofDisk: FaultyDiskFault {
        switch self {
        case .kill, .powerCut: FaultyDiskKill
        case .error: FaultyDiskError
        case .fullDisk: FaultyDiskFull
        }
    }
}

/// Works off a list of tasks in hosts that are killed or meet faults of the disk, and compares the store with a model.
///
/// Unchecked, with this proof: a test uses it from one task.
final class CrashRun: @unchecked Sendable {
    enum Task: Sendable {
        case add(Int)
        case send(Int, to: String)
        case work(String)
        case wake
    }

    struct Failed: Error {}

    private let tasks: [(id: String, task: Task)]
    private let folder = TemporaryFolder()
    private let clock: ManualClock
    /// One for all hosts: its time begins when it is created.
    private let time: BlocClock
    private let calls = Log<String>()
    private var disk: OpaquePointer
    private let fault: Fault
    private var generation = 0
    private(set) var faults = 0

    init(_ fault: Fault, tasks: Int, _ numbers: inout SplitMix64) throws {
        self.fault = fault
        let ids = ["a", "b", "c"]
        self.tasks = (1...tasks).map { number in
            let id = ids.randomElement(using: &numbers) ?? "a"
            let kinds: [Task] = [
                .add(number), .send(number, to: ids.randomElement(using: &numbers) ?? "b"), .work("\(number)"), .wake,
            ]
            return (id, kinds.randomElement(using: &numbers) ?? .wake)
        }
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

    private var hasFailed: Bool { faultyDiskHasFailed(disk) != 0 }

    /// Works off all tasks; the next fault comes at the operation that `next` gives, until that is `nil`.
    func perform(next: () -> Int?) async throws {
        var (done, faultyTask) = (0, -1)
        var host: DurableHost?
        func arm() {
            faultyDiskFailAt(disk, next().map { Int32($0) + faultyDiskOperations(disk) } ?? 0, fault.ofDisk)
        }
        arm()
        while true {
            do {
                let opened = if let host { host } else { try await open() }
                host = opened
                try await expectKept(done, on: opened)
                while done < tasks.count {
                    try await perform(done, on: opened)
                    done += 1
                }
                // What a fault has interrupted waits for its next try.
                for id in Set(tasks.map(\.id)) { try await settle(id, done - 1, on: opened) }
                try await until { opened.isQuiet }
                if !hasFailed {
                    await opened.close()
                    host = nil
                    if !hasFailed { return try check() }
                }
            } catch {
                // The answer may come after the fault has ended.
                guard hasFailed || fault.isSurvived && faultyTask == done else { throw error }
            }
            if !hasFailed { continue }
            faults += 1
            faultyTask = done
            if !fault.isSurvived {
                host?.abandon()
                host = nil
                try restart(seed: UInt32(faults))
            }
            arm()
        }
    }

    /// Checks that what was reported as committed is there.
    private func expectKept(_ done: Int, on host: DurableHost) async throws {
        for id in Set(tasks.prefix(done).map(\.id)) {
            let state = try await host.bloc(CounterBloc.key(id)).state
            let (_, works, woken) = expected(id, done - 1)
            // What others have sent may come later.
            let added = tasks.prefix(done).compactMap { own, task in
                if case .add(let number) = task, own == id { number } else { nil }
            }
            try #require(Set(added).isSubset(of: state.received))
            try #require(state.done.count >= works.count && state.woken >= woken)
        }
    }

    /// Gives the next process what it finds: the memory that processes shared is gone with the last of them.
    private func restart(seed: UInt32) throws {
        // The lease of the host that has died ends.
        clock.advance(by: .seconds(10))
        if fault == .powerCut { faultyDiskCutPower(disk, seed) }
        generation += 1
        let next = try Self.disk(folder, generation)
        for file in ["store.db", "store.db-wal"] {
            let old = folder.path("\(generation - 1)/\(file)")
            guard FileManager.default.fileExists(atPath: old) else { continue }
            try FileManager.default.copyItem(atPath: old, toPath: folder.path("\(generation)/\(file)"))
        }
        faultyDiskDestroy(disk)
        disk = next
    }

    private func open() async throws -> DurableHost {
        let store = FileStore(path: folder.path("\(generation)/store.db"), clock: time)
        return try await store.counters(
            attempts: 1_000,
            job: { [calls] job, work in
                let result = try await work.once("call") { key in
                    calls.append(key)
                    return job
                }
                work.add(.worked(result))
            }
        )
    }

    private func until(_ condition: () async throws -> Bool) async throws {
        while try await !condition() {
            if hasFailed { throw Failed() }
            // Work that could not be recorded, and blocs that could not be read, wait for their next try.
            if fault.isSurvived { clock.advance(by: .milliseconds(10)) }
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
        try await settle(id, index, on: host)
    }

    /// Waits until a bloc has done what the tasks up to one wanted of it.
    private func settle(_ id: String, _ last: Int, on host: DurableHost) async throws {
        let (received, done, woken) = expected(id, last)
        try await until {
            let state = try await host.bloc(CounterBloc.key(id)).state
            return state.received.count == received.count && state.done.count == done.count && state.woken == woken
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
                let state = try JSONCoder.stored.decode(CounterBloc.State.self, from: bloc.state ?? Array("{}".utf8))
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
        #expect(calls.entries.count - Set(calls.entries).count <= faults)
    }
}

/// Kills, power cuts and faults of the disk at operations of SQLite's files.
@Suite(.watched) struct CrashTests {
    @Test("D02 faults at random operations lead to what the model says", arguments: Fault.allCases)
    func faults(_ fault: Fault) async throws {
        let wanted = SplitMix64.runs(30)
        print("seed \(SplitMix64.seed)")
        var numbers = SplitMix64(seed: SplitMix64.seed)
        var faults = 0
        while faults < wanted {
            let run = try CrashRun(fault, tasks: 40, &numbers)
            var left = min(wanted - faults, 30)
            try await run.perform {
                left -= 1
                // What a power cut loses must be more than the tables, and less than all tasks.
                let most = fault == .powerCut ? 240 : 60
                return left >= 0 ? Int.random(in: 1...most, using: &numbers) : nil
            }
            // Else nothing has been tried.
            try #require(run.faults > 0)
            faults += run.faults
        }
    }
}
