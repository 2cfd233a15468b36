import Bloc

/// A cubit that a test writes to from outside.
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

/// The state is a number.
typealias NumberCubit = ProbeCubit<Int, Never>
