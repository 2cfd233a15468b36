import Bloc
import BlocDurable

/// A bloc of which everything that is measured can be asked.
final class AccountBloc: DurableBloc {
    enum Event: Codable, Sendable {
        case deposited(Int)
        case wakes(at: StoreTime)
        case woke
        case works(steps: Int)
        case worked
    }

    struct State: Codable, Equatable {
        var sum = 0
        var wakesAt: StoreTime?
        var steps: Int?
    }

    let runtime: BlocRuntime<AccountBloc>

    init(_ durable: Durable<AccountBloc>) {
        runtime = durable.runtime(initialState: State()) { bloc in
            bloc.on { event, emit in
                switch event {
                case .deposited(let amount): emit.update { $0.sum += amount }
                case .wakes(let time): emit.update { $0.wakesAt = time }
                case .woke: emit.update { $0.sum += 1 }
                case .works(let steps): emit.update { $0.steps = steps }
                case .worked: emit.update { $0.steps = nil }
                }
            }
            bloc.wake(at: \.wakesAt, with: .woke)
            bloc.when(\.steps, name: "steps") { steps, work in
                for step in 1...steps { _ = try await work.once("\(step)") { _ in step } }
                work.add(.worked)
            }
        }
    }
}
