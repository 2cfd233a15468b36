import OpenCombine

/// OpenCombine's `CurrentValueSubject`, with a handler in front and a subscriber behind.
package final class SubjectCounter {
    private let subject = CurrentValueSubject<CounterState, Never>(CounterState())
    private let subscription: AnyCancellable

    package init(observer: @escaping (CounterState) -> Void) {
        subscription = subject.sink(receiveValue: observer)
    }

    @inline(never)
    package func add(_ event: CounterEvent) {
        var next = subject.value
        switch event {
        case .incremented: next.count += 1
        case .decremented: next.count -= 1
        }
        if next != subject.value { subject.send(next) }
    }
}
