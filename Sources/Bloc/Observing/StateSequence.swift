/// An async sequence of a bloc's states, of a part of them, or of its effects.
///
/// It buffers states from its creation on. Every iteration, even if several tasks iterate at once, gets all states; each
/// effect goes to only one. The sequence doesn't keep the bloc alive, and ends when the bloc closes or is released.
public struct StateSequence<Element: Sendable>: AsyncSequence, Sendable {
    /// An iterator over the states.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let stream: Stream

        /// Returns the next state, or `nil` if the bloc has closed or the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await stream.storage.next(isolation: actor)
        }
    }

    /// The buffer of one consumer, and the subscription that fills it until it is released.
    fileprivate typealias Stream = (storage: StreamStorage<Element>, subscription: BlocSubscription?)

    private let makeStream: @Sendable () -> Stream
    /// The stream of the first iteration, which misses no states; others are created on demand.
    private let first: Lock<Stream?>

    private init(_ makeStream: @escaping @Sendable () -> Stream) {
        self.makeStream = makeStream
        first = Lock(makeStream())
    }

    /// Creates a sequence of effects, each delivered to one consumer.
    init(effects storage: StreamStorage<Element>) {
        self.init { (storage, nil) }
    }

    init<B: StateSource>(_ core: BlocCore<B>, buffering: Buffering, includesCurrent: Bool) where B.State == Element {
        self.init {
            let storage = StreamStorage<Element>(buffering: buffering)
            let subscriber = Subscriber<Element>(onEnd: { storage.end() }, body: { storage.send($0) })
            return (storage, core.subscribe(subscriber) { if includesCurrent { storage.send($0) } })
        }
    }

    init<B: StateSource>(_ core: BlocCore<B>, part: @escaping @Sendable (B.State) -> Element)
    where Element: Equatable {
        self.init {
            let storage = StreamStorage<Element>(buffering: .unbounded)
            let selection = Selection(part) { storage.send($0) }
            let subscriber = Subscriber<B.State>(onEnd: { storage.end() }, body: { selection.arrived($0) })
            return (storage, core.subscribe(subscriber, deliversCurrent: true))
        }
    }

    /// Starts an iteration.
    public func makeAsyncIterator() -> Iterator {
        Iterator(stream: first.withLock { $0.take() } ?? makeStream())
    }
}

@available(*, unavailable)
extension StateSequence.Iterator: Sendable {}

/// The buffering policy of a stream of states, for consumers that are slower than the bloc.
public enum Buffering: Hashable, Sendable {
    /// All states, in order.
    case unbounded
    /// Only the latest state.
    case latest
    /// The oldest states, up to this number (at least 1); later states are dropped while the buffer is full.
    case oldest(Int)
    /// The newest states, up to this number (at least 1); a new state replaces the oldest in a full buffer.
    case newest(Int)
}
