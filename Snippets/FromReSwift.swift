// ReSwift's terms, each compiled.

import Bloc

struct Logger: BlocObserver {
    func onEvent(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext) { print("\(bloc): \(event)") }
}

// snippet.show
final class CartBloc: Bloc {
    enum Event {
        case added(String)
        case cleared, ordered
    }
    struct State: Equatable, Sendable {
        var items: [String] = []
        var isOrdering = false
    }
    let runtime: BlocRuntime<CartBloc>

    init(order: @escaping @Sendable ([String]) async throws -> Void) {
        runtime = BlocRuntime(initialState: State()) { bloc in
            bloc.on({ if case .ordered = $0 { () } else { nil } }, policy: .droppable) { _, emit in
                emit.update { $0.isOrdering = true }
                defer { emit.update { $0.isOrdering = false } }
                try await order(emit.state.items)
                emit.add(.cleared)
            }
            bloc.on { event, emit in emit.update { CartBloc.reduce(event, &$0) } }
        }
    }

    /// A pure function, tested without a bloc.
    static func reduce(_ event: Event, _ state: inout State) {
        switch event {
        case .added(let item): state.items.append(item)
        case .cleared: state.items = []
        case .ordered: break  // Work, not a change: the registration above takes it.
        }
    }
}
// snippet.hide

struct Screen {
    let cart: CartBloc
    var token: BlocSubscription?
    var count: BlocSubscription?
    mutating func appear() {
        token = cart.observe { print($0) }
        count = cart.select(\.items.count) { print($0) }
    }
}

let observers = BlocObservers.install(Logger())
let key = BlocKey<CartBloc>("cart")
let cart = BlocManager.shared.bloc(for: key) { CartBloc { _ in } }
var screen = Screen(cart: cart)
screen.appear()
cart.add(.added("tea"))
print(cart.state.items)
_ = await cart.add(.ordered).outcome
screen.token?.cancel()
let next = cart.state
var copy = next
CartBloc.reduce(.added("milk"), &copy)
await BlocManager.shared.closeAll()
