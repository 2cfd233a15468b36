import Bloc

/// An observer that prints every change of every bloc.
struct ChangePrinter: BlocObserver {
    let print: @Sendable (String) -> Void

    func onTransition(_ bloc: BlocID, _ transition: AnyTransition) {
        print("\(bloc) \(transition.current) -> \(transition.next)")
    }
}
