public import Observation
public import Synchronization

/// The inside of a bloc or cubit: its state and queues under one lock.
///
/// State machines decide inside the lock. What they decide (calling handlers, observers and continuations, cancelling tasks,
/// releasing values) is done outside. Programs use the methods of ``Bloc``, ``Cubit`` and ``StateSource`` instead; the article
/// <doc:InsideBlocCore> explains the parts.
public final class BlocCore<B: StateSource>: Sendable {
    /// The name of the bloc in hooks and reports.
    public let id: BlocID
    @usableFromInline
    let limit: MailboxLimit?
    @usableFromInline
    let clock: BlocClock
    @usableFromInline
    let executor: (any TaskExecutor)?
    @usableFromInline
    let gracePeriod: Duration
    @usableFromInline
    let createdAt: Duration
    /// The manager that created the bloc, for events to other keys.
    let manager: WeakManager
    /// What Observation needs, from the first tracked read on.
    @usableFromInline
    let tracking = AtomicLazyReference<StateTracking<B>>()

    // What every event writes is in the middle, between fields that are rarely written: so two blocs that are neighbors in
    // memory do not share a cache line that both write.

    /// The fast path's word: who may handle events without the lock, and the number of the last event.
    @usableFromInline
    let gate: Atomic<UInt64>
    /// Events that threads leave for the one that drains.
    @usableFromInline
    let inbox = Inbox<B>()
    /// The ticket of the event whose synchronous handler runs, or 0.
    ///
    /// Written by the thread that has the role of draining.
    @usableFromInline
    let runningTicket = Atomic<UInt64>(0)
    /// The number of events that were handled on the fast path.
    ///
    /// Written by the thread that has the role of draining.
    @usableFromInline
    let fastCount = Atomic<UInt64>(0)
    /// The key of the thread marks; a copy, because reading a global is slow.
    @usableFromInline
    let threadKey = ThreadMark.key
    /// The handler of the fast path.
    ///
    /// Unsafe, with this proof: only the thread that made the gate *fast* reads it. It is released only when the gate can never
    /// be *fast* again: by ``end(_:)`` when the gate is *slow* for good, or, if a thread was still inside then, by that thread
    /// when it leaves.
    @usableFromInline
    @exclusivity(unchecked) nonisolated(unsafe) var fastHandler: Unmanaged<SyncHandler<B>>?
    /// The role of calling observers.
    @usableFromInline
    let role = DeliveryRole()
    @usableFromInline
    let guarded: Lock<CoreState<B>>
    /// The hooks, or `nil` when there are none.
    @usableFromInline
    let hooks: HookSet<B>?
    /// Whether publishing does more than notify subscribers: it calls hooks or keeps a history.
    @usableFromInline
    let isPublishingSlowly: Bool
    /// Whether the inbox is used: it is not when the arrival of an event is told or may be refused.
    @usableFromInline
    let hasInbox: Bool
    /// Whether the state was ever read through Observation.
    ///
    /// It is never cleared: a reader that registers at that moment would never be notified.
    @usableFromInline
    let isTracked = Atomic<Bool>(false)

    init(initialState: B.State, name: String?, builder: BlocBuilder<B>) {
        id = BlocID(type: B.self, name: name)
        let observers = BlocObservers.installed + builder.context.observers
        let own = builder.observer
        hooks = own == nil && observers.isEmpty ? nil : HookSet(id: id, own: own, observers: observers)
        isPublishingSlowly = hooks != nil || builder.history != nil
        limit = builder.mailboxLimit
        hasInbox = hooks == nil && limit == nil
        clock = builder.clock ?? builder.context.clock
        executor = builder.context.executor
        gracePeriod = builder.gracePeriod
        createdAt = clock.now()
        manager = builder.context.manager
        let table = builder.table
        fastHandler = !isPublishingSlowly && limit == nil ? table.fastHandler.map { .passRetained($0) } : nil
        gate = Atomic(fastHandler == nil ? MailboxGate.closed.rawValue : MailboxGate.closed.opened.rawValue)
        let saver = builder.hydration.map { Saver($0) }
        let restored = saver?.restored(over: initialState)
        var state = CoreState<B>(
            state: restored?.state ?? initialState,
            handlers: table,
            laneCount: builder.laneCount
        )
        state.history = builder.history
        guarded = Lock(state)
        announceCreation()
        if let saver, let restored {
            beginHydration(saver, restored, initial: initialState)
        }
    }

    deinit {
        // A bloc closes before its core is released, and drops the handler then; this is for a core that never ran.
        fastHandler?.release()
    }

    /// Calls the hooks for the creation.
    @inlinable
    func announceCreation() {
        guard hooks != nil else { return }
        settle { post(.hook(.created), &$0) }
    }

    /// Starts a task of the runtime on the executor of the bloc.
    @inlinable
    func start(_ body: @escaping @concurrent @Sendable () async -> Void) -> Task<Void, Never> {
        // A preference for no executor, too, would cost the task a lock whenever it runs on or is resumed.
        guard let executor else { return Task.detached(priority: Task.currentPriority, operation: body) }
        return Task.detached(executorPreference: executor, priority: Task.currentPriority, operation: body)
    }
}

extension BlocCore: Observable {}
