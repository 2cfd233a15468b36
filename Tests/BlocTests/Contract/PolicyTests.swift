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

    @Test("G15 throttle drops events within the time, on a clock that counts from when it was wrapped")
    func throttle() async {
        let manual = ManualClock()
        manual.advance(by: .seconds(5))
        let bloc = BlocContext.with {
            $0.clock = BlocClock(manual)
        } _: {
            NumberBloc(0) { bloc in bloc.on(policy: .throttle(for: .seconds(1))) { event, emit in emit(event) } }
        }
        #expect(await bloc.add(1).word == "handled")
        manual.advance(by: .milliseconds(999))
        #expect(await bloc.add(2).word == "dropped(throttled)")
        manual.advance(by: .milliseconds(1))
        #expect(await bloc.add(3).word == "handled")
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

    private enum Event {
        case queryChanged(String)
        case renamed(String)
        case saved(Int)
        case cleared
    }

    private typealias Probe = ProbeBloc<Event, [String], Never>

    // MARK: G79, payloads

    @Test("G79 an async handler for a payload has its lane and policy")
    func asynchronousPayload() async {
        let begun = Log<String>()
        let end = Signal()
        let bloc = Probe([]) { bloc in
            bloc.on({ if case .queryChanged(let q) = $0 { q } else { nil } }, lane: "search", policy: .restartable) {
                q,
                emit in
                begun.append(q)
                if q == "a" { await end.wait() }
                emit(emit.state + [q])
            }
            bloc.on({ if case .cleared = $0 { () } else { nil } }, lane: "search", policy: .restartable) { _, emit in
                emit([])
            }
        }
        let first = bloc.add(.queryChanged("a"))
        await begun.wait(forCount: 1)
        let second = bloc.add(.queryChanged("ab"))
        #expect(await second.word == "handled")
        end.fire()
        #expect(await first.word == "cancelled")
        #expect(bloc.state == ["ab"])
        #expect(await bloc.add(.cleared).word == "handled")
        #expect(bloc.state.isEmpty)
    }

    @Test("G79 the first registration that takes an event gets it, by payload, by predicate or for all")
    func order() {
        let bloc = Probe([]) { bloc in
            bloc.on(where: { if case .renamed("Ada") = $0 { true } else { false } }) { _, emit in
                emit(emit.state + ["predicate"])
            }
            bloc.on({ if case .renamed(let name) = $0 { name } else { nil } }) { name, emit in
                emit(emit.state + ["payload \(name)"])
            }
            bloc.on(where: { if case .renamed = $0 { true } else { false } }) { _, emit in
                emit(emit.state + ["never"])
            }
            bloc.on { _, emit in emit(emit.state + ["other"]) }
        }
        bloc.add(.saved(1))
        bloc.add(.renamed("Ada"))
        bloc.add(.renamed("Grace"))
        #expect(bloc.state == ["other", "predicate", "payload Grace"])
    }

    // MARK: G79, policies

    @Test("G18 G79 a rule of one's own drops, and is asked with the values that the event chose")
    func customRules() async {
        struct AtMost: ConcurrencyRule {
            let count: Int
            func decision(in situation: LaneSituation) -> LaneDecision {
                situation.running.count < count ? .start : .drop
            }
        }
        let begun = Log<String>()
        let bloc = Probe([]) { bloc in
            bloc.on(
                policy: .each { event in
                    if case .saved(let number) = event { .custom(AtMost(count: number)) } else { .concurrent }
                }
            ) { event, emit in
                begun.append("\(event)")
                try await emit.sleep(for: .seconds(1_000_000))
            }
        }
        bloc.add(.saved(1))
        await begun.wait(forCount: 1)
        #expect(await bloc.add(.saved(1)).word == "dropped(policy)")
        bloc.add(.saved(2))
        await begun.wait(forCount: 2)
        #expect(await bloc.add(.saved(2)).word == "dropped(policy)")
        await bloc.close()
    }

    @Test("G79 a policy for each event works for payloads and types of events, too")
    func payloadsAndTypes() async {
        let begun = Log<String>()
        let bloc = ProbeBloc<any Sendable, [String], Never>([]) { bloc in
            let droppable: @Sendable (any Sendable) -> EventPolicy<any Sendable> = { event in
                "\(event)".hasPrefix("1") ? .droppable : .concurrent
            }
            bloc.on({ $0 as? String }, policy: .each(droppable)) { text, emit in
                begun.append(text)
                try await emit.sleep(for: .seconds(1_000_000))
            }
            bloc.on(.type(Int.self), policy: .each(droppable)) { number, emit in
                begun.append("\(number)")
                try await emit.sleep(for: .seconds(1_000_000))
            }
        }
        for event in ["1a", 1, "2a", 2] as [any Sendable] { bloc.add(event) }
        await begun.wait(forCount: 4)
        #expect(await bloc.add("1b").word == "dropped(busy)")
        #expect(await bloc.add(11).word == "dropped(busy)")
        bloc.add("2b")
        bloc.add(22)
        await begun.wait(forCount: 6)
        await bloc.close()
    }

    // MARK: G79, families

    @Test("G79 values of all sizes, and objects as they were created, reach the handler of their type")
    func types() {
        let bloc = ProbeBloc<any Change, [String], Never>([]) { bloc in
            bloc.on(.type(Renamed.self)) { event, emit in emit.update { $0.append(event.name) } }
            bloc.on(.type(Moved.self)) { event, emit in
                emit.update { $0.append("\(event.from) \(event.to) \(event.distance) \(event.isFast)") }
            }
            bloc.on(.type(Flagged.self)) { event, emit in emit.update { $0.append("\(event)") } }
            bloc.on(.type(Message.self)) { _, emit in emit.update { $0.append("message") } }
            bloc.on { event, emit in emit.update { $0.append("rest: \(type(of: event))") } }
        }
        let long = String(repeating: "a long name ", count: 10)
        let warning: Message = Warning()
        bloc.add(Renamed(name: long))
        bloc.add(Moved(from: "here", to: long, distance: 3, isFast: true))
        bloc.add(Flagged.off)
        bloc.add(warning)
        bloc.add(Message())
        #expect(bloc.state == [long, "here \(long) 3 true", "off", "rest: Warning", "message"])
    }
}

private protocol Change: Sendable {}

private struct Renamed: Change {
    let name: String
}

/// Larger than the place for a value in an existential, which then is in a box.
private struct Moved: Change {
    let from: String
    let to: String
    let distance: Int
    let isFast: Bool
}

private enum Flagged: Change {
    case on, off
}

private class Message: Change, @unchecked Sendable {}

private final class Warning: Message, @unchecked Sendable {}
