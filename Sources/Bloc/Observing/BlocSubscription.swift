/// Keeps a subscription alive: ends it when cancelled or released.
public final class BlocSubscription: Sendable {
    private let onCancel: Lock<(@Sendable () -> Void)?>

    /// Creates a token that runs `onCancel` once.
    init(onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = Lock(onCancel)
    }

    deinit {
        cancel()
    }

    /// Ends the subscription: after this returns, no new call starts.
    ///
    /// A call that another thread has begun may still run.
    public func cancel() {
        onCancel.withLock { $0.take() }?()
    }
}

/// The subscriptions of a view: collected while it is shown, ended together.
///
/// ```swift
/// subscriptions.bind(bloc) { [weak view] state in view?.show(state) }
/// ...
/// subscriptions.unbind()
/// ```
public final class Subscriptions: Sendable {
    private let tokens = Lock<[BlocSubscription]>([])

    /// Creates a collection without subscriptions.
    public init() {}

    /// Shows the current state of a bloc, then every later one.
    ///
    /// - Parameters:
    ///   - source: The bloc or cubit.
    ///   - show: Takes each state, under the rules of ``StateSource/observe(_:)``.
    public func bind<Source: StateSource>(_ source: Source, _ show: @escaping @Sendable (Source.State) -> Void) {
        let token = source.core.subscribe(Subscriber(body: show), tellsCurrent: true)
        tokens.withLock { $0.append(token) }
    }

    /// Keeps a subscription that was made elsewhere.
    public func add(_ token: BlocSubscription) {
        tokens.withLock { $0.append(token) }
    }

    /// Ends all subscriptions; binding again is possible.
    public func unbind() {
        let ended = tokens.withLock { tokens in
            let ended = tokens
            tokens = []
            return ended
        }
        for token in ended { token.cancel() }
    }
}
