/// The token of a subscription, which ends when the token is cancelled or released.
public final class BlocSubscription: Sendable {
    private let onCancel: Lock<(@Sendable () -> Void)?>

    /// Creates a token that runs `onCancel` once.
    package init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = Lock(onCancel)
    }

    deinit { cancel() }

    /// Ends the subscription: once this returns, no new call starts; a call that began on another thread may still be running.
    public func cancel() { onCancel.withLock { $0.take() }?() }
}

/// Elements in the order in which they were added; each stays until its token is cancelled or released.
package final class Subscribed<Element: Sendable>: Sendable {
    private let guarded = Lock<(entries: [(number: Int, element: Element)], last: Int)>(([], 0))

    package init() {}

    package var all: [Element] { guarded.withLock { $0.entries.map(\.element) } }

    package func add(_ element: Element) -> BlocSubscription {
        let number = guarded.withLock { guarded in
            guarded.last += 1
            guarded.entries.append((guarded.last, element))
            return guarded.last
        }
        return BlocSubscription { [weak self] in
            // Returned so that it is released outside the lock.
            _ = self?.guarded.withLock { guarded in
                guarded.entries.firstIndex { $0.number == number }.map { guarded.entries.remove(at: $0) }
            }
        }
    }
}

/// A collection of a view's subscriptions, which can be ended together.
public final class Subscriptions: Sendable {
    private let tokens = Lock<[BlocSubscription]>([])

    /// Creates an empty collection.
    public init() {}

    /// Adds a subscription with ``StateSource/bind(when:_:)``, which calls a closure on the main actor.
    public func bind<Source: StateSource>(_ source: Source, _ show: @escaping @MainActor (Source.State) -> Void) {
        add(source.bind(show))
    }

    /// Adds an existing subscription.
    public func add(_ token: BlocSubscription) { tokens.withLock { $0.append(token) } }

    /// Ends all subscriptions; the collection can be used again afterwards.
    public func unbind() { for token in tokens.withLock({ exchange(&$0, with: []) }) { token.cancel() } }
}
