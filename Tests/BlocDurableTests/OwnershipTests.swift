import Bloc
import BlocTesting
import Dispatch
import TestWatch
import Testing

@testable import BlocDurable

/// What happens when a host has lost a bloc, its clock or its disk and does not know it yet.
@Suite(.watched) struct OwnershipTests {
    private let folder = TemporaryFolder()
    private let clock = ManualClock()
    private let memory: MemoryStore
    private let key = StoreKey(CounterBloc.key("a"))

    init() { memory = MemoryStore(clock: BlocClock(clock)) }

    /// Takes the bloc from a host that goes on as if nothing had happened.
    private func takeOver(from host: DurableHost) throws -> (session: StoreSession, bloc: StoredBloc) {
        try memory.endLease(of: host.id)
        let session = try memory.open(as: "other") {}
        var taken: StoredBloc?
        try session.transaction {
            _ = try session.renew(.seconds(5))
            if case .owned(let bloc) = try session.claim(key) { taken = bloc }
        }
        return (session, try #require(taken))
    }

    private func cell(of bloc: CounterBloc) throws -> Cell<CounterBloc> {
        try #require(LiveCells.shared.withLock { $0[bloc.core.id.number] } as? Cell<CounterBloc>)
    }

    /// Waits until a host has looked at the store, and done what it found.
    private func settle(_ host: DurableHost) async throws {
        for _ in 1...6 { try await host.run { _ in } }
    }

    @Test("D05 a host that has lost a bloc doesn't remove or park its messages", arguments: ["{\"fail\":{}}", "{}"])
    func messages(_ event: String) async throws {
        let host = try await memory.counters()
        _ = try await host.add(.add(1), to: CounterBloc.key("a")).committed
        let cell = try await cell(of: host.bloc(CounterBloc.key("a")))
        let (session, _) = try takeOver(from: host)
        // The first of these is rejected by the handler, the second cannot be decoded. The host has read them in time.
        try session.transaction {
            try session.send(Message(key: key, version: 1, event: Array(event.utf8), request: "r"))
            for message in try session.messages([key.type], all: true) { cell.receive(message) }
        }
        try await settle(host)
        try session.transaction {
            let (messages, parked) = (try session.messages([key.type], all: true), try session.parked(nil))
            let outcome = try session.outcome(of: "r", key)
            #expect(messages.count == 1)
            #expect(parked.isEmpty)
            #expect(outcome?.isHandled == nil)
        }
        await host.close()
    }

    @Test("D04 a message that its last owner has handled meanwhile isn't handled again")
    func handledMeanwhile() async throws {
        let session = try memory.open(as: "other") {}
        var messages: [Message] = []
        try session.leave(.add(7))
        try session.transaction { messages = try session.messages([key.type], all: true) }
        let first = try await memory.counters()
        await (try first.bloc(CounterBloc.key("a"))).state { $0.sum == 7 }
        await first.close()
        let second = try await memory.counters()
        let cell = try cell(of: await second.bloc(CounterBloc.key("a")))
        for message in messages { cell.receive(message) }
        try await settle(second)
        #expect(try await second.bloc(CounterBloc.key("a")).state.received == [7])
        #expect(try await second.add(.add(1), to: CounterBloc.key("a")).committed.isHandled)
        await second.close()
    }

    @Test("D05 an event that a host rejects after losing its bloc goes to the new owner")
    func rejection() async throws {
        let host = try await memory.counters()
        _ = try await host.add(.add(1), to: CounterBloc.key("a")).committed
        let (session, _) = try takeOver(from: host)
        host.add(.fail, to: CounterBloc.key("a"))
        try await settle(host)
        try session.transaction {
            let messages = try session.messages([key.type], all: true)
            #expect(messages.count == 1)
        }
        await host.close()
    }

    @Test("D01 an event that is rejected isn't answered while one before it can't be stored")
    func rejectionAfterFailure() async throws {
        let host = try await memory.counters()
        _ = try await host.add(.add(1), to: CounterBloc.key("a")).committed
        struct Full: Error {}
        // Both are handled before the first commit fails.
        let gate = DispatchSemaphore(value: 0)
        memory.fault.withLock {
            $0 = { _, moment in
                guard case .beforeCommit = moment else { return }
                gate.wait()
                gate.signal()
                throw Full()
            }
        }
        let lost = host.add(.add(2), to: CounterBloc.key("a"))
        let after = host.add(.fail, to: CounterBloc.key("a"))
        gate.signal()
        await #expect(throws: Full.self) { try await lost.committed }
        await #expect(throws: DurableError.self) { try await after.committed }
        memory.fault.withLock { $0 = nil }
        await host.close()
    }

    @Test("D02 a result that comes after its state was left is forgotten")
    func lateResult() async throws {
        let (hosts, calls) = (Lock<DurableHost?>(nil), Log<String>())
        let host = try await memory.counters(job: { _, work in
            do {
                _ = try await work.once("call") { _ in
                    let host = hosts.withLock { $0 }
                    _ = try await host?.add(.work(nil), to: CounterBloc.key("a")).committed
                    return "late"
                }
            } catch {
                calls.append("\(error)")
                throw error
            }
            calls.append("recorded")
        })
        hosts.withLock { $0 = host }
        host.add(.work("x"), to: CounterBloc.key("a"))
        await calls.wait(forCount: 1)
        #expect(calls.entries == ["CancellationError()"])
        #expect(try takeOver(from: host).bloc.steps.isEmpty)
        await host.close()
        hosts.withLock { $0 = nil }
    }

    @Test("D10 work that fails after its state was left isn't parked")
    func lateFailure() async throws {
        let host = try await memory.counters()
        let bloc = try await host.bloc(CounterBloc.key("a"))
        _ = try await bloc.add(.work("x")).committed
        _ = try await bloc.add(.work(nil)).committed
        let cell = try cell(of: bloc)
        await #expect(throws: CancellationError.self) {
            try await cell.park("job", entry: "job@1", CounterBloc.Failure())
        }
        #expect(try await host.parked().isEmpty)
        await host.close()
    }

