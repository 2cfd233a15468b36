import Bloc
import TestWatch
import Testing

@Suite(.watched) struct TransitionTests {
    private static let context = EventContext(sequence: 3)

    @Test("a transition has an event only if an event triggered it")
    func event() {
        let triggers: [(TransitionTrigger<String>, String?)] = [
            (.event("typed", Self.context), "typed"), (.undo, nil), (.redo, nil), (.restore, nil), (.method, nil),
        ]
        for (trigger, event) in triggers {
            #expect(Transition(current: 1, trigger: trigger, next: 2).event == event)
        }
    }

    @Test("observers get every kind of trigger with erased types")
    func erased() async {
        struct Collector: BlocObserver {
            let words: Log<String>

            func onTransition(_ bloc: BlocID, _ transition: AnyTransition) {
                words.append("\(transition.current) \(transition.trigger.word) \(transition.next)")
            }
        }
        let words = Log<String>()
        let bloc = withBlocObserver(Collector(words: words)) {
            NumberBloc(0) { bloc in
                bloc.history()
                bloc.on { event, emit in emit(event) }
            }
        }
        bloc.add(7)
        bloc.undo()
        bloc.redo()
        #expect(words.entries == ["0 7 #1 7", "7 undo 0", "0 redo 7"])
        await bloc.close()
    }
}
