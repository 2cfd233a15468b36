/// The states of a bloc, or a part of them, as an async sequence.
///
/// It follows the bloc from its creation on; iterating it more than once, or from several tasks, gives each iteration its
/// own copy of what comes. It does not keep the bloc alive, and ends when the bloc closes or is released.
public struct StateSequence<Element: Sendable>: AsyncSequence, Sendable {
    /// Errors do not occur.
    public typealias Failure = Never

    /// Gives one state after the other.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let stream: StateStream<Element>

        /// The next state; `nil` when the bloc has closed or the task is cancelled.
        public mutating func next() async -> Element? {
            await stream.storage.next()
        }

        /// The next state; `nil` when the bloc has closed or the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await stream.storage.next(isolation: actor)
        }
    }

    private let source: StateStreamSource<Element>

    init<B: StateSource>(_ core: BlocCore<B>, buffering: Buffering, includesCurrent: Bool) where B.State == Element {
        source = StateStreamSource {
            StateStream(buffering: buffering) { storage in
                core.subscribe(Subscriber(onEnd: { storage.end() }, body: { storage.send($0) })) { state in
                    if includesCurrent { storage.send(state) }
                }
            }
        }
    }

    init<B: StateSource>(_ core: BlocCore<B>, buffering: Buffering, part: @escaping @Sendable (B.State) -> Element)
    where Element: Equatable {
        source = StateStreamSource {
            StateStream(buffering: buffering) { storage in
                let selection = Selection<B.State, Element>(part: part) { storage.send($0) }
                return core.subscribe(
                    Subscriber(onEnd: { storage.end() }, body: { selection.arrived($0) }),
                    tellsCurrent: true
                )
            }
        }
    }

    /// Begins an iteration.
    public func makeAsyncIterator() -> Iterator {
        Iterator(stream: source.take())
    }
}

@available(*, unavailable)
extension StateSequence.Iterator: Sendable {}

/// The one-shot effects of a bloc.
///
/// Consumers share them: each effect is delivered to one of them, once.
public struct EffectSequence<Element: Sendable>: AsyncSequence, Sendable {
    /// Errors do not occur.
    public typealias Failure = Never

    /// Gives one effect after the other.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let storage: StreamStorage<Element>

        /// The next effect; `nil` when the bloc has closed or the task is cancelled.
        public mutating func next() async -> Element? {
            await storage.next()
        }

        /// The next effect; `nil` when the bloc has closed or the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await storage.next(isolation: actor)
        }
    }

    let storage: StreamStorage<Element>

    /// Begins an iteration.
    public func makeAsyncIterator() -> Iterator {
        Iterator(storage: storage)
    }
}

@available(*, unavailable)
extension EffectSequence.Iterator: Sendable {}

/// What a stream of states keeps for a consumer that is slower than the bloc.
public enum Buffering: Hashable, Sendable {
    /// Everything, in order.
    case unbounded
    /// The latest state only.
    case latest
    /// The oldest of this many states; later ones are dropped until there is room. At least 1.
    case oldest(Int)
    /// The newest of this many states; the oldest is dropped for a new one. At least 1.
    case newest(Int)
}
