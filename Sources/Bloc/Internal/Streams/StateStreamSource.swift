/// Makes the streams of a sequence: the first when the sequence is made, so that it misses nothing, others when asked.
final class StateStreamSource<Element: Sendable>: Sendable {
    private let make: @Sendable () -> StateStream<Element>
    private let first: Lock<StateStream<Element>?>

    init(_ make: @escaping @Sendable () -> StateStream<Element>) {
        self.make = make
        first = Lock(make())
    }

    /// A stream for one iteration.
    func take() -> StateStream<Element> {
        first.withLock { $0.take() } ?? make()
    }
}
