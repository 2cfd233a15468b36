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

    private enum Event {
        case renamed(String)
        case saved(Int)
    }

    private typealias Probe = ProbeBloc<Event, [String], Never>

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

    @Test("G16 G79 handlers of payloads and of types share a lane, with a policy for each event")
    func payloadsAndTypes() async {
        let begun = Log<String>()
        let bloc = ProbeBloc<any Sendable, [String], Never>([]) { bloc in
            let droppable: @Sendable (any Sendable) -> EventPolicy<any Sendable> = { event in
                "\(event)".hasPrefix("1") ? .droppable : .concurrent
            }
            bloc.on({ $0 as? String }, lane: "one", policy: .each(droppable)) { text, emit in
                begun.append(text)
                try await emit.sleep(for: .seconds(1_000_000))
            }
            bloc.on(.type(Int.self), lane: "one", policy: .each(droppable)) { number, emit in
                begun.append("\(number)")
                try await emit.sleep(for: .seconds(1_000_000))
            }
        }
        bloc.add(2)
        await begun.wait(forCount: 1)
        #expect(await bloc.add("1b").word == "dropped(busy)")
        #expect(await bloc.add(11).word == "dropped(busy)")
        bloc.add("2b")
        bloc.add(22)
        await begun.wait(forCount: 3)
        await bloc.close()
    }

    @Test("G10 G79 values of all sizes, and objects as they were created, reach the handler of their type")
    func types() async {
        let bloc = ProbeBloc<any Change, [String], Never>([]) { bloc in
            bloc.on(.type(Renamed.self)) { event, emit in emit.update { $0.append(event.name) } }
            bloc.on(.type(Moved.self)) { event, emit async in
                emit.update { $0.append("\(event.from) \(event.to) \(event.distance) \(event.isFast)") }
            }
            bloc.on(.type(Message.self)) { _, emit in emit.update { $0.append("message") } }
            bloc.on { event, emit in emit.update { $0.append("rest: \(type(of: event))") } }
        }
        let long = String(repeating: "a long name ", count: 10)
        let warning: Message = Warning()
        bloc.add(Renamed(name: long))
        _ = await bloc.add(Moved(from: "here", to: long, distance: 3, isFast: true)).outcome
        bloc.add(warning)
        bloc.add(Message())
        #expect(bloc.state == [long, "here \(long) 3 true", "rest: Warning", "message"])
    }

    /// Reaches what is deprecated through a requirement that is not.
    private protocol Making {
        static func make() -> NumberBloc
    }

    private enum UnlabeledConditions: Making {
        @available(*, deprecated)
        static func make() -> NumberBloc {
            NumberBloc(0) { bloc in
                bloc.on({ $0 == 1 }) { event, emit in emit(event * 10) }
                bloc.on({ $0 == 2 }, policy: .droppable) { event, emit async in emit(event * 100) }
                bloc.on { event, emit in emit(event) }
            }
        }
    }

    @Test("G79 a condition without a label selects its events, and no others")
    func unlabeledConditions() async {
        let maker: any Making.Type = UnlabeledConditions.self
        let bloc = maker.make()
        for (event, state) in [(1, 10), (2, 200), (3, 3)] {
            #expect(await bloc.add(event).word == "handled")
            #expect(bloc.state == state)
        }
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

private class Message: Change, @unchecked Sendable {}

private final class Warning: Message, @unchecked Sendable {}
