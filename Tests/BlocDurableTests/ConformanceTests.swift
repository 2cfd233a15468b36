import Bloc
import BlocTesting
import Dispatch
import Primitives
import TestWatch
import Testing

@testable import BlocDurable

/// The promises that every store keeps, by number.
@Suite(.watched) struct ConformanceTests {
    private let folder = TemporaryFolder()
    /// The calls of work.
    private let calls = Log<String>()
    /// What hosts report.
    private let reports = Log<String>()

    private func store(_ kind: StoreKind) -> TestStore { TestStore(kind, in: folder) }

    /// A new store of a kind, and a host of counters on it.
    private func opened(_ kind: StoreKind) async throws -> (TestStore, DurableHost) {
        let store = store(kind)
        return (store, try await store.counters())
    }

    private func stored(_ id: String, _ store: TestStore) throws -> CounterBloc.State? {
        let session = try store.session()
        var state: CounterBloc.State?
        try session.transaction {
            let row = try session.blocs(type: nil, id: nil, after: nil, limit: 100).first { $0.key.id == id }
            state = try row?.state.map { try JSONCoder.stored.decode(CounterBloc.State.self, from: $0) }
        }
        return state
    }

    @Test("D01 observers see a state only after its commit", arguments: StoreKind.allCases)
    func observersAfterCommit(_ kind: StoreKind) async throws {
        let (store, host) = try await opened(kind)
        let bloc = try await host.bloc(CounterBloc.key("a"))
        let seen = Log<String>()
        let session = try store.session()
        let token = bloc.observe { state in
            var isStored = false
            try? session.transaction {
                let row = try session.blocs(type: nil, id: nil, after: nil, limit: 1).first
                isStored = row.map { $0.sequence >= Int64(state.received.count) } ?? false
            }
            seen.append("\(isStored)")
        }
        for _ in 1...20 { bloc.add(.add(1)) }
        await seen.wait(forCount: 20)
        #expect(Set(seen.entries) == ["true"])
        token.cancel()
        await host.close()
    }

