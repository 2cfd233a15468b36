package import Bloc

/// A synchronous counter, registered in each of the ways that real blocs use.
package final class ShapedBloc: Bloc {
    package enum Shape: String, CaseIterable, Sendable {
        /// One of two registrations, with a condition.
        case condition
        /// One of two registrations, for events that give a payload.
        case payload
        /// One handler, whose policy is chosen for each event.
        case policies
        /// A synchronous handler beside an async one.
        case asyncBeside = "async beside"
    }

    package typealias Event = CounterEvent
    package typealias State = CounterState
    package let runtime: BlocRuntime<ShapedBloc>

    package init(_ shape: Shape) {
        runtime = BlocRuntime(initialState: CounterState()) { bloc in
            switch shape {
            case .condition:
                bloc.on(where: { $0 == .decremented }) { _, emit in Self.add(-1, emit) }
                bloc.on { _, emit in Self.add(1, emit) }
            case .payload:
                bloc.on({ $0 == .decremented ? -1 : nil }) { step, emit in Self.add(step, emit) }
                bloc.on({ $0 == .incremented ? 1 : nil }) { step, emit in Self.add(step, emit) }
            case .policies:
                bloc.on(policy: .each { $0 == .incremented ? .sequential : .restartable }) { _, emit in
                    Self.add(1, emit)
                }
            case .asyncBeside:
                bloc.on(where: { $0 == .decremented }) { _, emit async in Self.add(-1, emit) }
                bloc.on { _, emit in Self.add(1, emit) }
            }
        }
    }

    private static func add(_ step: Int, _ emit: Emitter<ShapedBloc>) {
        var state = emit.state
        state.count += step
        emit(state)
    }
}

/// Adds an event, from outside the module of the bloc's runtime.
@inline(never)
package func add(_ event: CounterEvent, to bloc: ShapedBloc) {
    bloc.add(event)
}

/// A synchronous counter whose events are a family of types.
package final class FamilyBloc: Bloc {
    package typealias Event = any Change
    package protocol Change: Sendable {}
    package struct Incremented: Change { package init() {} }
    package struct Decremented: Change { package init() {} }
    package typealias State = CounterState
    package let runtime: BlocRuntime<FamilyBloc>

    package init() {
        runtime = BlocRuntime(initialState: CounterState()) { bloc in
            bloc.on(.type(Incremented.self)) { _, emit in
                var state = emit.state
                state.count += 1
                emit(state)
            }
            bloc.on(.type(Decremented.self)) { _, emit in
                var state = emit.state
                state.count -= 1
                emit(state)
            }
        }
    }
}

/// Adds an event, from outside the module of the bloc's runtime.
@inline(never)
package func add(_ event: any FamilyBloc.Change, to bloc: FamilyBloc) {
    bloc.add(event)
}
