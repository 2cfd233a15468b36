// A handler that follows an async sequence until its bloc closes.

import Bloc

// snippet.show
final class TickerBloc: Bloc {
    enum Event { case started }
    typealias State = Int
    let runtime: BlocRuntime<TickerBloc>

    init(ticks: AsyncStream<Int>) {
        runtime = BlocRuntime(initialState: 0) { bloc in
            bloc.on(policy: .restartable) { _, emit in
                try await emit.forEach(ticks) { $0 }
            }
        }
    }
}
// snippet.hide

let (ticks, ticker) = AsyncStream.makeStream(of: Int.self)
let bloc = TickerBloc(ticks: ticks)
let receipt = bloc.add(.started)
ticker.yield(1)
ticker.yield(2)
ticker.finish()
print(await receipt.outcome, bloc.state)
await bloc.close()
