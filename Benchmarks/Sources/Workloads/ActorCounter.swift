/// An actor with the same handler and observer.
package actor ActorCounter {
    private var state = CounterState()
    private let observer: @Sendable (CounterState) -> Void

    package init(observer: @escaping @Sendable (CounterState) -> Void) {
        self.observer = observer
    }

    package func add(_ event: CounterEvent) {
        var next = state
        switch event {
        case .incremented: next.count += 1
        case .decremented: next.count -= 1
        }
        guard next != state else { return }
        state = next
        observer(next)
    }
}
