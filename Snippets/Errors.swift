// What happens when a handler throws.

import Bloc

// snippet.show
struct OutOfStock: Error {}

struct ErrorPrinter: BlocObserver {
    func onError(_ bloc: BlocID, _ error: any Error, _ event: (any Sendable)?, _ context: EventContext?) {
        print("\(type(of: error)) in event \(context?.sequence ?? 0)")
    }
}

final class OrderBloc: Bloc {
    enum Event { case ordered, browsed }
    typealias State = Int
    let runtime: BlocRuntime<OrderBloc>

    init() {
        runtime = BlocRuntime(initialState: 0) { bloc in
            bloc.observer = ErrorPrinter()
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