    @Test("D01 the commits of all blocs of a host are shared")
    func groupCommit() async throws {
        let memory = MemoryStore()
        let commits = Log<String>()
        memory.fault.withLock {
            $0 = { if case .beforeCommit = $1 { commits.append($0) } }
        }
        let host = try await memory.counters()
        let receipts = (0..<1_000).map { host.add(.add(1), to: CounterBloc.key($0 % 50)) }
        for receipt in receipts { #expect(try await receipt.committed.isHandled) }
        #expect(commits.entries.count < 500)
        await host.close()
    }

    @Test("D01 an event whose handler throws changes nothing and says why", arguments: StoreKind.allCases)
    func failing(_ kind: StoreKind) async throws {
        let (store, host) = try await opened(kind)
        let outcome = try await host.add(.fail, to: CounterBloc.key("a")).committed
        guard case .failed(let error) = outcome else { throw error("\(outcome)") }
        #expect(error is CounterBloc.Failure)
        #expect(try stored("a", store) == nil)
        await host.close()
    }

    private func error(_ text: String) -> DurableError { DurableError(.failed, text) }

    @Test("D02 work starts again after a restart without repeating what it recorded", arguments: StoreKind.allCases)
    func work(_ kind: StoreKind) async throws {
        let store = store(kind)
        let job: @Sendable (String, DurableWork<CounterBloc>) async throws -> Void = { [calls] job, work in
            let result = try await work.once("call") { key in
                calls.append("call \(key)")
                return "done \(job)"
            }
            calls.append("recorded")
            // The first process hangs here, until it is killed.
            if calls.entries.count == 2 { try await work.sleep(for: .seconds(1_000_000)) }
            work.add(.worked(result))
        }
        let host = try await store.counters(job: job)
        host.add(.work("x"), to: CounterBloc.key("a"))
        await calls.wait(forCount: 2)
        host.abandon()
        store.time.advance(by: .seconds(10))
        let next = try await store.counters(job: job)
        let state = try await next.bloc(CounterBloc.key("a")).state { !$0.done.isEmpty }
        #expect(state.done == ["done x"])
        #expect(calls.entries == ["call CounterBloc/a/job@1/call", "recorded", "recorded"])
        await next.close()
    }

    @Test("D02 a step keeps its key over tries, and has a new one in a new state", arguments: StoreKind.allCases)
    func stepKeys(_ kind: StoreKind) async throws {
        let store = store(kind)
        let keys = Log<String>()
        let host = try await store.counters(job: { job, work in
            let result = try await work.once("call") { key in
                keys.append(key)
                if keys.entries.count == 1 { throw CounterBloc.Failure() }
                return job
            }
            work.add(.worked(result))
        })
        let bloc = try await host.bloc(CounterBloc.key("a"))
        bloc.add(.work("x"))
        await keys.wait(forCount: 1)
        try await store.time.sleeper(until: store.time.now.advanced(by: .seconds(1)))
        store.time.advance(by: .seconds(1))
        await bloc.state { $0.done.count == 1 }
        bloc.add(.work("x"))
        await bloc.state { $0.done.count == 2 }
        #expect(keys.entries[0] == keys.entries[1])
        #expect(keys.entries[1] != keys.entries[2])
        await host.close()
    }

    @Test("D01 D02 a commit survives a kill, and its request is handled once", arguments: StoreKind.allCases)
    func requests(_ kind: StoreKind) async throws {
        let (store, host) = try await opened(kind)
        for _ in 1...3 {
            #expect(try await host.add(.add(5), to: CounterBloc.key("a"), once: "r").committed.isHandled)
        }
        host.abandon()
        store.time.advance(by: .seconds(10))
        let next = try await store.counters()
        let bloc = try await next.bloc(CounterBloc.key("a"))
        #expect(bloc.state.sum == 5)
        #expect(try await next.add(.add(5), to: CounterBloc.key("a"), once: "r").committed.isHandled)
        #expect(bloc.state.sum == 5)
        await next.close()
    }

    @Test("D03 a timer fires once, also after a restart for a bloc that isn't in memory", arguments: StoreKind.allCases)
    func timers(_ kind: StoreKind) async throws {
        let (store, host) = try await opened(kind)
        _ = try await host.add(.wakeAfter(seconds: 60), to: CounterBloc.key("a")).committed
        await host.close()
        store.time.advance(by: .seconds(59))
        #expect(try stored("a", store)?.woken == 0)
        store.time.advance(by: .seconds(2))
        let created = Log<String>()
        let next = try await store.host { host in
            host.register(CounterBloc.self) { durable in
                created.append("created")
                return CounterBloc(durable)
            }
        }
        await created.wait(forCount: 1)
        await (try next.bloc(CounterBloc.key("a"))).state { $0.woken == 1 }
        await next.close()
        let last = try await store.counters()
        store.time.advance(by: .seconds(100))
        _ = try await last.add(.add(1), to: CounterBloc.key("a")).committed
        #expect(try stored("a", store)?.woken == 1)
        await last.close()
    }

    @Test("D03 a timer fires while more events wait than one transaction takes")
    func timerUnderLoad() async throws {
        let clock = ManualClock()
        let memory = MemoryStore(clock: BlocClock(clock))
        let host = try await memory.counters()
        _ = try await host.add(.wakeAfter(seconds: 2), to: CounterBloc.key("sleeper")).committed
        _ = try await host.add(.add(0), to: CounterBloc.key("busy")).committed
        let isFull = DispatchSemaphore(value: 0)
        memory.fault.withLock {
            $0 = { _, moment in
                guard case .begin = moment else { return }
                isFull.wait()
                isFull.signal()
                if clock.now.offset > .seconds(30) { return }
                clock.advance(by: .seconds(1))
                host.look()
            }
        }
        let receipts = (0..<2_000).map { _ in host.add(.add(1), to: CounterBloc.key("busy")) }
        isFull.signal()
        for receipt in receipts { #expect(try await receipt.committed.isHandled) }
        let sleeper = try await host.bloc(CounterBloc.key("sleeper"))
        for await state in sleeper.states where state.woken == 1 { break }
        let session = try memory.open(as: "test") {}
        try session.transaction {
            let times = try session.journal(StoreKey(CounterBloc.key("sleeper"))).map(\.time)
            #expect(times.last.map { $0 - StoreTime(microseconds: 0) < .seconds(5) } == true, "\(times)")
        }
        memory.fault.withLock { $0 = nil }
        await host.close()
    }

    @Test("D04 messages arrive exactly once and in order, here and in another host", arguments: StoreKind.allCases)
    func messages(_ kind: StoreKind) async throws {
        let store = store(kind)
        let (first, second) = (try await store.counters(), try await store.counters())
        let receivers = [try await first.bloc(CounterBloc.key("b")), try await second.bloc(CounterBloc.key("c"))]
        for receiver in receivers { _ = try await receiver.add(.add(0)).committed }
        for number in 1...50 {
            for id in ["b", "c"] { first.add(.send(number, to: id), to: CounterBloc.key("a")) }
        }
        for receiver in receivers {
            #expect(await receiver.state { $0.received.count == 51 }.received == Array(0...50))
        }
        #expect(second.loaded == [StoreKey(CounterBloc.key("c"))])
        await first.close()
        await second.close()
    }

    @Test("D05 a lease keeps others away, and a commit of an old epoch is refused", arguments: StoreKind.allCases)
    func epochs(_ kind: StoreKind) throws {
        let store = store(kind)
        let (first, second) = (try store.session("first"), try store.session("second"))
        let key = StoreKey(type: "CounterBloc", id: "a")
        var change: Change?
        try first.transaction {
            _ = try first.renew(.seconds(5))
            guard case .owned(let bloc) = try first.claim(key) else { throw error("not owned") }
            change = Change(
                key: key,
                hold: bloc.hold,
                entry: JournalEntry(sequence: 1, time: first.now, cause: nil, version: 1, event: [], state: []),
                isJournaled: true,
                progress: [],
                wake: nil,
                isActive: false,
                messages: [],
                message: nil,
                ended: []
            )
        }
        let stale = try #require(change)
        try second.transaction {
            guard case .elsewhere = try second.claim(key) else { throw error("taken too early") }
        }
        store.time.advance(by: .seconds(6))
        try second.transaction {
            guard case .owned = try second.claim(key) else { throw error("not taken over") }
        }
        #expect(throws: TakenOver.self) { try first.transaction { try first.commit(stale) } }
        #expect(throws: TakenOver.self) {
            try first.transaction { try first.record([], for: StepKey(entry: "e", step: "s"), stale.hold) }
        }
        // A store may run a transaction again; the last run counts.
        var hadEnded = false
        try first.transaction { hadEnded = try first.renew(.seconds(5)) }
        #expect(hadEnded)
    }

    @Test("D05 after a kill another host takes over once the lease has ended", arguments: StoreKind.allCases)
    func takeover(_ kind: StoreKind) async throws {
        let store = store(kind)
        let first = try await store.counters(job: { [calls] job, work in
            calls.append("first")
            try await work.sleep(for: .seconds(1_000_000))
        })
        _ = try await first.add(.work("x"), to: CounterBloc.key("a")).committed
        await calls.wait(forCount: 1)
        first.abandon()
        let second = try await store.counters(job: { [calls] job, work in
            calls.append("second")
            work.add(.worked(job))
        })
        #expect(second.loaded == [])
        while calls.entries.count < 2 {
            // Steps like those of a real clock: the host looks twice a second.
            store.time.advance(by: .milliseconds(500))
            await Task.yield()
        }
        let bloc = try await second.bloc(CounterBloc.key("a"))
        await bloc.state { $0.done == ["x"] }
        await second.close()
    }

    @Test("D06 any host may add to any bloc", arguments: StoreKind.allCases)
    func addingElsewhere(_ kind: StoreKind) async throws {
        let store = store(kind)
        let (first, second) = (try await store.counters(), try await store.counters())
        let bloc = try await first.bloc(CounterBloc.key("a"))
        _ = try await bloc.add(.add(1)).committed
        #expect(try await second.add(.add(2), to: CounterBloc.key("a")).committed.isHandled)
        await bloc.state { $0.received == [1, 2] }
        guard case .failed(let error) = try await second.add(.fail, to: CounterBloc.key("a")).committed else {
            throw error("The failure was lost.")
        }
        #expect("\(error)".contains("Failure"))
        await first.close()
        await second.close()
    }

    @Test("D06 a receipt of an event that the owner never handled ends with its host", arguments: StoreKind.allCases)
    func receiptOfClosedHost(_ kind: StoreKind) async throws {
        let store = store(kind)
        let owner = try await store.counters()
        _ = try await owner.bloc(CounterBloc.key("a")).add(.add(1)).committed
        owner.abandon()
        let other = try await store.counters()
        let receipt = other.add(.add(2), to: CounterBloc.key("a"))
        await #expect(throws: DurableError.self) { try await other.bloc(CounterBloc.key("a")) }
        await other.close()
        let error = await #expect(throws: DurableError.self) { try await receipt.committed }
        #expect(error?.code == .closed)
        let late = other.add(.add(3), to: CounterBloc.key("a"))
        await #expect(throws: DurableError.self) { try await late.committed }
    }

    @Test("D07 a broadcast reaches all hosts once, in one order, however slow one is", arguments: StoreKind.allCases)
    func broadcasts(_ kind: StoreKind) async throws {
        let store = store(kind)
        let gate = DispatchSemaphore(value: 0)
        let managers = (0..<4).map { _ in BlocManager() }
        var hosts: [DurableHost] = []
        for manager in managers {
            hosts.append(try await store.host(manager: manager) { $0.broadcast(Note.self) })
        }
        let notes = managers.enumerated().map { index, manager in
            manager.bloc(for: BlocKey("notes")) { NoteBloc(index == 2 ? gate : nil) }
        }
        hosts[3].abandon()
        for number in 0..<20 { managers[number % 2].broadcast(Note(number: number)) }
        let first = await notes[0].state { $0.count == 20 }
        let second = await notes[1].state { $0.count == 20 }
        #expect(notes[2].state.isEmpty)
        gate.signal()
        let slow = await notes[2].state { $0.count == 20 }
        #expect(first == second && first == slow && Set(first).count == 20)
        for host in hosts { await host.close() }
    }

    @Test("D08 an idle bloc leaves memory and comes back with the next event", arguments: StoreKind.allCases)
    func idle(_ kind: StoreKind) async throws {
        let (store, host) = try await opened(kind)
        _ = try await host.add(.add(1), to: CounterBloc.key("a")).committed
        #expect(host.loaded.count == 1)
        while !host.loaded.isEmpty {
            store.time.advance(by: .seconds(61))
            await Task.yield()
        }
        _ = try await host.add(.add(2), to: CounterBloc.key("a")).committed
        #expect(try stored("a", store)?.received == [1, 2])
        await host.close()
    }

    /// The next version of ``CounterBloc``.
    private final class NextBloc: DurableBloc {
        struct Event: Codable, Sendable { let plus: Int }
        struct State: Codable, Equatable { var total = 0 }
        static let durableName = "CounterBloc"
        let runtime: BlocRuntime<NextBloc>

        init(_ durable: Durable<NextBloc>) {
            runtime = durable.runtime(initialState: State()) { bloc in
                bloc.on { event, emit in emit.update { $0.total += event.plus } }
            }
        }
    }

    @Test("D04 D09 older data is migrated, and older programs refuse newer data", arguments: StoreKind.allCases)
    func versions(_ kind: StoreKind) async throws {
        let store = store(kind)
        let old = try await store.counters()
        _ = try await old.add(.add(3), to: CounterBloc.key("a")).committed
        await old.close()
        try store.session().leave(.add(4))
        let migrations = [
            1: DurableMigration(
                state: {
                    try JSONCoder.stored.encode(["sum": JSONCoder.stored.decode(CounterBloc.State.self, from: $0).sum])
                },
                event: { bytes in
                    guard case .add(let number) = try JSONCoder.stored.decode(CounterBloc.Event.self, from: bytes)
                    else {
                        return bytes
                    }
                    return try JSONCoder.stored.encode(["plus": number])
                }
            ),
            2: DurableMigration.state(from: [String: Int].self) { ["total": $0["sum"] ?? 0] },
        ]
        let new = try await store.host { host in
            host.register(NextBloc.self, version: 3, migrations: migrations) { NextBloc($0) }
        }
        let bloc = try await new.bloc(NextBloc.key("a"))
        await bloc.state { $0.total == 7 }
        await new.close()
        let older = try await store.counters(report: { [reports] in reports.append("\($1)") })
        older.add(.add(1), to: CounterBloc.key("a"))
        await reports.wait(forCount: 1)
        #expect(
            reports.entries[0]
                == "“CounterBloc/a” was written by version 3 of CounterBloc; this program supports up to version 1. Update it."
        )
        await older.close()
    }

