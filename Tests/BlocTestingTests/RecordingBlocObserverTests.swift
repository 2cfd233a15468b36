import BlocTesting
import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct RecordingBlocObserverTests {
    private let recorder = RecordingBlocObserver()

    private func makeBloc(name: String? = nil) -> TallyBloc {
        withBlocObserver(recorder) { TallyBloc(name: name) }
    }

    @Test("G82 one log has all hooks in order, as lines that are the same in every run")
    func lines() async {
        let bloc = makeBloc(name: "till")
        bloc.add(.added(2))
        bloc.add(.announced("done"))
        bloc.add(.failed)
        bloc.add(.unknown)
        bloc.add(.followUp)
        await bloc.close()
        bloc.add(.added(3))
        let state = { (total: Int, last: String) in "State(total: \(total), last: \(last))" }
        #expect(
            recorder.lines == [
                "TallyBloc(till) onCreate",
                "TallyBloc(till) onEvent 1 added(2)",
                "TallyBloc(till) onTransition \(state(0, "nil")) → \(state(2, "Optional(2)")) by 1 added(2)",
                "TallyBloc(till) onDone 1 added(2): handled",
                "TallyBloc(till) onEvent 2 announced(\"done\")",
                "TallyBloc(till) onEffect 2: done",
                "TallyBloc(till) onDone 2 announced(\"done\"): handled",
                "TallyBloc(till) onEvent 3 failed",
                "TallyBloc(till) onError 3 failed: Refusal(reason: \"no\")",
                "TallyBloc(till) onDone 3 failed: failed(Refusal)",
                "TallyBloc(till) onEvent 4 unknown",
                "TallyBloc(till) onError 4 unknown: \(bloc.core.id) has no handler for the event .unknown of type Event. "
                    + "Register one in its initializer: bloc.on { event, emit in … }",
                "TallyBloc(till) onDropped 4 unknown: unhandled",
                "TallyBloc(till) onDone 4 unknown: dropped(unhandled)",
                "TallyBloc(till) onEvent 5 followUp",
                "TallyBloc(till) onEvent 6 added(1), caused by TallyBloc(till) 5",
                "TallyBloc(till) onDone 5 followUp: handled",
                "TallyBloc(till) onTransition \(state(2, "Optional(2)")) → \(state(3, "Optional(1)")) by 6 added(1)",
                "TallyBloc(till) onDone 6 added(1): handled",
                "TallyBloc(till) onClose",
                "TallyBloc(till) onDropped 7 added(3): closed",
            ]
        )
    }

    @Test("G82 the entries of one bloc can be selected")
    func blocs() {
        let (one, other) = (makeBloc(), makeBloc())
        one.add(.announced("one"))
        other.add(.announced("other"))
        let id = other.core.id
        let context = EventContext(sequence: 1)
        #expect(
            recorder.entries(of: id) == [
                .create(id),
                .event(id, TallyBloc.Event.announced("other"), context),
                .effect(id, "other", context),
                .done(id, TallyBloc.Event.announced("other"), context, .handled),
            ]
        )
    }

    @Test("G82 an entry can be awaited before and after it is there")
    func first() async throws {
        let bloc = makeBloc()
        async let awaited = recorder.first { if case .effect = $0 { true } else { false } }
        bloc.add(.added(1))
        bloc.add(.announced("here"))
        let effect = BlocLogEntry.effect(bloc.core.id, "here", EventContext(sequence: 2))
        #expect(try await awaited == effect)
        #expect(try await recorder.first { $0 == effect } == effect)
    }

    @Test("G82 the log can be stepped through")
    func next() async throws {
        let bloc = makeBloc()
        bloc.add(.announced("a"))
        let isEffect = { (entry: BlocLogEntry) in if case .effect = entry { true } else { false } }
        #expect(try await recorder.next() == .create(bloc.core.id))
        #expect(try await recorder.next(where: isEffect).description == "TallyBloc onEffect 1: a")
        #expect(try await recorder.next().description == "TallyBloc onDone 1 announced(\"a\"): handled")
        async let later = recorder.next(where: isEffect)
        bloc.add(.announced("b"))
        #expect(try await later.description == "TallyBloc onEffect 2: b")
    }
}

@Suite(.watched) struct BlocLogEntryTests {
    private struct Plain {
        let number: Int
    }

    private let bloc = TallyBloc().core.id
    private let context = EventContext(sequence: 1)

    private func transition(_ current: Int, _ trigger: TransitionTrigger, _ next: Int) -> BlocLogEntry {
        .transition(bloc, AnyTransition(current: current, trigger: trigger, next: next))
    }

    @Test("G82 entries are equal when their bloc and values are")
    func equal() {
        let other = TallyBloc().core.id
        let later = EventContext(sequence: 2)
        let entries: [BlocLogEntry] = [
            .create(bloc), .create(other), .event(bloc, 1, context), .event(bloc, 2, context), .event(bloc, 1, later),
            .event(bloc, "1", context), transition(1, .method, 2), transition(0, .method, 2), transition(1, .method, 3),
            transition(1, .event(1, context), 2), transition(1, .event(2, context), 2),
            transition(1, .event(1, later), 2),
            .done(bloc, 1, context, .handled), .done(bloc, 1, context, .cancelled),
            .dropped(bloc, 1, context, .busy), .dropped(bloc, 1, context, .closed),
            .error(bloc, TallyBloc.Refusal(reason: "a"), nil, nil),
            .error(bloc, TallyBloc.Refusal(reason: "b"), nil, nil),
            .lateEmit(bloc, 1, context), .lateEmit(bloc, 2, context),
            .effect(bloc, 1, context), .effect(bloc, 1, nil),
            .close(bloc, byOwner: true), .close(bloc, byOwner: false),
        ]
        for (left, entry) in entries.enumerated() {
            for (right, other) in entries.enumerated() {
                #expect((entry == other) == (left == right), "\(entry) and \(other)")
            }
        }
    }

    @Test("G82 values that are not Equatable are compared by their text")
    func text() {
        #expect(BlocLogEntry.event(bloc, Plain(number: 1), context) == .event(bloc, Plain(number: 1), context))
        #expect(BlocLogEntry.event(bloc, Plain(number: 1), context) != .event(bloc, Plain(number: 2), context))
    }

    @Test("G82 the text of an entry without an event, and of a close without the owner")
    func texts() {
        #expect(BlocLogEntry.close(bloc, byOwner: false).description == "TallyBloc onClose, not by its owner")
        #expect(
            BlocLogEntry.error(bloc, TallyBloc.Refusal(reason: "a"), nil, nil).description.hasPrefix(
                "TallyBloc onError: "
            )
        )
        #expect(BlocLogEntry.effect(bloc, "shown", nil).description == "TallyBloc onEffect: shown")
        #expect(BlocLogEntry.lateEmit(bloc, 3, context).description == "TallyBloc onLateEmit 1: 3")
    }
}
