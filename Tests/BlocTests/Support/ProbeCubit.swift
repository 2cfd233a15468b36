import Bloc

/// A cubit whose emitter a test uses.
final class ProbeCubit<State: Equatable & Sendable, Effect: Sendable>: Cubit {
    let runtime: CubitRuntime<ProbeCubit>
    let emit: CubitEmitter<ProbeCubit>

    init(
        _ initialState: State,
        name: String? = nil,
        _ build: (inout BlocBuilder<ProbeCubit>) -> Void = { _ in }
    ) {
        (runtime, emit) = CubitRuntime.make(initialState: initialState, name: name, build)
    }
}

/// A cubit with a number state.
typealias NumberCubit = ProbeCubit<Int, Never>
