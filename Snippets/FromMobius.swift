// Mobius' terms, each compiled.

import Bloc

struct Logger: BlocObserver {
    func onTransition(_ bloc: BlocID, _ transition: AnyTransition) { print("\(bloc): \(transition.next)") }
}

// snippet.show
final class CounterBloc: Bloc {
    enum Event { case started, increased, decreased, refreshed }
    enum Effect { case soundedAlarm }
    typealias State = Int
    let runtime: BlocRuntime<CounterBloc>

    init(load: @escaping @Sendable () async throws -> Int, ticks: AsyncStream<Void>) {
        runtime = BlocRuntime(initialState: 0) { bloc in
            // The event source: followed until the bloc closes.
            bloc.on(policy: .droppable, where: { $0 == .started }) { _, emit in
                try await emit.onEach(ticks) { emit.add(.increased) }
            }
            // The effect handler: work, whose result is a state.
            bloc.on(policy: .restartable, where: { $0 == .refreshed }) { _, emit in
                emit(try await load())
            }
            // The update function.
            bloc.on { event, emit in
                guard let next = CounterBloc.update(emit.state, event) else {
                    emit.effect(.soundedAlarm)
                    return
                }
                emit(next)
            }
        }
    }

    /// A pure function, tested without a bloc; `nil` below zero.
    static func update(_ model: Int, _ event: Event) -> Int? {
        switch event {
        case .increased: model + 1
        case .decreased: model > 0 ? model - 1 : nil
        case .started, .refreshed: model
        }
    }
}
// snippet.hide

let (ticks, ticker) = AsyncStream.makeStream(of: Void.self)
let counter = withBlocObserver(Logger()) { CounterBloc(load: { 7 }, ticks: ticks) }
let subscriptions = Subscriptions()
subscriptions.add(counter.observe { print($0) })
let receipt = counter.add(.refreshed)
receipt.cancel()
counter.add(.started)
counter.add(.decreased)
ticker.finish()
await counter.close()
for await effect in counter.effects { print(effect) }
subscriptions.unbind()
precondition(CounterBloc.update(0, .decreased) == nil)