    @Test("D10 failing work is retried, parked, and runs again when an operator says so", arguments: StoreKind.allCases)
    func parking(_ kind: StoreKind) async throws {
        let store = store(kind)
        let report: @Sendable (StoreKey?, any Error) -> Void = { [reports] in reports.append("\($1)") }
        let host = try await store.counters(report: report) { [calls] job, work in
            calls.append(job)
            if calls.entries.count <= 3 { throw CounterBloc.Failure() }
            work.add(.worked(job))
        }
        let bloc = try await host.bloc(CounterBloc.key("a"))
        bloc.add(.work("x"))
        for attempt in 1...2 {
            await calls.wait(forCount: attempt)
            try await store.time.sleeper(until: store.time.now.advanced(by: .seconds(1)))
            store.time.advance(by: .seconds(1))
        }
        await reports.wait(forCount: 1)
        #expect(calls.entries.count == 3)
        let item = try #require(try await host.parked().first)
        #expect((item.key.description, item.name, item.error) == ("CounterBloc/a", "job", "Failure()"))
        #expect(try await host.retry(item.key, item.name))
        await bloc.state { $0.done == ["x"] }
        #expect(try await host.parked().isEmpty)
        #expect(!(try await host.retry(item.key, item.name)))
        await host.close()
    }

