import Bloc
import TestWatch
import Testing

@Suite(.watched) struct HooksTests {
    @Test("G34 hooks come in one order for each event, the bloc's own before the observers'")
    func order() async {
        let log = Log<String>()
        let bloc = withBlocObserver(HookLog(log: log, prefix: "outer ")) {
            TextBloc([], name: "left") { bloc in
                bloc.observer = HookLog(log: log, prefix: "own ")
                bloc.on { event, emit in
                    emit([event])
                    emit([event, "again"])
                    emit.effect("hush")
                }
            }
        }
        bloc.add("a")
        await bloc.close()
        let type = "ProbeBloc<String, Array<String>, String>"
        let expected = [
            "create \(type)", "event a #1",
            "transition [] a #1 [\"a\"]", "transition [\"a\"] a #1 [\"a\", \"again\"]",
            "effect hush #1", "done a #1 handled", "close by owner",
        ]
        #expect(log.entries.filter { $0.hasPrefix("own ") } == expected.map { "own \($0)" })
        #expect(log.entries.filter { $0.hasPrefix("outer ") } == expected.map { "outer \($0)" })
        // The bloc's own observer comes first.
        #expect(
            log.entries.prefix(6) == [
                "own create \(type)", "outer create \(type)", "own event a #1", "outer event a #1",
                "own transition [] a #1 [\"a\"]", "outer transition [] a #1 [\"a\"]",
            ]
        )
    }

    @Test("G34 the start of each handler is told once to an observer that asks for it, and to no other")
    func starts() async {
        let log = Log<String>()
        let bloc = withBlocObserver(StartLog(log: log, prefix: "asks ", observesStarts: true)) {
            withBlocObserver(StartLog(log: log, prefix: "does not ask ", observesStarts: false)) {
                TextBloc([]) { bloc in
                    bloc.on(lane: "one", policy: .sequential, where: { $0.hasPrefix("slow") }) { _, _ async in
                        await Task.yield()
                    }
                    bloc.on(lane: "one", policy: .sequential, where: { $0.hasPrefix("queued") }) { _, _ in }
                    bloc.on { _, _ in }
                }
            }
        }
        let events = ["at once", "slow 1", "queued 2", "slow 3", "queued 4"]
        for receipt in events.map({ bloc.add($0) }) { _ = await receipt.outcome }
        await bloc.close()
        #expect(log.entries == events.enumerated().map { "asks \($1) #\($0 + 1)" })
    }

    @Test("G34 the bloc's own observer gets the starts of handlers if it asks for them", arguments: [true, false])
    func ownStarts(asks: Bool) async {
        let log = Log<String>()
        let bloc = TextBloc([]) { bloc in
            bloc.observer = StartLog(log: log, prefix: "own ", observesStarts: asks)
            bloc.on { _, _ in }
        }
        bloc.add("a")
        await bloc.close()
        #expect(log.entries == (asks ? ["own a #1"] : []))
    }

    @Test("G34 each error, drop and late emit is reported once")
    func mishaps() async {
        struct Broken: Error, CustomStringConvertible {
            let description = "Broken"
        }
        let log = Log<String>()
        let escaped = Log<Emitter<TextBloc>>()
        let bloc = withBlocObserver(HookLog(log: log)) {
            TextBloc([]) { bloc in
                bloc.on(where: { $0 == "throws" }) { (_: String, emit: Emitter<TextBloc>) in
                    escaped.append(emit)
                    throw Broken()
                }
                bloc.on(where: { $0 == "drops" }) { _, _ in }
            }
        }
        bloc.add("throws")
        escaped.entries.first?(["late"])
        escaped.entries.first?(["later"])
        bloc.add("unknown")
        await bloc.close()
        bloc.add("drops")
        #expect(
            log.entries.dropFirst() == [
                "event throws #1", "error Broken throws #1", "done throws #1 failed(Broken)",
                "late [\"late\"] #1",
                "event unknown #2", "error unhandled-event unknown #2", "dropped unknown #2 unhandled",
                "done unknown #2 dropped(unhandled)",
                "close by owner", "dropped drops #3 closed",
            ]
        )
    }

    @Test("G34 hooks of racing handlers are each called once, in an order that fits the states")
    func racing() async {
        let transitions = Log<OwnTransition<Int>>()
        let done = Log<UInt64>()
        let bloc = NumberBloc(0) { bloc in
            bloc.onTransition { transitions.append($0) }
            bloc.onDone { _, context, _ in done.append(context.sequence) }
            bloc.on(where: { $0 > 0 }) { event, emit async in emit.update { $0 += event } }
            bloc.on { _, emit in emit.update { $0 += 1 } }
        }
        await withTaskGroup { group in
            for sender in 0..<4 {
                group.addTask { for _ in 0..<200 { bloc.add(sender) } }
            }
        }
        await bloc.close(.drain)
        #expect(done.entries.sorted() == Array(1...800))
        #expect(transitions.entries.count == 800)
        var state = 0
        for transition in transitions.entries {
            #expect(transition.current == state)
            state = transition.next
        }
        #expect(state == bloc.state)
    }

    @Test("G36 a blocked observer delays no handler and no reader")
    func stuckObserver() async {
        let isStuck = Signal()
        let mayGoOn = Signal()
        let done = Log<Int>()
        let bloc = ThreadExecutor().hosting {
            NumberBloc(0) { bloc in
                bloc.onDone { event, _, _ in
                    if event == 1 {
                        isStuck.fire()
                        mayGoOn.block()
                    }
                    done.append(event)
                }
                bloc.on(where: { $0 == 1 }) { event, emit async in emit(event) }
                bloc.on { event, emit in emit(event) }
            }
        }
        let first = bloc.add(1)
        await isStuck.wait()
        let receipts = (2...100).map { number in
            let receipt = bloc.add(number)
            #expect(bloc.state == number)
            return receipt
        }
        #expect(done.entries.isEmpty)
        mayGoOn.fire()
        #expect(await first.word == "handled")
        for receipt in receipts { #expect(await receipt.word == "handled") }
        #expect(done.entries == Array(1...100))
    }

    @Test("G36 an observer that adds events from every hook breaks no order")
    func addingObserver() async {
        let log = Log<String>()
        let shared = Shared<TextBloc?>(nil)
        @Sendable func add(_ event: String) {
            guard event.count <= 4 else { return }
            shared.value?.add(event)
        }
        let bloc = TextBloc([]) { bloc in
            bloc.onEvent { event, _ in add(event + "e") }
            bloc.onTransition { if case .event(let event as String, _) = $0.trigger { add(event + "t") } }
            bloc.onDone { event, _, _ in add(event + "d") }
            bloc.on { event, emit in
                log.append("begin \(event)")
                emit.update { $0.append(event) }
                log.append("end \(event)")
            }
        }
        shared.value = bloc
        bloc.add("a")
        shared.value = nil
        await bloc.close(.drain)
        // Each event of up to three letters brings three more: 1 + 3 + 9 + 27.
        #expect(bloc.state.count == 40)
        #expect(Set(bloc.state).count == 40)
        #expect(log.entries == bloc.state.flatMap { ["begin \($0)", "end \($0)"] })
    }

    @Test("G37 an event that a handler adds names its cause in every hook")
    func causes() async {
        let contexts = Log<(String, EventContext)>()
        let bloc = TextBloc([]) { bloc in
            bloc.onEvent { contexts.append(("event \($0)", $1)) }
            bloc.onTransition {
                if case .event(let event, let context) = $0.trigger {
                    contexts.append(("transition \(event)", context))
                }
            }
            bloc.onEffect { if let context = $1 { contexts.append(("effect \($0)", context)) } }
            bloc.onDone { contexts.append(("done \($0) \($2)", $1)) }
            bloc.on(where: { $0 == "async" }) { event, emit async in
                emit.add("of async")
                emit.update { $0.append(event) }
            }
            bloc.on { event, emit in
                emit.update { $0.append(event) }
                emit.effect(event)
                if event == "sync" { emit.add("of sync") }
            }
        }
        bloc.add("sync")
        let receipt = bloc.add("async")
        _ = await receipt.outcome
        await bloc.close(.drain)
        let causes = Dictionary(grouping: contexts.entries) { $0.1.sequence }
            .mapValues { Set($0.map(\.1.cause)) }
        let id = bloc.core.id
        #expect(
            causes == [
                1: [nil], 2: [EventReference(bloc: id, sequence: 1)],
                3: [nil], 4: [EventReference(bloc: id, sequence: 3)],
            ]
        )
        #expect(
            contexts.entries.filter { $0.1.sequence == 2 }.map(\.0) == [
                "event of sync", "transition of sync", "effect of sync", "done of sync handled",
            ]
        )
    }
}

/// Notes the starts of handlers.
private struct StartLog: BlocObserver {
    let log: Log<String>
    let prefix: String
    let observesStarts: Bool

    func onStart(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext) {
        log.append("\(prefix)\(event) #\(context.sequence)")
    }
}
