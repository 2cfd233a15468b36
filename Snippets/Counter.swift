// A counter: events in, states out, every state observed.

// snippet.show
import Bloc

final class CounterBloc: Bloc {
    enum Event { case incremented, decremented }
    typealias State = Int
    let runtime: BlocRuntime<CounterBloc>

    init() {
        runtime = BlocRuntime(initialState: 0) { bloc in
            bloc.on { event, emit in
                switch event {
                case .incremented: emit(emit.state + 1)
                case .decremented: emit(emit.state - 1)
                }
            }
        }
    }
}

let counter = CounterBloc()
let token = counter.observe { print("now \($0)") }
counter.add(.incremented)
counter.add(.incremented)
await counter.close()
// snippet.hide

token.cancel()
