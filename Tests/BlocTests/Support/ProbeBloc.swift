import Bloc

/// A bloc whose handlers a test writes where it uses it.
final class ProbeBloc<Event: Sendable, State: Equatable & Sendable, Effect: Sendable>: Bloc {
    let runtime: BlocRuntime<ProbeBloc>

    init(
        _ initialState: State,
        name: String? = nil,
        _ build: (inout BlocBuilder<ProbeBloc>) -> Void = { _ in }
    ) {
        runtime = BlocRuntime(initialState: initialState, name: name, build)
    }
}

/// Events are words; the state is the words that handlers have written, in order.
typealias TextBloc = ProbeBloc<String, [String], String>
/// Events and the state are numbers.
typealias NumberBloc = ProbeBloc<Int, Int, Never>
