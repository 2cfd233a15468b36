package import Bloc

/// A counter with two synchronous handlers: its events are handled under the lock.
package final class TwoHandlerBloc: Bloc {
    package typealias Event = CounterEvent
    package typealias State = CounterState
    package let runtime: BlocRuntime<TwoHandlerBloc>

    package init() {
        runtime = BlocRuntime(initialState: CounterState()) { bloc in
            bloc.on(where: { $0 == .decremented }) { _, emit in
                var state = emit.state
                state.count -= 1
                emit(state)
            }
            bloc.on { _, emit in
                var state = emit.state
                state.count += 1
                emit(state)
            }
        }
    }
}

/// Adds an event, from outside the module of the bloc's runtime.
@inline(never)
package func add(_ event: CounterEvent, to bloc: TwoHandlerBloc) {
    bloc.add(event)
}
