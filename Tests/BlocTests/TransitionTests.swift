import Bloc
import TestWatch
import Testing

@Suite(.watched) struct TransitionTests {
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
