package import Bloc

/// A counter whose handler is async, under a policy.
package final class AsyncCounterBloc: Bloc {
    package typealias Event = CounterEvent
    package typealias State = CounterState
    package let runtime: BlocRuntime<AsyncCounterBloc>

    package init(_ policy: EventPolicy<CounterEvent>) {
        runtime = BlocRuntime(initialState: CounterState()) { bloc in
            bloc.on(policy: policy) { event, emit in
                await Task.yield()
                emit.update { state in
                    switch event {
                    case .incremented: state.count += 1
                    case .decremented: state.count -= 1
                    }
                }
            }
        }
    }

    /// Adds events and waits until all have ended.
    package func add(count: Int) async {
        var receipts: [Receipt] = []
        receipts.reserveCapacity(count)
        for _ in 0..<count { receipts.append(add(.incremented)) }
        for receipt in receipts { _ = await receipt.outcome }
    }

    /// Adds events, each when the one before has ended.
    package func addEach(count: Int) async {
        for _ in 0..<count { _ = await add(.incremented).outcome }
    }
}
