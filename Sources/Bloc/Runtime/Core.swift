public import Observation
public import Synchronization

/// The core of a bloc or cubit: its state and its events under one lock.
///
/// `Machine` makes the decisions under the lock; calling handlers, observers and continuations, cancelling tasks and
/// releasing values happens outside. Programs use the methods of ``Bloc``, ``Cubit`` and ``StateSource`` instead; the
/// article <doc:InsideBlocCore> explains the parts.
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
    /// The manager that created the bloc, for sending events to other keys.
    let manager: WeakReference<BlocManager>
    /// Support for Observation, created by the first tracked read.
    let tracking = AtomicLazyReference<StateTracking<B>>()

    // The fields that every event writes are in the middle, between rarely written ones, so that two blocs that are
    // neighbors in memory don't share a cache line that both write.

    @usableFromInline
    let lock = SpinLock()
    /// All mutable state.
    ///
    /// Unsafe, with this proof: after initialization it is used only in ``withLock(_:)``.
    @usableFromInline
    @exclusivity(unchecked) nonisolated(unsafe) var guarded: CoreState<B>

    /// The key of the thread marks, copied because reading a global is slow.
    @usableFromInline
    let threadKey = ThreadMark.key
    @usableFromInline
    let hasHooks: Bool
    /// Load shedding, if all observers would rather miss events than slow down the bloc.
    @usableFromInline
    let shedding: LoadShedding?
    let observesStarts: Bool
    /// Whether finding an event's registration runs user code, which must not run under the lock.
    @usableFromInline
    let matchesOutside: Bool
    @usableFromInline
    let hasWorks: Bool
    /// Whether the state was ever read through Observation.
    ///
    /// Never cleared: a reader that registered at that moment would never be notified.
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

    /// Whether observers are currently notified.
    @inlinable
    @inline(__always)
    var isHeard: Bool { hasHooks && shedding?.isShedding != true }

    /// Runs `body` with exclusive access to the mutable state.
    ///
    /// The only user code that runs inside is `==`, `update` closures, custom rules and a history's filter.
    @inlinable
    @inline(__always)
    func withLock<Result: ~Copyable>(_ body: (inout CoreState<B>) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&guarded)
    }

    /// Runs `body` under the lock, then cancels the tasks that it marked for cancellation.
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

    /// Changes the mutable state, then does the work that the change left for this thread.
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

    /// Starts a task on the bloc's executor.
    @usableFromInline
    func start(_ body: @escaping @concurrent @Sendable () async -> Void) -> Task<Void, Never> {
        // Even a preference for no executor would cost the task a lock whenever it starts or resumes.
        guard let executor else { return Task.detached(priority: Task.currentPriority, operation: body) }
        return Task.detached(executorPreference: executor, priority: Task.currentPriority, operation: body)
    }
}

extension BlocCore: Observable {}

/// The mutable state of a bloc, guarded by its one lock.
@usableFromInline
struct CoreState<B: StateSource>: Sendable {
    @usableFromInline
    var machine: Machine
    /// The handlers, until the bloc has closed.
    @usableFromInline
    var table: HandlerTable<B>?
    /// Calls to be made outside the lock, in order.
    @usableFromInline
    var deliveries = Queue<Delivery>()
    // Small fields are grouped, which keeps a bloc small.

    /// Whether a thread is making these calls.
    @usableFromInline
    var isDelivering = false
    /// Whether the state isn't saved in this run, because the saved data must not be overwritten.
    var isSavingRefused = false
    /// Whether there has ever been a subscriber, for leak reports.
    var hadSubscribers = false
    /// Whether the close actions have been taken; later ones run immediately.
    var hasBegunClosing = false
    /// Whether the first observer is the bloc's own; false once the bloc has closed.
    var hasOwnObserver = false
    /// Whether everything has been reported, so that `close()` doesn't have to wait.
    var isCloseComplete = false
    /// The number of blocs that a shutdown must close before this one.
    var holds: Int32 = 0
    /// The number of events that are being matched to handlers.
    @usableFromInline
    var matching: Int32 = 0
    /// The number of events whose callers await an answer.
    @usableFromInline
    var answersWanted: Int32 = 0
    @usableFromInline
    var subscribers: [Subscriber<B.State>] = []
    /// A job to reuse for the next event; its previous event ended before `add` returned, so nobody has its receipt.
    ///
    /// Retained by hand: see ``BlocCore/accept(_:)``.
    @usableFromInline
    var spare: Unmanaged<EventJob<B>>?
    /// The states that can be undone, if the bloc keeps them.
    @usableFromInline
    var history: History<B.State>?
    /// The saver of the state, if the bloc is hydrated.
    var saver: Saver?
    var effects: StreamStorage<B.Effect>?
    /// The latest handlers whose late emit was reported, so that each is reported only once.
    var reportedLate: [UInt64] = []
    /// The callers of `close()` that wait for the end, each with the handler it runs in, which it doesn't wait for.
    var closers: [(exceptTicket: UInt64?, continuation: UnsafeContinuation<Void, Never>)] = []
    var timers: [Task<Void, Never>] = []
    /// The bloc's entry in a manager, until closing begins.
    var entry: BlocEntry?
    /// Actions that run when closing begins.
    var closeActions: [@Sendable () -> Void] = []
    /// Objects that keep the bloc alive until it has closed: if it were released earlier, it would close itself without waiting.
    var keepers: [any AnyObject & Sendable] = []
    /// The observers, the bloc's own first.
    @usableFromInline
    var observers: [any BlocObserver] = []
    // Last, so that all other fields have the same offsets in blocs of every type.
    @usableFromInline
    var state: B.State

    init(state: B.State, table: HandlerTable<B>, machine: Machine) {
        self.state = state
        self.table = table
        self.machine = machine
    }

    /// Whether there is work for a thread without a role: reports, calls, events or closing.
    @inlinable
    var needsThread: Bool {
        if !isDelivering, !deliveries.isEmpty || !machine.ended.isEmpty { return true }
        return (!machine.isDraining && !machine.queue.isEmpty) || machine.phase != .open
    }

    /// The number of subscribers, excluding those of the runtime itself.
    var subscriberCount: Int { subscribers.count { !$0.isOfRuntime } }
}
