// A state that several blocs read and change.

import Bloc

// snippet.show
struct Cart: Equatable, Sendable {
    var items: [String] = []
}

final class ProductBloc: Bloc {
    enum Event { case bought }
    typealias State = Bool
    let runtime: BlocRuntime<ProductBloc>

    init(_ name: String, cart: SharedState<Cart>) {
        runtime = BlocRuntime(initialState: false) { bloc in
            bloc.on { _, emit in
                emit.update(cart) { $0.items.append(name) }
                emit(true)
            }
        }
    }
}

final class BadgeBloc: Bloc {
    enum Event { case cartChanged(Cart) }
    typealias State = Int
    let runtime: BlocRuntime<BadgeBloc>

    init(cart: SharedState<Cart>) {
        runtime = BlocRuntime(initialState: cart.state.items.count) { bloc in
            bloc.on { event, emit in
                switch event {
                case .cartChanged(let cart): emit(cart.items.count)
                }
            }
        }
        cart.forward(to: self) { .cartChanged($0) }
    }
}

let cart = SharedState(Cart(), name: "cart")
let badge = BadgeBloc(cart: cart)
ProductBloc("tea", cart: cart).add(.bought)
print(badge.state)  // 1
// snippet.hide