    @Test("D01 what was added is committed when a host is closed")
    func closing() async throws {
        let host = try await memory.counters()
        let receipts = (0..<20).map { host.add(.add(1), to: CounterBloc.key($0 % 5)) }
        await host.close()
        for receipt in receipts { #expect(try await receipt.committed.isHandled) }
    }

    @Test("D08 a bloc that leaves memory just as it is opened comes back")
    func openingIdle() async throws {
        let host = try await memory.counters()
        let cell = try await cell(of: host.bloc(CounterBloc.key("a")))
        cell.end(DurableError(.closed, "idle"), then: .reload)
        let again = try await cell.open()
        #expect(try await again.add(.add(1)).committed.isHandled)
        await host.close()
    }

    @Test("D08 a bloc stays in memory until the work of its last state has begun")
    func unloadingBeforeWork() async throws {
        let tries = Log<String>()
        let host = try await memory.counters(job: { job, work in
            tries.append(job)
            work.add(.worked(job))
        })
        for number in 0..<200 {
            let key = CounterBloc.key(number)
            let cell = try await cell(of: host.bloc(key))
            _ = try await host.add(.work("x"), to: key).committed
            // The work's task may not have begun.
            cell.unloadIfIdle(since: host.now + .seconds(1))
        }
        await tries.wait(forCount: 200)
        await host.close()
    }

    @Test("D09 a message of a newer version is left alone, and reported once, until a newer program comes")
    func newerMessage() async throws {
        let reports = Log<String>()
        let old = try await memory.counters(report: { key, error in reports.append("\(error)") })
        _ = try await old.add(.add(1), to: CounterBloc.key("a")).committed
        try memory.open(as: "other") {}.leave(.add(2), version: 2)
        await reports.wait(forCount: 1)
        for _ in 1...20 {
            clock.advance(by: .milliseconds(500))
            try await settle(old)
        }
        #expect(reports.entries.count == 1)
        let new = try await memory.counters(version: 2)
        await (try new.bloc(CounterBloc.key("a"))).state { $0.received == [1, 2] }
        #expect(try await old.add(.add(3), to: CounterBloc.key("a")).committed.isHandled)
        await old.close()
        await new.close()
    }

    @Test("D10 messages that waited for a parked bloc arrive when an operator of another process has it go on")
    func retriedElsewhere() async throws {
        let host = try await memory.counters()
        let session = try memory.open(as: "operator") {}
        try session.transaction {
            let item = ParkedItem(key: key, name: ParkedItem.bloc, error: "damaged", time: session.now)
            try session.park(item)
        }
        let receipt = host.add(.add(1), to: CounterBloc.key("a"), once: "r")
        try await settle(host)
        try session.transaction { _ = try session.retry(key, ParkedItem.bloc) }
        #expect(try await receipt.committed.isHandled)
        await host.close()
    }

    // MARK: Clocks

    private func host(clockIsWrongBy error: Duration) async throws -> DurableHost {
        try await FileStore(path: folder.path("store.db"), clock: BlocClock(clock), error: error).counters()
    }

    @Test("D03 a wall clock that was set back holds no timer up")
    func setBack() async throws {
        let first = try await host(clockIsWrongBy: .zero)
        _ = try await first.add(.wakeAfter(seconds: 60), to: CounterBloc.key("a")).committed
        await first.close()
        let second = try await host(clockIsWrongBy: .seconds(-3_600))
        clock.advance(by: .seconds(61))
        let bloc = try await second.bloc(CounterBloc.key("a"))
        await bloc.state { $0.woken == 1 }
        await second.close()
    }

    @Test("D03 a timer fires once although the clock of a second host is an hour ahead")
    func setForward() async throws {
        let first = try await host(clockIsWrongBy: .zero)
        _ = try await first.add(.wakeAfter(seconds: 60), to: CounterBloc.key("a")).committed
        let second = try await host(clockIsWrongBy: .seconds(3_600))
        let bloc = try await second.bloc(CounterBloc.key("a"))
        await bloc.state { $0.woken == 1 }
        // The first host still believes that it owns the bloc, and its timer is due now.
        first.add(.add(5), to: CounterBloc.key("a"))
        for _ in 1...10 {
            clock.advance(by: .seconds(10))
            for host in [first, second] { try await settle(host) }
        }
        _ = try await bloc.add(.add(1)).committed
        let last = try #require(try await second.journal(of: CounterBloc.key("a")).last)
        #expect(last.state.woken == 1)
        #expect(last.state.received == [5, 1])
        #expect(last.sequence == 4)
        await first.close()
        await second.close()
    }
}
