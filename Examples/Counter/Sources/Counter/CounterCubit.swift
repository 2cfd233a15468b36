import Bloc

/// A counter that goes up and down.
final class CounterCubit: Cubit {
    typealias State = Int
    let runtime: CubitRuntime<CounterCubit>
    private let emit: CubitEmitter<CounterCubit>

    init() {
        (runtime, emit) = CubitRuntime.make(initialState: 0)
    }

    func increment() { emit.update { $0 += 1 } }
    func decrement() { emit.update { $0 -= 1 } }
}
