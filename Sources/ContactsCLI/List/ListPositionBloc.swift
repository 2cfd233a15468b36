import Bloc

/// Remembers where the last list stopped, in this run and in those after it.
final class ListPositionBloc: Bloc {
    typealias Event = ListPositionEvent
    typealias State = ListPositionState

    static let key = BlocKey<ListPositionBloc>("list-position")

    let runtime: BlocRuntime<ListPositionBloc>

    init(storage: any HydrationStorage, errors: ErrorService) {
        runtime = BlocRuntime(initialState: ListPositionState(), name: Self.key.name) { bloc in
            bloc.hydrate(ListPositionState.hydration(in: storage))
            bloc.onError { error, _, _ in errors.report(error) }
            bloc.on { event, emit in
                switch event {
                case .stopped(let position): emit(ListPositionState(last: position))
                }
            }
        }
    }
}
