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