    @Test("D10 parked work stays parked after a restart, and dropped work doesn't run", arguments: StoreKind.allCases)
    func parkedForGood(_ kind: StoreKind) async throws {
        let store = store(kind)
        let job: @Sendable (String, DurableWork<CounterBloc>) async throws -> Void = { [calls] job, _ in
            calls.append(job)
            throw CounterBloc.Failure()
        }
        let host = try await store.counters(attempts: 0, report: { [reports] in reports.append("\($1)") }, job: job)
        _ = try await host.add(.work("x"), to: CounterBloc.key("a")).committed
        await reports.wait(forCount: 1)
        #expect(try await host.drop(StoreKey(CounterBloc.key("a")), "job"))
        host.abandon()
        store.time.advance(by: .seconds(10))
        let next = try await store.counters(attempts: 0, job: job)
        let bloc = try await next.bloc(CounterBloc.key("a"))
        _ = try await bloc.add(.add(1)).committed
        #expect(calls.entries == ["x"])
        #expect(try await next.parked().map(\.isDropped) == [true])
        _ = try await bloc.add(.work(nil)).committed
        #expect(try await next.parked().isEmpty)
        await next.close()
    }

    @Test("D10 work that is parked as its host ends doesn't run again there", arguments: StoreKind.allCases)
    func parkedAtTheEnd(_ kind: StoreKind) async throws {
        let store = store(kind)
        let ending = Lock<DurableHost?>(nil)
        let report: @Sendable (StoreKey?, any Error) -> Void = { [reports] _, error in
            ending.withLock { $0 }?.abandon()
            reports.append("\(error)")
        }
        let host = try await store.counters(attempts: 0, report: report) { [calls] job, _ in
            calls.append(job)
            throw CounterBloc.Failure()
        }
        ending.withLock { $0 = host }
        host.add(.work("x"), to: CounterBloc.key("a"))
        await reports.wait(forCount: 1)
        let next = try await store.counters()
        _ = try await next.add(.add(1), to: CounterBloc.key("b")).committed
        await next.close()
        #expect(calls.entries == ["x"])
    }

