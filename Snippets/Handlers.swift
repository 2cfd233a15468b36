// A bloc in which one event waits and the others do not.

import Bloc

// snippet.show
final class CartBloc: Bloc {
    enum Event: Equatable {
        case added(String)
        case removed(String)
        case checkedOut
        case paymentCancelled
    }
    struct State: Equatable, Sendable {
        var items: [String] = []
        var isPaying = false
    }
    let runtime: BlocRuntime<CartBloc>

    init(pay: @escaping @Sendable ([String]) async throws -> Void) {
        runtime = BlocRuntime(initialState: State()) { bloc in
            bloc.on(lane: "payment", policy: .droppable, where: { $0 == .checkedOut }) { _, emit in
                emit.update { $0.isPaying = true }
                // Does nothing once the handler was cancelled.
                defer { emit.update { $0.isPaying = false } }
                try await pay(emit.state.items)
                emit.update { $0.items = [] }
            }
            bloc.on { event, emit in
                switch event {
                case .added(let item): emit.update { $0.items.append(item) }
                case .removed(let item): emit.update { $0.items.removeAll { $0 == item } }
                case .paymentCancelled:
                    emit.cancel(lane: "payment")
                    emit.update { $0.isPaying = false }
                case .checkedOut: break  // The registration above takes it.
                }
            }
        }
    }
}
// snippet.hide

let cart = CartBloc { items in print("paid for \(items.count)") }
cart.add(.added("tea"))
precondition(cart.state.items == ["tea"])
let outcome = await cart.add(.checkedOut).outcome
print(outcome, cart.state.items)
await cart.close()

let slow = CartBloc { _ in try await Task.sleep(for: .seconds(3600)) }
let payment = slow.add(.checkedOut)
for await state in slow.states where state.isPaying { break }
slow.add(.paymentCancelled)
precondition(!slow.state.isPaying)
print(await payment.outcome)  // cancelled
precondition(!slow.state.isPaying)
await slow.close()
