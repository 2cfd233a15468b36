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

    /// A cubit that takes its quick ways, or not because it has a hook.
    convenience init(_ initialState: State, isHooked: Bool) {
        self.init(initialState) { cubit in if isHooked { cubit.onClose { _ in } } }
    }
}

/// A cubit with a number state.
typealias NumberCubit = ProbeCubit<Int, Never>
