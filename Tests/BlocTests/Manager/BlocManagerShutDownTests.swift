import BlocTesting
import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct BlocManagerShutDownTests {
    private let manager = BlocManager()
    private let clock = ManualClock()
    private let log = Log<String>()

    private func key(_ name: String) -> BlocKey<NumberBloc> { BlocKey(name) }

    @discardableResult
    private func make(
        _ name: String,
        closeWith parent: String? = nil,
        _ build: (inout BlocBuilder<NumberBloc>) -> Void
    ) -> NumberBloc {
        manager.bloc(for: key(name), closeWith: parent.map { key($0).erased }) { bloc(name, build) }
    }

    private func bloc(_ name: String, _ build: (inout BlocBuilder<NumberBloc>) -> Void) -> NumberBloc {
        NumberBloc(0) { [clock, log] bloc in
            bloc.clock = BlocClock(clock)
            bloc.onClose { _ in log.append("\(name) closed") }
            build(&bloc)
        }
    }

    /// Begins to shut down; the task gives what was left.
    private func shutDown(_ deadline: Duration = .seconds(10)) -> Task<[ShutdownLeftover], Never> {
        let left = Shared<[ShutdownLeftover]>([])
        let task = started { [manager, clock, log] in
            left.value = await BlocContext.with({ $0.clock = BlocClock(clock) }) { await manager.shutDown(deadline) }
            log.append("returned")
        }
        return Task {
            await task.value
            return left.value
        }
    }

    // MARK: Accepting events

    @Test("G45 events from outside are refused at once, and the keys are free")
    func outside() async throws {
        let mayEnd = Signal()
        let old = make("k") { $0.emitEvents(after: mayEnd) }
        let accepted = old.add(1)
        let shutDown = shutDown()
        #expect(old.isClosed)
        #expect(await old.add(2).word == "dropped(closed)")
        #expect(!manager.add(3, to: key("k")))
        #expect(manager.find(key("k")) == nil)
        #expect(manager.report().isEmpty)
        let new = make("k") { $0.emitEvents() }
        #expect(new !== old)
        mayEnd.fire()
        #expect(await shutDown.value.isEmpty)
        #expect(await accepted.word == "handled")
        #expect(old.state == 1)
        #expect(manager.add(4, to: key("k")))
        #expect(new.state == 4)
        await manager.closeAll()
    }

    @Test("G45 what dependants add to their parents while draining is handled, and parents close after them")
    func dependants() async throws {
        let mayEnd = Signal()
        let (root, middle) = (key("root"), key("middle"))
        let rootBloc = make("root") { bloc in bloc.on { event, emit in emit.update { $0 += event } } }
        let middleBloc = make("middle", closeWith: "root") { bloc in
            bloc.on { event, emit in
                emit.update { $0 += event }
                emit.add(event * 10, to: root)
            }
        }
        let accepted = Log<Bool>()
        for name in ["a", "b"] {
            let leaf = make(name, closeWith: "middle") { bloc in
                bloc.on { event, emit in
                    await mayEnd.wait()
                    accepted.append(emit.add(event, to: middle))
                }
            }
            leaf.add(3)
        }
        let shutDown = shutDown()
        #expect(rootBloc.isClosed && middleBloc.isClosed)
        mayEnd.fire()
        #expect(await shutDown.value.isEmpty)
        #expect(accepted.entries == [true, true])
        #expect(middleBloc.state == 6)
        #expect(rootBloc.state == 60)
        #expect(log.entries.prefix(2).sorted() == ["a closed", "b closed"])
        #expect(log.entries.dropFirst(2) == ["middle closed", "root closed", "returned"])
    }

    @Test("G45 what the work of a dependant adds to its parent is handled, also if no event led to the work")
    func dependantWork() async throws {
        let (begun, mayEnd) = (Signal(), Signal())
        let root = key("root")
        let rootBloc = make("root") { $0.emitEvents() }
        make("leaf", closeWith: "root") { bloc in
            bloc.when({ $0 == 0 }) { emit in
                begun.fire()
                await mayEnd.wait()
                emit.add(5, to: root)
            }
        }
        await begun.wait()
        let shutDown = shutDown()
        mayEnd.fire()
        #expect(await shutDown.value.isEmpty)
        #expect(rootBloc.state == 5)
    }

    // MARK: What was left

    @Test("G45 events that wait at the deadline and handlers that run are left, those of a background lane aside")
    func cutOff() async throws {
        let busy = make("busy") { bloc in
            bloc.on(lane: .background("feed"), where: { $0 < 0 }) { _, emit in
                try await emit.sleep(for: .seconds(100))
            }
            bloc.on(policy: .sequential) { _, emit in try await emit.sleep(for: .seconds(100)) }
        }
        make("idle") { $0.on { _, _ in } }
        let feed = busy.add(-1)
        let receipts = (1...3).map { busy.add($0) }
        try await clock.sleepers(count: 2)
        let shutDown = shutDown(.seconds(1))
        try await clock.sleepers(count: 4)
        clock.advance(by: .seconds(1))
        let left = await shutDown.value
        #expect(left == [ShutdownLeftover(key: key("busy").erased, eventsDropped: 2, handlersCutOff: 1, isSaved: true)])
        #expect(left.map(\.description) == ["busy: 2 events dropped, 1 handler cut off"])
        #expect(await feed.word == "cancelled")
        let words = await receipts.words
        #expect(words == ["cancelled", "dropped(closed)", "dropped(closed)"])
        #expect(Set(log.entries) == ["busy closed", "idle closed", "returned"])
    }

    @Test("G45 handlers that ignore their cancellation are given the grace period and are left")
    func ignoringCancellation() async throws {
        let mayEnd = Signal()
        let stuck = make("stuck") { bloc in
            bloc.gracePeriod = .seconds(3)
            bloc.emitEvents(after: mayEnd)
        }
        stuck.add(1)
        let shutDown = shutDown(.seconds(1))
        try await clock.sleepers(count: 2)
        clock.advance(by: .seconds(1))
        try await clock.sleeper(until: ManualClock.Instant(offset: .seconds(4)))
        try await clock.sleepers(count: 2)
        clock.advance(by: .seconds(3))
        #expect(await shutDown.value.map(\.description) == ["stuck: 1 handler cut off"])
        mayEnd.fire()
        #expect(stuck.state == 0)
    }

    @Test("G45 states that a storage does not take or give are left, without waiting for a deadline")
    func failingStorage() async throws {
        let storages = ["saved", "lost", "unread"].map { ($0, InMemoryHydrationStorage()) }
        for (name, storage) in storages {
            storage.fail(name == "unread")
            let bloc = make(name) { bloc in
                bloc.emitEvents()
                bloc.hydrate("k", storage)
            }
            storage.fail(name == "lost")
            bloc.add(7)
        }
        let left = await shutDown().value
        #expect(left.map(\.description) == ["lost: state not saved", "unread: state not saved"], "sorted by key")
        #expect(left.map(\.isSaved) == [false, false])
        let all = ShutdownLeftover(key: key("all").erased, eventsDropped: 1, handlersCutOff: 2, isSaved: false)
        #expect(all.description == "all: 1 event dropped, 2 handlers cut off, state not saved")
        #expect(storages.map { $0.1.data["k"]?.bytes } == [Array("7".utf8), nil, nil])
        #expect(clock.now == .start)
    }

    @Test("G45 a state whose storage does not answer is left after the deadline and the grace period")
    func blockingStorage() async throws {
        let storage = GatedStorage()
        let bloc = make("blocked") { bloc in
            bloc.gracePeriod = .seconds(3)
            bloc.emitEvents()
            bloc.hydrate("k", storage)
        }
        bloc.add(7)
        await storage.batches.wait(forCount: 1)
        let shutDown = shutDown(.seconds(1))
        try await clock.sleeper(until: ManualClock.Instant(offset: .seconds(4)))
        clock.advance(by: .seconds(4))
        #expect(await shutDown.value.map(\.description) == ["blocked: state not saved"])
        #expect(log.entries == ["returned"])
        storage.gate.fire()
        await log.wait(forCount: 2)
        #expect(log.entries == ["returned", "blocked closed"])
        #expect(storage.numbers == ["k": 7])
    }

    // MARK: Callers

    @Test("G45 an empty manager is shut down at once, also twice")
    func empty() async {
        #expect(await shutDown().value.isEmpty)
        make("k") { $0.on { _, _ in } }
        #expect(await shutDown().value.isEmpty)
        #expect(await shutDown().value.isEmpty)
        #expect(log.entries == ["returned", "k closed", "returned", "returned"])
    }

    @Test("G45 a cancelled caller waits for the blocs all the same")
    func cancelledCaller() async {
        let mayEnd = Signal()
        let bloc = make("k") { $0.emitEvents(after: mayEnd) }
        bloc.add(7)
        let task = started { [manager, clock, log] in
            withUnsafeCurrentTask { $0?.cancel() }
            _ = await BlocContext.with({ $0.clock = BlocClock(clock) }) { await manager.shutDown(.seconds(10)) }
            log.append("returned")
        }
        #expect(log.entries == [])
        mayEnd.fire()
        await task.value
        #expect(log.entries == ["k closed", "returned"])
        #expect(bloc.state == 7)
    }
}
