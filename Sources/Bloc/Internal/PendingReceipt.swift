/// The receipt of an event that was not over when `add` returned.
@usableFromInline
final class PendingReceipt: Sendable {
    private struct Guarded {
        var machine = ReceiptStateMachine()
        /// Cancels the event; dropped when the receipt resolves, so that a kept receipt keeps nothing of the bloc.
        var cancel: (@Sendable () -> Void)?
    }

    private let guarded: Lock<Guarded>

    init(cancel: (@Sendable () -> Void)?) {
        guarded = Lock(Guarded(cancel: cancel))
    }

    var outcome: Outcome {
        get async {
            await withUnsafeContinuation { continuation in
                let known = guarded.withLock { $0.machine.awaited(by: continuation) }
                if let known { continuation.resume(returning: known) }
            }
        }
    }

    func cancel() {
        guarded.withLock { $0.cancel }?()
    }

    func resolve(_ outcome: Outcome) {
        let (waiting, cancel) = guarded.withLock { guarded in
            (guarded.machine.resolved(outcome), guarded.cancel.take())
        }
        // Released here, after unlocking: it may be the last reference to the machinery of the bloc.
        withExtendedLifetime(cancel) {}
        for continuation in waiting { continuation.resume(returning: outcome) }
    }
}
