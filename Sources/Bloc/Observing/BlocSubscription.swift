/// The token of a subscription, which ends when the token is cancelled or released.
public final class BlocSubscription: Sendable {
    private let onCancel: Lock<(@Sendable () -> Void)?>

    /// Creates a token that runs `onCancel` once.
    package init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = Lock(onCancel)
    }

    deinit {
        cancel()
    }

    /// Ends the subscription: after this returns, no new call starts.
    ///
    /// A call that another thread has begun may still be running.
    public func cancel() {
        onCancel.withLock { $0.take() }?()
    }
}

/// Collects the subscriptions of a view, to end them together.
///
/// ```swift
/// subscriptions.bind(bloc) { [weak view] state in view?.show(state) }
/// ...
/// subscriptions.unbind()
/// ```
public final class Subscriptions: Sendable {
    private let tokens = Lock<[BlocSubscription]>([])

    /// Creates an empty collection.
    public init() {}

    /// Calls a closure on the main actor with the current state of a bloc, then with every later one.
    ///
    /// To be called on the thread that publishes, add a subscription of ``StateSource/observe(when:_:)`` with ``add(_:)``.
    ///
    /// - Parameters:
    ///   - source: The bloc or cubit.
    ///   - show: Receives each state, as in ``StateSource/bind(when:_:)``.
    public func bind<Source: StateSource>(_ source: Source, _ show: @escaping @MainActor (Source.State) -> Void) {
        add(source.bind(show))
    }

    /// Adds a subscription that was made elsewhere.
    public func add(_ token: BlocSubscription) {
        tokens.withLock { $0.append(token) }
    }

    /// Ends all subscriptions; the collection can be used again.
    public func unbind() {
        let ended = tokens.withLock { tokens in
            let ended = tokens
            tokens = []
            return ended
        }
        for token in ended { token.cancel() }
    }
}
