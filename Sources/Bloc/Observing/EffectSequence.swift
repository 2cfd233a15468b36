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
