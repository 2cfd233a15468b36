public import Observation
public import Synchronization

/// The inside of a bloc or cubit: its state and its events under one lock.
///
/// The `Machine` decides under the lock; calling handlers, observers and continuations, cancelling tasks and releasing values
/// happens outside. Programs use the methods of ``Bloc``, ``Cubit`` and ``StateSource`` instead; the article <doc:InsideBlocCore>
/// explains the parts.
@usableFromInline
package final class BlocCore<B: StateSource>: Sendable {
    /// The name of the bloc in hooks and reports.
    @usableFromInline
    package let id: BlocID
    @usableFromInline
    let clock: BlocClock
    @usableFromInline
    let executor: (any TaskExecutor)?
    let gracePeriod: Duration
    let createdAt: Duration
    /// The manager that created the bloc, for events to other keys.
    let manager: WeakReference<BlocManager>
    /// What Observation needs, from the first tracked read on.
    let tracking = AtomicLazyReference<StateTracking<B>>()

    // What every event writes is in the middle, between fields that are rarely written: so two blocs that are neighbors in
    // memory do not share a cache line that both write.

    @usableFromInline
    let lock = SpinLock()
    /// Everything that changes.
    ///
    /// Unsafe, with this proof: after the initializer it is used in ``withLock(_:)`` only.
    @usableFromInline
    @exclusivity(unchecked) nonisolated(unsafe) var guarded: CoreState<B>

    /// The key of the thread marks; a copy, because reading a global is slow.
    @usableFromInline
    let threadKey = ThreadMark.key
    @usableFromInline
    let hasHooks: Bool
    /// Sheds load for the observers, if all of them would rather miss something than slow the bloc.
    @usableFromInline
    let shedding: LoadShedding?
    let observesStarts: Bool
    /// Whether finding the registration of an event runs user code, which must not run under the lock.
    @usableFromInline
    let matchesOutside: Bool
    @usableFromInline
    let hasWorks: Bool
    /// Whether the state was ever read through Observation.
    ///
    /// It is never cleared: a reader that registers at that moment would never be notified.
    @usableFromInline
    let isTracked = Atomic<Bool>(false)

    init(initialState: B.State, name: String?, builder: BlocBuilder<B>) {
        id = BlocID(type: B.self, name: name)
        let own = builder.observer.map { [$0] } ?? []
        let observers = own + BlocObservers.installed + builder.context.observers
        hasHooks = !observers.isEmpty
        let inspector = observers.count == 1 ? observers[0] as? any BlocInspecting : nil
        shedding = inspector?.shedding
        observesStarts = observers.contains { $0.observesStarts }
        clock = builder.clock ?? builder.context.clock
        executor = builder.context.executor
        gracePeriod = builder.gracePeriod
        createdAt = clock.now()
        manager = builder.context.manager
        let table = builder.table
        hasWorks = !table.works.isEmpty
        matchesOutside = table.matchesOutside
        let hydration = builder.hydration
        let saver = hydration.map { Saver(key: $0.key, storage: $0.storage) }
        let restored = hydration?.restored(saver?.takenOver, over: initialState)
        guarded = CoreState(
            state: restored?.state ?? initialState,
            table: table,
            machine: Machine(limit: builder.mailboxLimit)
        )
        guarded.history = builder.history
        guarded.observers = observers
        guarded.hasOwnObserver = !own.isEmpty
        if hasHooks {
            for case let inspector as any BlocInspecting in observers { inspector.attach(self) }
            change { postHook(&$0) { $0.onCreate($1) } }
        }
        if let hydration, let saver, let restored {
            beginHydration(hydration, saver, restored, initial: initialState)
        }
        guard hasWorks else { return }
        change { state in
            let first = state.state
            state.deliveries.append(.call { [self] in advanceWorks(for: first, cause: nil, ticket: 0) })
        }
    }

    /// Whether observers get what happens now.
    @inlinable
    @inline(__always)
    var isHeard: Bool { hasHooks && shedding?.isShedding != true }

    /// Runs `body` with exclusive access to what changes.
    ///
    /// The only user code in it is `==`, `update`, custom rules and a history's filter.
    @inlinable
    @inline(__always)
    func withLock<Result: ~Copyable>(_ body: (inout CoreState<B>) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&guarded)
    }

    /// Does the same, then cancels the tasks that the change wants cancelled.
    @inlinable
    @inline(__always)
    func cancelling<Result: ~Copyable>(_ body: (inout CoreState<B>) -> Result) -> Result {
        var cancelled: [Task<Void, Never>] = []
        let result = withLock { state in
            let result = body(&state)
            if !state.machine.cancelled.isEmpty { swap(&cancelled, &state.machine.cancelled) }
            return result
        }
        if !cancelled.isEmpty { for task in cancelled { task.cancel() } }
        return result
    }

    /// Changes what the lock guards, then does the work that the change has left for this thread.
    @discardableResult
    func change<Result: Sendable>(isChecked: Bool = true, _ body: (inout CoreState<B>) -> Result) -> Result {
        if isChecked { ThreadMark.current.requireUnlocked() }
        let (result, needsThread) = cancelling { state -> (Result, Bool) in
            let result = body(&state)
            return (result, state.needsThread)
        }
        if needsThread { goUnlessDeep() }
        return result
    }

    /// Starts a task of the runtime on the executor of the bloc.
    @usableFromInline
    func start(_ body: @escaping @concurrent @Sendable () async -> Void) -> Task<Void, Never> {
        // A preference for no executor, too, would cost the task a lock whenever it runs on or is resumed.
        guard let executor else { return Task.detached(priority: Task.currentPriority, operation: body) }
        return Task.detached(executorPreference: executor, priority: Task.currentPriority, operation: body)
    }
}

