import Bloc

/// Prints every change of every bloc.
struct ChangePrinter: BlocObserver {
    let print: @Sendable (String) -> Void

    func onChange(_ bloc: BlocID, _ change: Change<any Sendable>, _ context: EventContext?) {
        print("\(bloc) \(change.current) -> \(change.next)")
    }
}
