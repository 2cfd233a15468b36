/// The token of a subscription, which ends when the token is cancelled or released.
public final class BlocSubscription: Sendable {
    private let onCancel: Lock<(@Sendable () -> Void)?>

    /// Creates a token that runs `onCancel` once.
    package init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = Lock(onCancel)
    }

    deinit { cancel() }

    /// Ends the subscription: after this returns, no new call starts; one that another thread has begun may still be running.
    public func cancel() { onCancel.withLock { $0.take() }?() }
}

/// Collects the subscriptions of a view, to end them together.
public final class Subscriptions: Sendable {
    private let tokens = Lock<[BlocSubscription]>([])

    /// Creates an empty collection.
    public init() {}

    /// Adds a subscription of ``StateSource/bind(when:_:)``, which calls a closure on the main actor.
    public func bind<Source: StateSource>(_ source: Source, _ show: @escaping @MainActor (Source.State) -> Void) {
        add(source.bind(show))
    }

    /// Adds a subscription that was made elsewhere.
    public func add(_ token: BlocSubscription) { tokens.withLock { $0.append(token) } }

    /// Ends all subscriptions; the collection can be used again.
    public func unbind() {
        let ended = tokens.withLock { tokens in
            defer { tokens = [] }
            return tokens
        }
        for token in ended { token.cancel() }
    }
}
