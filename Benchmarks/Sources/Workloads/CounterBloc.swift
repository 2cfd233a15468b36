package import Bloc

/// A counter whose handler is synchronous.
package final class CounterBloc: Bloc {
    package typealias Event = CounterEvent
    package typealias State = CounterState
    package let runtime: BlocRuntime<CounterBloc>

    package init() {
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
package func add(_ event: CounterEvent, to bloc: CounterBloc) {
    bloc.add(event)
}
