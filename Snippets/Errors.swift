// What happens when a handler throws.

import Bloc

// snippet.show
struct OutOfStock: Error {}

final class OrderBloc: Bloc {
    enum Event { case ordered, browsed }
    typealias State = Int
    let runtime: BlocRuntime<OrderBloc>

    init() {
        runtime = BlocRuntime(initialState: 0) { bloc in
            bloc.onError { error, event, context in
                print("\(type(of: error)) in event \(context?.sequence ?? 0)")
            }
            bloc.on { event, emit in
                switch event {
                case .ordered: throw OutOfStock()
                case .browsed: emit(emit.state + 1)
                }
            }
        }
    }
}

let orders = OrderBloc()
print(await orders.add(.ordered).outcome)  // failed(OutOfStock)
print(await orders.add(.browsed).outcome)  // handled: the bloc continues
// snippet.hide

await orders.close()
print(await orders.add(.browsed).outcome)
