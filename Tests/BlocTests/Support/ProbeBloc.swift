import Bloc

/// A bloc whose handlers the test registers; it takes its quick ways, or not because it has a hook.
final class ProbeBloc<Event: Sendable, State: Equatable & Sendable, Effect: Sendable>: Bloc {
    let runtime: BlocRuntime<ProbeBloc>

    init(
        _ initialState: State,
        name: String? = nil,
        isHooked: Bool = false,
        _ build: (inout BlocBuilder<ProbeBloc>) -> Void = { _ in }
    ) {
        runtime = BlocRuntime(initialState: initialState, name: name) { bloc in
            if isHooked { bloc.onClose { _ in } }
            build(&bloc)
        }
    }

    /// Creates a bloc whose handlers can reach it as everyone else does.
    convenience init(_ initialState: State, _ build: (inout BlocBuilder<ProbeBloc>, _ itself: Itself) -> Void) {
        let itself = Itself()
        self.init(initialState) { build(&$0, itself) }
        itself.bloc = self
    }

    /// The bloc, once it is created.
    ///
    /// Unchecked: it is set before the bloc is used.
    final class Itself: @unchecked Sendable {
        fileprivate(set) weak var bloc: ProbeBloc?
    }
}

/// A bloc with text events, whose state is the texts that handlers have appended.
typealias TextBloc = ProbeBloc<String, [String], String>
/// A bloc with number events and a number state.
typealias NumberBloc = ProbeBloc<Int, Int, Never>

/// A cubit whose emitter a test uses.
final class ProbeCubit<State: Equatable & Sendable, Effect: Sendable>: Cubit {
    let runtime: CubitRuntime<ProbeCubit>
    let emit: CubitEmitter<ProbeCubit>

    init(_ initialState: State, name: String? = nil, _ build: (inout BlocBuilder<ProbeCubit>) -> Void = { _ in }) {
        (runtime, emit) = CubitRuntime.make(initialState: initialState, name: name, build)
    }

    /// A cubit that takes its quick ways, or not because it has a hook.
    convenience init(_ initialState: State, isHooked: Bool) {
        self.init(initialState) { cubit in if isHooked { cubit.onClose { _ in } } }
    }
}

/// A cubit with a number state.
typealias NumberCubit = ProbeCubit<Int, Never>
