// Work that runs for as long as the bloc is in a state: it ends with the state, and goes on after a restart.

import Bloc
import BlocFiles
import Synchronization

struct Order: Codable, Equatable, Sendable {
    var id: Int
    var cents: Int
}

final class MemoryStorage: HydrationStorage {
    private let data = Mutex<[String: HydratedData]>([:])
    func read(_ key: String) -> HydratedData? { data.withLock { $0[key] } }
    func write(_ data: HydratedData, for key: String) { self.data.withLock { $0[key] = data } }
    func moveAside(_ key: String) {}
}

// snippet.show
final class CheckoutBloc: Bloc {
    enum Event {
        case paid(Order)
        case cancelled
    }
    enum State: Codable, Equatable {
        case editing
        case paying(Order)
        case done(reference: String)
        case timedOut

        var order: Order? { if case .paying(let order) = self { order } else { nil } }
    }
    let runtime: BlocRuntime<CheckoutBloc>

    init(storage: any HydrationStorage, pay: @escaping @Sendable (Order) async throws -> String) {
        runtime = BlocRuntime(initialState: .editing) { bloc in
            bloc.hydrate(CodableHydration(key: "checkout", storage: storage))
            bloc.on { event, emit in
                switch event {
                case .paid(let order): emit(.paying(order))
                case .cancelled: emit(.editing)
                }
            }
            let backoff = Backoff.exponential(from: .seconds(1), to: .seconds(30))
            bloc.when(\.order, name: "payment", retry: backoff) { order, emit in
                emit(.done(reference: try await pay(order)))
            }
            bloc.when(\.order, name: "timeout") { _, emit in
                try await emit.sleep(for: .seconds(120))
                emit(.timedOut)
            }
        }
    }
}
// snippet.hide

// snippet.observer
struct WorkPrinter: BlocObserver {
    func onWork(_ bloc: BlocID, _ work: BlocWork, _ outcome: Outcome?) {
        print(work, outcome.map { "\($0)" } ?? "starts")
    }
}
// snippet.end

func checkout(_ storage: MemoryStorage, pay: @escaping @Sendable (Order) async throws -> String) -> CheckoutBloc {
    withBlocObserver(WorkPrinter()) { CheckoutBloc(storage: storage, pay: pay) }
}
let forever: @Sendable (Order) async throws -> String = { _ in
    try await Task.sleep(for: .seconds(3600))
    return ""
}

let storage = MemoryStorage()
// snippet.restart
let first = checkout(storage, pay: forever)
first.add(.paid(Order(id: 7, cents: 1200)))
await first.close()  // or the process was killed

let second = checkout(storage) { order in "paid-\(order.id)" }
for await state in second.states where state.order == nil {
    print(state)  // done(reference: "paid-7")
    break
}
// snippet.end
precondition(second.state == .done(reference: "paid-7"))
await second.close()

// A cancelled event ends both works, which can publish nothing any more.
let third = checkout(MemoryStorage(), pay: forever)
third.add(.paid(Order(id: 8, cents: 50)))
third.add(.cancelled)
precondition(third.state == .editing)
await third.close()
