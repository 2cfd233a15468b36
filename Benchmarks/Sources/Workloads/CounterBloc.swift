public import Bloc

/// A counter whose handler is synchronous.
public final class CounterBloc: Bloc {
    public typealias Event = CounterEvent
    public typealias State = CounterState
    public let runtime: BlocRuntime<CounterBloc>

    public init() {
        runtime = BlocRuntime(initialState: CounterState()) { bloc in
            bloc.on { event, emit in
                var state = emit.state
                switch event {
                case .incremented: state.count += 1
                case .decremented: state.count -= 1
                }
                emit(state)
            }
        }
    }
}

/// Adds an event, from outside the module of the bloc's runtime.
@inline(never)
public func add(_ event: CounterEvent, to bloc: CounterBloc) {
    bloc.add(event)
}
