// A cubit: methods instead of events.

// snippet.show
import Bloc

final class CounterCubit: Cubit {
    typealias State = Int
    let runtime: CubitRuntime<CounterCubit>
    private let emit: CubitEmitter<CounterCubit>

    init() {
        (runtime, emit) = CubitRuntime.make(initialState: 0)
    }

    func increment() { emit.update { $0 += 1 } }
}
// snippet.hide

let counter = CounterCubit()
counter.increment()
print(counter.state)
await counter.close()
