/// The receipt of an event that did not end on the fast path.
@usableFromInline
final class PendingReceipt: Sendable {
    private struct Guarded {
        var machine = ReceiptStateMachine()
        /// Cancels the event.
        ///
        /// Dropped when the receipt resolves: a receipt that outlives its event must keep nothing of the bloc alive.
        var cancel: (@Sendable () -> Void)?
    }

    private let guarded: Lock<Guarded>
    /// Called when the receipt has resolved.
    private let onResolve: (@Sendable () -> Void)?

    init(onResolve: (@Sendable () -> Void)? = nil, cancel: (@Sendable () -> Void)?) {
        self.onResolve = onResolve
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
        // Released here, after unlocking: it may be the last reference to the core of the bloc.
        withExtendedLifetime(cancel) {}
        for continuation in waiting { continuation.resume(returning: outcome) }
        onResolve?()
    }
}

/// The outcome of a receipt, or the tasks that wait for it.
struct ReceiptStateMachine {
    private enum State {
        /// Not resolved; these tasks wait.
        case pending(waiting: [UnsafeContinuation<Outcome, Never>])
        /// Resolved.
        case resolved(Outcome)
    }

    private var state = State.pending(waiting: [])

    /// Takes in a task that awaits the outcome.
    ///
    /// - Returns: The outcome if it is known; otherwise the continuation is kept.
    mutating func awaited(by continuation: UnsafeContinuation<Outcome, Never>) -> Outcome? {
        switch state {
        case .pending(let waiting):
            state = .pending(waiting: waiting + [continuation])
            return nil
        case .resolved(let outcome):
            return outcome
        }
    }

    /// Stores the outcome.
    ///
    /// - Returns: The tasks to resume. A second outcome is ignored: the first one was delivered already.
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
