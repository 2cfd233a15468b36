import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct PolicyTests {
    @Test("G11 the tasks of concurrent handlers are created in the order of the events")
    func concurrentOrder() async {
        let executor = StepExecutor()
        let begun = Log<Int>()
        let bloc = executor.hosting {
            NumberBloc(0) { bloc in
                bloc.on { event, _ async in begun.append(event) }
            }
        }
        let receipts = (0..<100).map { bloc.add($0) }
        #expect(begun.entries.isEmpty)
        executor.run()
        #expect(begun.entries == Array(0..<100))
        for receipt in receipts { #expect(await receipt.word == "handled") }
    }

    @Test("G12 sequential handlers run one at a time, in order, also when they throw")
    func sequential() async {
        struct Broken: Error {}
        let overlap = OverlapCounter()
        let log = Log<Int>()
        let bloc = NumberBloc(0) { bloc in
            bloc.on(policy: .sequential) { event, _ in
                overlap.enter()
                defer { overlap.leave() }
                await Task.yield()
                log.append(event)
                if event % 3 == 0 { throw Broken() }
            }
        }
        let receipts = (0..<50).map { bloc.add($0) }
        for (event, receipt) in receipts.enumerated() {
            #expect(await receipt.word == (event % 3 == 0 ? "failed(Broken)" : "handled"))
        }
        #expect(log.entries == Array(0..<50))
        #expect(overlap.most == 1)
    }

    @Test("G13 droppable drops events while one runs, and observers are notified")
    func droppable() async {
        let mayEnd = Signal()
        let dropped = Log<String>()
        let bloc = TextBloc([]) { bloc in
            bloc.onDropped { event, _, reason in dropped.append("\(event) \(reason)") }
            bloc.appendEvents(after: mayEnd, policy: .droppable)
        }
        let first = bloc.add("a")
        #expect(await bloc.add("b").word == "dropped(busy)")
        #expect(await bloc.add("c").word == "dropped(busy)")
        mayEnd.fire()
        #expect(await first.word == "handled")
        #expect(await bloc.add("d").word == "handled")
        #expect(bloc.state == ["a", "d"])
        #expect(dropped.entries == ["b busy", "c busy"])
    }

    @Test("G14 restartable cancels the handler that runs before it starts the next, and mutes it if it ignores that")
    func restartable() async {
        let (log, late) = (Log<String>(), Log<[String]>())
        let (hasBegun, mayGoOn) = (Signal(), Signal())
        let bloc = TextBloc([]) { bloc in
            bloc.onLateEmit { state, _ in late.append(state) }
            bloc.on(policy: .restartable) { event, emit in
                log.append("begin \(event)")
                if event == "old" {
                    await withTaskCancellationHandler {
                        hasBegun.fire()
                        await mayGoOn.wait()
                    } onCancel: {
                        log.append("cancel old")
                    }
                }
                emit([event])
                emit.update { $0.append(event) }
                emit.effect(event)
            }
        }
        let (changes, effects) = (bloc.changes, bloc.effects)
        let old = bloc.add("old")
        await hasBegun.wait()
        #expect(await bloc.add("new").word == "handled")
        #expect(log.entries == ["begin old", "cancel old", "begin new"])
        mayGoOn.fire()
        #expect(await old.word == "cancelled")
        #expect(bloc.state == ["new", "new"])
        #expect(late.entries.isEmpty)
        await bloc.close()
        #expect(await changes.collected() == [["new"], ["new", "new"]])
        #expect(await effects.collected() == ["new"])
    }

    @Test("G14 a restart cancels what waits in its lane and in a debounce before it", arguments: [false, true])
    func restartableClears(isIdle: Bool) async throws {
        let clock = ManualClock()
        let hasBegun = Signal()
        let bloc = TextBloc([]) { bloc in
            bloc.clock = BlocClock(clock)
            let typing = (isIdle ? EventPolicy<String>.sequential : .restartable).debounce(for: .seconds(1))
            bloc.on(lane: "search", policy: typing, where: { $0 == "typed" }) { event, emit in
                emit.update { $0.append(event) }
            }
            bloc.on(lane: "search", policy: .sequential, where: { $0.hasPrefix("page") }) { event, emit in
                hasBegun.fire()
                try await emit.sleep(for: .seconds(1_000_000))
            }
            bloc.on(lane: "search", policy: .restartable) { event, emit in emit([event]) }
        }
        let pages = isIdle ? [] : ["page 1", "page 2"].map { bloc.add($0) }
        let typed = bloc.add("typed")
        if !isIdle { await hasBegun.wait() }
        try await clock.sleepers(count: isIdle ? 1 : 2)
        #expect(await bloc.add("cleared").word == "handled")
        for receipt in pages + [typed] { #expect(await receipt.word == "cancelled") }
        clock.advance(by: .seconds(5))
        #expect(bloc.state == ["cleared"])
    }

    @Test("G14 a debounced event that enters its lane cancels no event that was typed after it")
    func restartableKeepsLater() async throws {
        let clock = ManualClock()
        let bloc = TextBloc([]) { bloc in
            bloc.clock = BlocClock(clock)
            for (name, seconds) in [("short", 1), ("long", 3)] {
                let policy = EventPolicy<String>.restartable.debounce(for: .seconds(seconds))
                bloc.on(lane: "search", policy: policy, where: { $0 == name }) { event, emit in
                    emit.update { $0.append(event) }
                }
            }
        }
        let first = bloc.add("short")
        let second = bloc.add("long")
        try await clock.sleepers(count: 2)
        clock.advance(by: .seconds(1))
        #expect(await first.word == "handled")
        clock.advance(by: .seconds(2))
        #expect(await second.word == "handled")
        #expect(bloc.state == ["short", "long"])
    }

    @Test("G17 a handler that is cancelled before its task begins does not run")
    func cancellingBeforeTheTask() async {
        let executor = StepExecutor()
        let begun = Log<String>()
        let bloc = executor.hosting {
            TextBloc([]) { bloc in bloc.on { event, _ async in begun.append(event) } }
        }
        let receipt = bloc.add("a")
        receipt.cancel()
        executor.run()
        #expect(await receipt.word == "cancelled")
        #expect(begun.entries.isEmpty)
    }

    /// A bloc whose state is the events that passed its policy.
    private static func appending(_ clock: ManualClock, _ policy: EventPolicy<String>) -> TextBloc {
        TextBloc([]) { bloc in
            bloc.clock = BlocClock(clock)
            bloc.on(policy: policy) { event, emit async in emit.update { $0.append(event) } }
        }
    }

    @Test("G15 debounce lets the last event through when no other has arrived for the time")
    func debounce() async throws {
        let clock = ManualClock()
        let bloc = Self.appending(clock, .debounce(for: .seconds(1)))
        let first = bloc.add("a")
        try await clock.sleepers(count: 1)
        clock.advance(by: .milliseconds(900))
        let second = bloc.add("b")
        #expect(await first.word == "dropped(debounced)")
        try await clock.sleepers(count: 1)
        clock.advance(by: .milliseconds(900))
        #expect(bloc.state.isEmpty)
        clock.advance(by: .milliseconds(100))
        #expect(await second.word == "handled")
        #expect(bloc.state == ["b"])
        let third = bloc.add("c")
        try await clock.sleepers(count: 1)
        clock.advance(by: .seconds(1))
        #expect(await third.word == "handled")
    }

    @Test("G15 throttle lets an event through and drops later ones within the time")
    func throttle() async {
        let clock = ManualClock()
        let bloc = Self.appending(clock, .throttle(for: .seconds(1)))
        #expect(await bloc.add("a").word == "handled")
        #expect(await bloc.add("b").word == "dropped(throttled)")
        clock.advance(by: .milliseconds(999))
        #expect(await bloc.add("c").word == "dropped(throttled)")
        clock.advance(by: .milliseconds(1))
        #expect(await bloc.add("d").word == "handled")
        #expect(await bloc.add("e").word == "dropped(throttled)")
        #expect(bloc.state == ["a", "d"])
    }

    private enum Loading: Hashable {
        case load
        case nextPage(Int)
        case refresh
    }

    @Test("G16 active handlers of one lane never overlap, each by its own policy")
    func lane() async {
        let hasBegun = Log<Loading>()
        let mayEnd = Signal()
        let bloc = ProbeBloc<Loading, [Loading], Never>([]) { bloc in
            typealias Emit = Emitter<ProbeBloc<Loading, [Loading], Never>>
            let work: @Sendable (Loading, Emit) async throws -> Void = { event, emit in
                hasBegun.append(event)
                if event != .refresh { await mayEnd.wait() }
                emit.update { $0.append(event) }
            }
            bloc.on(lane: "loading", policy: .sequential, where: { $0 == .load }, work)
            bloc.on(lane: "loading", policy: .restartable, where: { $0 == .refresh }, work)
            bloc.on(lane: "loading", policy: .droppable, work)
        }
        let load = bloc.add(.load)
        await hasBegun.wait(forCount: 1)
        #expect(await bloc.add(.nextPage(1)).word == "dropped(busy)")
        let again = bloc.add(.load)
        // Cancels the running and the waiting event of its lane, and does not wait for the unwinding one.
        let refresh = bloc.add(.refresh)
        #expect(await again.word == "cancelled")
        #expect(await refresh.word == "handled")
        let page = bloc.add(.nextPage(2))
        mayEnd.fire()
        #expect(await page.word == "handled")
        #expect(await load.word == "cancelled")
        #expect(bloc.state == [.refresh, .nextPage(2)])
        #expect(hasBegun.entries == [.load, .refresh, .nextPage(2)])
    }

    /// Keeps the running event and only the newest waiting one.
    private struct NewestWaits: ConcurrencyRule {
        let situations: Log<LaneSituation>

        func decision(in situation: LaneSituation) -> LaneDecision {
            situations.append(situation)
            return .start(after: situation.running).cancelling(situation.waiting)
        }
    }

    @Test("G18 a custom rule gets the running and waiting events, cancels, and starts after others")
    func customStartingAfter() async {
        let mayEnd = Signal()
        let situations = Log<LaneSituation>()
        let bloc = TextBloc([]) { bloc in
            bloc.appendEvents(after: mayEnd, policy: .custom(NewestWaits(situations: situations)))
        }
        let receipts = ["a", "b", "c"].map { bloc.add($0) }
        #expect(
            situations.entries == [
                LaneSituation(arriving: 1),
                LaneSituation(arriving: 2, running: [1]),
                LaneSituation(arriving: 3, running: [1], waiting: [2]),
            ]
        )
        mayEnd.fire()
        #expect(await receipts.words == ["handled", "cancelled", "handled"])
        #expect(bloc.state == ["a", "c"])
    }
}