    @Test("D10 a damaged bloc is parked and reported, and the others continue", arguments: StoreKind.allCases)
    func damaged(_ kind: StoreKind) async throws {
        let store = store(kind)
        let first = try await store.host { $0.register(NextBloc.self) { NextBloc($0) } }
        _ = try await first.add(NextBloc.Event(plus: 1), to: NextBloc.key("a")).committed
        await first.close()
        let host = try await store.counters(report: { [reports] key, _ in reports.append(key?.description ?? "") })
        await #expect(throws: DurableError.self) { try await host.add(.add(1), to: CounterBloc.key("a")).committed }
        #expect(reports.entries == ["CounterBloc/a"])
        #expect(try await host.add(.add(1), to: CounterBloc.key("b")).committed.isHandled)
        #expect(try await host.parked().map(\.name) == ["bloc"])
        #expect(try await host.drop(StoreKey(CounterBloc.key("a")), "bloc"))
        #expect(try await host.add(.add(1), to: CounterBloc.key("a")).committed.isHandled)
        await host.close()
    }

    @Test("D12 the journal of a bloc can be replayed", arguments: StoreKind.allCases)
    func journal(_ kind: StoreKind) async throws {
        let (_, host) = try await opened(kind)
        for number in 1...3 { _ = try await host.add(.add(number), to: CounterBloc.key("a")).committed }
        let journal = try await host.journal(of: CounterBloc.key("a"))
        #expect(journal.map(\.sequence) == [1, 2, 3])
        #expect(journal.map(\.state.sum) == [1, 3, 6])
        let replay = await replay(journal) { CounterBloc(.detached) }
        #expect(replay.firstDifference == nil)
        await host.close()
    }

    @Test("D12 the journal keeps events as long as asked for", arguments: StoreKind.allCases)
    func pruning(_ kind: StoreKind) async throws {
        let store = store(kind)
        var options = DurableHost.Options()
        options.journal = .seconds(100)
        let host = try await store.counters(options: options)
        _ = try await host.add(.add(1), to: CounterBloc.key("a")).committed
        while try await host.journal(of: CounterBloc.key("a")).count == 1 {
            store.time.advance(by: .seconds(101))
            await Task.yield()
        }
        await host.close()
    }
}
