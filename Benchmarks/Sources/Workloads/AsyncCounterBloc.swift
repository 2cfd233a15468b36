public import Bloc

/// A counter whose handler is async, under a policy.
public final class AsyncCounterBloc: Bloc {
    public typealias Event = CounterEvent
    public typealias State = CounterState
    public let runtime: BlocRuntime<AsyncCounterBloc>

    public init(_ policy: EventPolicy) {
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

    /// Adds events and waits until all are over.
    public func add(count: Int) async {
        var receipts: [Receipt] = []
        receipts.reserveCapacity(count)
        for _ in 0..<count { receipts.append(add(.incremented)) }
        for receipt in receipts { _ = await receipt.outcome }
    }
}
