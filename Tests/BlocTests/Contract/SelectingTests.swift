import Bloc
import TestWatch
import Testing

/// Events that are selected by their payload, and policies that are chosen for each event.
@Suite(.watched) struct SelectingTests {
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
