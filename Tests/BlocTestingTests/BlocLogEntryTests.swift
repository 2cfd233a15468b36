import BlocTesting
import TestWatch
import Testing

@testable import Bloc

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
