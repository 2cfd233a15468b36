/// A mailbox made of an `AsyncStream` and a task that reads it.
package final class StreamCounter: Sendable {
    private let mailbox: AsyncStream<CounterEvent>.Continuation
    private let reader: Task<Void, Never>

    package init(observer: @escaping @Sendable (CounterState) -> Void) {
        let (events, mailbox) = AsyncStream<CounterEvent>.makeStream()
        self.mailbox = mailbox
        reader = Task {
            var state = CounterState()
            for await event in events {
                var next = state
                switch event {
                case .incremented: next.count += 1
                case .decremented: next.count -= 1
                }
                guard next != state else { continue }
                state = next
                observer(next)
            }
        }
    }

    package func add(_ event: CounterEvent) {
        mailbox.yield(event)
    }

    /// Waits until all added events were handled.
    package func finish() async {
        mailbox.finish()
        await reader.value
    }
}
