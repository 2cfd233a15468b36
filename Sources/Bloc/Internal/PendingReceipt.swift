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

/// Whether a receipt has resolved, and who waits for it.
struct ReceiptStateMachine {
    private enum State {
        /// Not resolved; these wait.
        case pending(waiting: [UnsafeContinuation<Outcome, Never>])
        /// Resolved.
        case resolved(Outcome)
    }

    private var state = State.pending(waiting: [])

    /// Somebody waits for the outcome.
    ///
    /// - Returns: The outcome, when it is known; else the continuation is kept.
    mutating func awaited(by continuation: UnsafeContinuation<Outcome, Never>) -> Outcome? {
        switch state {
        case .pending(let waiting):
            state = .pending(waiting: waiting + [continuation])
            return nil
        case .resolved(let outcome):
            return outcome
        }
    }

    /// The outcome became known.
    ///
    /// - Returns: Who is to be told now. A second outcome is ignored: the first one was told already.
    mutating func resolved(_ outcome: Outcome) -> [UnsafeContinuation<Outcome, Never>] {
        switch state {
        case .pending(let waiting):
            state = .resolved(outcome)
            return waiting
        case .resolved:
            return []
        }
    }
}