extension BlocCore: Observable {}

/// Everything of a bloc that changes, guarded by its one lock.
@usableFromInline
struct CoreState<B: StateSource>: Sendable {
    @usableFromInline
    var machine: Machine
    /// The handlers, until the bloc has closed.
    @usableFromInline
    var table: HandlerTable<B>?
    /// What is to be called outside the lock, in order.
    @usableFromInline
    var deliveries = Queue<Delivery>()
    // Small ones stand together, which keeps a bloc small.

    /// Whether a thread makes these calls.
    @usableFromInline
    var isDelivering = false
    /// Whether the state is not saved in this run, because what was saved must not be overwritten.
    var isSavingRefused = false
    /// Whether there ever was a subscriber, for leak reports.
    var hadSubscribers = false
    /// Whether what runs when closing begins was taken: what is given later runs at once.
    var hasBegunClosing = false
    /// Whether the first observer is the bloc's own, until the bloc has closed.
    var hasOwnObserver = false
    /// Whether everything was reported, so that `close()` need not wait any more.
    var isCloseComplete = false
    /// The number of blocs that a shutdown has to close before this one.
    var holds: Int32 = 0
    /// The number of events that are being matched with the handlers.
    @usableFromInline
    var matching: Int32 = 0
    /// The number of events whose callers want an answer.
    @usableFromInline
    var answersWanted: Int32 = 0
    @usableFromInline
    var subscribers: [Subscriber<B.State>] = []
    /// A job for the next event: that of an event that had ended when `add` returned, so that nobody has its receipt.
    ///
    /// Retained by hand: see ``BlocCore/accept(_:)``.
    @usableFromInline
    var spare: Unmanaged<EventJob<B>>?
    /// The states that can be undone, if the bloc keeps them.
    @usableFromInline
    var history: History<B.State>?
    /// What saves the state, if the bloc is hydrated.
    var saver: Saver?
    var effects: StreamStorage<B.Effect>?
    /// The last handlers whose late emit was reported, so that each is reported once.
    var reportedLate: [UInt64] = []
    /// The callers of `close()` that wait for the end, each with the handler that it runs in and does not wait for.
    var closers: [(exceptTicket: UInt64?, continuation: UnsafeContinuation<Void, Never>)] = []
    var timers: [Task<Void, Never>] = []
    /// Where a manager keeps the bloc, until closing begins.
    var entry: BlocEntry?
    /// What runs when closing begins.
    var closeActions: [@Sendable () -> Void] = []
    /// What keeps the bloc alive until it has ended: released earlier, it would close itself without waiting.
    var keepers: [any AnyObject & Sendable] = []
    /// The observers, the bloc's own first.
    @usableFromInline
    var observers: [any BlocObserver] = []
    // Last: all others have the same places in blocs of all types.
    @usableFromInline
    var state: B.State

    init(state: B.State, table: HandlerTable<B>, machine: Machine) {
        self.state = state
        self.table = table
        self.machine = machine
    }

    /// Whether a thread without a role has something to do: to report, call, handle or end.
    @inlinable
    var needsThread: Bool {
        if !isDelivering, !deliveries.isEmpty || !machine.ended.isEmpty { return true }
        return (!machine.isDraining && !machine.queue.isEmpty) || machine.phase != .open
    }

    /// The number of subscribers, without those of the runtime itself.
    var subscriberCount: Int { subscribers.count { !$0.isOfRuntime } }
}
