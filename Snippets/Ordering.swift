// What follows from the ordering guarantees: handlers do not nest, and states come in order.

import Bloc

// snippet.show
final class StepsBloc: Bloc {
    enum Event { case first, second }
    typealias State = [String]
    let runtime: BlocRuntime<StepsBloc>

    init() {
        runtime = BlocRuntime(initialState: []) { bloc in
            bloc.on { event, emit in
                switch event {
                case .first:
                    emit.update { $0.append("first begins") }
                    emit.add(.second)
                    emit.update { $0.append("first ends") }
                case .second:
                    emit.update { $0.append("second") }
                }
            }
        }
    }
}

let steps = StepsBloc()
steps.add(.first)
print(steps.state)  // ["first begins", "first ends", "second"]
// snippet.hide

await steps.close()
