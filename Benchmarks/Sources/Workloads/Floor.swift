import Synchronization

/// The lower bound for comparisons: one mutex around the state, a stored handler, an equality check, a stored observer.
package final class Floor: Sendable {
    private let state = Mutex(CounterState())
    private let handler: @Sendable (CounterEvent, CounterState) -> CounterState
    private let observer: @Sendable (CounterState) -> Void

    package init(observer: @escaping @Sendable (CounterState) -> Void) {
        self.observer = observer
        handler = { event, state in
            var state = state
            switch event {
            case .incremented: state.count += 1
            case .decremented: state.count -= 1
            }
            return state
        }
    }

    @inline(never)
    package func add(_ event: CounterEvent) {
        let changed: CounterState? = state.withLock { state in
            let next = handler(event, state)
            if next == state { return nil }
            state = next
            return next
        }
        if let changed { observer(changed) }
    }
}
