public import Synchronization

/// The receipt of an event that did not end on the fast path, and the task of its handler.
///
/// It is the part of an ``EventRecord`` that callers hold. Unchecked, with this proof: `ticket` is written before the receipt is
/// shared, and from then on written and read under the lock of the event's bloc only.
@usableFromInline
class PendingReceipt: @unchecked Sendable {
    @usableFromInline
    struct Guarded: Sendable {
        @usableFromInline
        var machine = ReceiptStateMachine()
        /// The task of the event's async handler, once it exists.
        @usableFromInline
        var task: Task<Void, Never>?
    }

    @usableFromInline
    final let guarded = Lock(Guarded())
    /// Whether the handler was cancelled, perhaps before its task existed; changed under the lock.
    @usableFromInline
    final let cancellation = Atomic<Bool>(false)

    /// The number of the event; 0 until it has one.
    @usableFromInline
    @exclusivity(unchecked) final var ticket: UInt64

    /// Creates the receipt of an event.
    @usableFromInline
    init(of ticket: UInt64) {
        self.ticket = ticket
    }

    /// Cancels the event; called while the bloc of the event is there.
    ///
    /// A receipt that outlives its event must keep nothing of the bloc alive, so only a pending one may ask for this.
    @usableFromInline
    var canceller: (@Sendable () -> Void)? { nil }

    /// Called when the receipt has resolved.
    @usableFromInline
    func didResolve() {}

    /// Makes a resolved receipt that nothing else holds pending again, for another event.
    ///
    /// Call it under the lock of the bloc. A receipt with an error stays as it is, because releasing the error may run user code.
    ///
    /// - Returns: Whether it is pending now.
    @usableFromInline
    final func renewed() -> Bool {
        guarded.withLock { guarded in
            guard guarded.machine.renewed() else { return false }
            cancellation.store(false, ordering: .relaxed)
            return true
        }
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

    /// Whether the outcome is known.
    final var isOver: Bool { guarded.withLock { !$0.machine.isPending } }

    @usableFromInline
    final func cancel() {
        // Under the lock: the bloc is there until the receipt has resolved.
        guarded.withLock { $0.machine.isPending ? canceller : nil }?()
    }

    /// Whether the handler was cancelled.
    @usableFromInline
    final var isTaskCancelled: Bool { cancellation.load(ordering: .acquiring) }

    /// Keeps the task of the event's handler, so that it can be cancelled; cancels it if the handler was cancelled before.
    @usableFromInline
    final func keep(_ task: Task<Void, Never>) {
        let isCancelled = guarded.withLock { guarded in
            if isTaskCancelled { return true }
            // The task of an event that has ended needs no cancelling.
            if guarded.machine.isPending { guarded.task = task }
            return false
        }
        if isCancelled { task.cancel() }
    }

    /// Cancels the task of the event's handler, now or when it exists; outside every lock.
    @usableFromInline
    final func cancelTask() {
        let task = guarded.withLock { guarded in
            cancellation.store(true, ordering: .releasing)
            return guarded.task.take()
        }
        task?.cancel()
    }

    @usableFromInline
    final func resolve(_ outcome: Outcome) {
        let (waiting, task) = guarded.withLock { guarded in
            (guarded.machine.resolved(outcome), guarded.task.take())
        }
        // Released here, after unlocking.
        withExtendedLifetime(task) {}
        switch waiting {
        case .none: break
        case .one(let continuation): continuation.resume(returning: outcome)
        case .many(let continuations): for continuation in continuations { continuation.resume(returning: outcome) }
        }
        didResolve()
    }
}

/// The outcome of a receipt, or the tasks that wait for it.
@usableFromInline
struct ReceiptStateMachine: Sendable {
    /// The tasks that wait; one waits mostly, and needs no memory of its own.
    @usableFromInline
    enum Waiting: Sendable {
        case none
        case one(UnsafeContinuation<Outcome, Never>)
        case many([UnsafeContinuation<Outcome, Never>])
    }

    @usableFromInline
    enum State: Sendable {
        /// Not resolved; these tasks wait.
        case pending(Waiting)
        /// Resolved.
        case resolved(Outcome)
    }

    @usableFromInline
    var state = State.pending(.none)

    /// Whether the outcome is not known.
    @usableFromInline
    var isPending: Bool {
        if case .pending = state { true } else { false }
    }

    /// Takes in a task that awaits the outcome.
    ///
    /// - Returns: The outcome if it is known; otherwise the continuation is kept.
    @usableFromInline
    mutating func awaited(by continuation: UnsafeContinuation<Outcome, Never>) -> Outcome? {
        switch state {
        case .pending(.none): state = .pending(.one(continuation))
        case .pending(.one(let first)): state = .pending(.many([first, continuation]))
        case .pending(.many(let others)): state = .pending(.many(others + [continuation]))
        case .resolved(let outcome): return outcome
        }
        return nil
    }

    /// Forgets the outcome, for another event.
    ///
    /// - Returns: Whether it was known and is forgotten; one with an error is kept.
    @usableFromInline
    mutating func renewed() -> Bool {
        switch state {
        case .resolved(.handled), .resolved(.dropped), .resolved(.cancelled):
            state = .pending(.none)
            return true
        case .pending, .resolved(.failed):
            return false
        }
    }

    /// Stores the outcome.
    ///
    /// - Returns: The tasks to resume. A second outcome is ignored: the first one was delivered already.
    @usableFromInline
    mutating func resolved(_ outcome: Outcome) -> Waiting {
        switch state {
        case .pending(let waiting):
            state = .resolved(outcome)
            return waiting
        case .resolved:
            return .none
        }
    }
}
