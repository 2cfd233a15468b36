/// The receipt of an event that did not end on the fast path.
@usableFromInline
final class PendingReceipt: Sendable {
    @usableFromInline
    struct Guarded: Sendable {
        @usableFromInline
        var machine = ReceiptStateMachine()
        /// The bloc of the event.
        ///
        /// Dropped when the receipt resolves: a receipt that outlives its event must keep nothing of the bloc alive.
        @usableFromInline
        var owner: (any EventOwner)?
    }

    @usableFromInline
    let guarded: Lock<Guarded>
    /// Called when the receipt has resolved.
    @usableFromInline
    let onResolve: (@Sendable () -> Void)?

    /// The number of the event.
    @usableFromInline
    let ticket: UInt64

    /// Creates the receipt of an event that can be cancelled by its number; without an owner nothing can cancel it.
    @usableFromInline
    init(onResolve: (@Sendable () -> Void)? = nil, of ticket: UInt64 = 0, in owner: (any EventOwner)? = nil) {
        self.onResolve = onResolve
        self.ticket = ticket
        guarded = Lock(Guarded(owner: owner))
    }

    @usableFromInline
    var outcome: Outcome {
        get async {
            await withUnsafeContinuation { continuation in
                let known = guarded.withLock { $0.machine.awaited(by: continuation) }
                if let known { continuation.resume(returning: known) }
            }
        }
    }

    @usableFromInline
    func cancel() {
        guarded.withLock { $0.owner }?.cancel(ticket)
    }

    @usableFromInline
    func resolve(_ outcome: Outcome) {
        let (waiting, owner) = guarded.withLock { guarded in
            (guarded.machine.resolved(outcome), guarded.owner.take())
        }
        // Released here, after unlocking: it may be the last reference to the core of the bloc.
        withExtendedLifetime(owner) {}
        for continuation in waiting { continuation.resume(returning: outcome) }
        onResolve?()
    }
}

/// A bloc of any type, as a receipt needs it.
@usableFromInline
protocol EventOwner: AnyObject, Sendable {
    /// Cancels an event wherever it is.
    func cancel(_ ticket: UInt64)
}

extension BlocCore: EventOwner {}

/// The outcome of a receipt, or the tasks that wait for it.
@usableFromInline
struct ReceiptStateMachine: Sendable {
    @usableFromInline
    enum State: Sendable {
        /// Not resolved; these tasks wait.
        case pending(waiting: [UnsafeContinuation<Outcome, Never>])
        /// Resolved.
        case resolved(Outcome)
    }

    @usableFromInline
    var state = State.pending(waiting: [])

    /// Takes in a task that awaits the outcome.
    ///
    /// - Returns: The outcome if it is known; otherwise the continuation is kept.
    @usableFromInline
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
    @usableFromInline
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
