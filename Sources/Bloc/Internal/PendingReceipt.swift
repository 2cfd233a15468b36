/// The receipt of an event that did not end on the fast path, and the task of its handler.
///
/// Unchecked, with this proof: `ticket` is written before the receipt is shared, and from then on written and read under the
/// lock of the event's bloc only.
@usableFromInline
class PendingReceipt: @unchecked Sendable {
    @usableFromInline
    struct Guarded: Sendable {
        @usableFromInline
        var machine = ReceiptStateMachine()
        /// The bloc of the event.
        ///
        /// Dropped when the receipt resolves: a receipt that outlives its event must keep nothing of the bloc alive.
        @usableFromInline
        var owner: (any EventOwner)?
        /// The task of the event's async handler, once it exists.
        @usableFromInline
        var task: Task<Void, Never>?
        /// Whether the handler was cancelled, perhaps before its task existed.
        @usableFromInline
        var isTaskCancelled = false
    }

    @usableFromInline
    final let guarded: Lock<Guarded>
    /// Called when the receipt has resolved.
    @usableFromInline
    final let onResolve: (@Sendable () -> Void)?

    /// The number of the event; 0 until it has one.
    @usableFromInline
    @exclusivity(unchecked) final var ticket: UInt64

    /// Creates the receipt of an event that can be cancelled by its number; without an owner nothing can cancel it.
    @usableFromInline
    init(onResolve: (@Sendable () -> Void)? = nil, of ticket: UInt64 = 0, in owner: (any EventOwner)? = nil) {
        self.onResolve = onResolve
        self.ticket = ticket
        guarded = Lock(Guarded(owner: owner))
    }

    /// Makes a resolved receipt that nothing else holds the receipt of another event, which saves creating one.
    ///
    /// Call it under the lock of the bloc. A receipt with an error stays as it is, because releasing the error may run user code.
    ///
    /// - Returns: Whether it is the receipt of that event now.
    @usableFromInline
    final func renewed(of ticket: UInt64, in owner: any EventOwner) -> Bool {
        let isRenewed = guarded.withLock { guarded in
            guard guarded.machine.renewed() else { return false }
            guarded.owner = owner
            guarded.isTaskCancelled = false
            return true
        }
        if isRenewed { self.ticket = ticket }
        return isRenewed
    }

    @usableFromInline
    final var outcome: Outcome {
        get async {
            await withUnsafeContinuation { continuation in
                let known = guarded.withLock { $0.machine.awaited(by: continuation) }
                if let known { continuation.resume(returning: known) }
            }
        }
    }

    @usableFromInline
    final func cancel() {
        guarded.withLock { $0.owner }?.cancel(self)
    }

    /// Whether the handler was cancelled.
    @usableFromInline
    final var isTaskCancelled: Bool { guarded.withLock { $0.isTaskCancelled } }

    /// Keeps the task of the event's handler, so that it can be cancelled; cancels it if the handler was cancelled before.
    @usableFromInline
    final func keep(_ task: Task<Void, Never>) {
        let isCancelled = guarded.withLock { guarded in
            if guarded.isTaskCancelled { return true }
            // Without an owner it has resolved: the task has ended.
            if guarded.owner != nil { guarded.task = task }
            return false
        }
        if isCancelled { task.cancel() }
    }

    /// Cancels the task of the event's handler, now or when it exists; outside every lock.
    @usableFromInline
    final func cancelTask() {
        let task = guarded.withLock { guarded in
            guarded.isTaskCancelled = true
            return guarded.task.take()
        }
        task?.cancel()
    }

    @usableFromInline
    final func resolve(_ outcome: Outcome) {
        let (waiting, owner, task) = guarded.withLock { guarded in
            (guarded.machine.resolved(outcome), guarded.owner.take(), guarded.task.take())
        }
        // Released here, after unlocking: it may be the last reference to the core of the bloc.
        withExtendedLifetime((owner, task)) {}
        for continuation in waiting { continuation.resume(returning: outcome) }
        onResolve?()
    }
}

/// A bloc of any type, as a receipt needs it.
@usableFromInline
protocol EventOwner: AnyObject, Sendable {
    /// Cancels the event of a receipt wherever it is.
    func cancel(_ receipt: PendingReceipt)
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

    /// Forgets the outcome, for another event.
    ///
    /// - Returns: Whether it was known and is forgotten; one with an error is kept.
    @usableFromInline
    mutating func renewed() -> Bool {
        switch state {
        case .resolved(.handled), .resolved(.dropped), .resolved(.cancelled):
            state = .pending(waiting: [])
            return true
        case .pending, .resolved(.failed):
            return false
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
