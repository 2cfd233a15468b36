/// The states of a bloc, or a part of them, as an async sequence.
///
/// It buffers states from its creation on. Each iteration, also in several tasks at once, gets all states. The sequence does not
/// keep the bloc alive, and ends when the bloc closes or is released.
public struct StateSequence<Element: Sendable>: AsyncSequence, Sendable {
    /// The sequence does not throw.
    public typealias Failure = Never

    /// Iterates over the states.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let stream: StateStream<Element>

        /// The next state; `nil` when the bloc has closed or the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            await stream.storage.next(isolation: actor)
        }
    }

    private let source: StateStreamSource<Element>

    /// Effects, each of which one consumer gets.
    init(effects storage: StreamStorage<Element>) {
        source = StateStreamSource { StateStream(storage) }
    }

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
                let selection = Selection<B.State, Element>(part) { storage.send($0) }
                return core.subscribe(
                    Subscriber(onEnd: { storage.end() }, body: { selection.arrived($0) }),
                    deliversCurrent: true
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

/// The one-shot effects of a bloc; its consumers share them.
public typealias EffectSequence<Element: Sendable> = StateSequence<Element>

/// The buffer of a stream of states for a consumer that is slower than the bloc.
public enum Buffering: Hashable, Sendable {
    /// All states, in order.
    case unbounded
    /// The latest state only.
    case latest
    /// The oldest states, this many, at least 1; later ones are dropped while the buffer is full.
    case oldest(Int)
    /// The newest states, this many, at least 1; a new one replaces the oldest in a full buffer.
    case newest(Int)
}
