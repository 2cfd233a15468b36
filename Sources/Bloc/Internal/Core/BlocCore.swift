public import Observation
public import Synchronization

/// The machinery of a bloc or cubit: storage with the lock.
///
/// Decisions are made by the state machines inside the lock; what they decide (calling handlers, observers and
/// continuations, cancelling tasks, releasing values) is done here, outside. Not for use by programs, which have the
/// methods of ``Bloc``, ``Cubit`` and ``StateSource``.
public final class BlocCore<B: StateSource>: Sendable {
    /// The name of the bloc in hooks and reports.
    public let id: BlocID
    let limit: MailboxLimit?
    let clock: BlocClock
    let executor: (any TaskExecutor)?
    let gracePeriod: Duration
    let createdAt: Duration
    /// The manager in whose care the bloc was created, for events to other keys.
    let manager: WeakManager
    /// What Observation needs, from the first tracked read on.
    let tracking = AtomicLazyReference<StateTracking<B>>()

    // What every event writes stands in the middle: what is before it and the rest of `guarded` after it are written rarely, so
    // that two blocs which lie side by side in memory do not share a cache line that both write.

    /// The way in without the lock, and the number of the last event.
    @usableFromInline
    let gate: Atomic<UInt64>
    /// The event whose synchronous handler runs, or 0.
    ///
    /// Written by whoever has the role of handling events.
    @usableFromInline
    let runningTicket = Atomic<UInt64>(0)
    /// The events that were handled the fast way.
    ///
    /// Written by whoever has the role of handling events.
    @usableFromInline
    let plainCount = Atomic<UInt64>(0)
    /// Where each thread has its mark; held here because a global is looked up slowly.
    @usableFromInline
    let threadKey = ThreadMark.key
    /// The handler of the fast way.
    ///
    /// Unsafe, with this proof: it is read only by the thread that made the gate *fast*, and released only when the gate can
    /// never be so again: by ``end(_:)`` once it is *slow* for good, or, if a thread was still inside then, by that thread
    /// when it leaves.
    @usableFromInline
    @exclusivity(unchecked) nonisolated(unsafe) var plain: Unmanaged<SyncHandler<B>>?
    /// Who calls the observers.
    @usableFromInline
    let role = DeliveryRole()
    @usableFromInline
    let guarded: Lock<CoreState<B>>
    /// The hooks, or `nil` when nobody listens.
    @usableFromInline
    let hooks: HookSet<B>?
    /// Whether publishing does more than telling subscribers: hooks, or a history to undo.
    @usableFromInline
    let isPublishingSlowly: Bool
    /// Whether the state was ever read through Observation.
    ///
    /// It is never cleared: observers would be lost.
    @usableFromInline
    let isTracked = Atomic<Bool>(false)

    init(initialState: B.State, name: String?, builder: BlocBuilder<B>) {
        id = BlocID(type: B.self, name: name)
        let observers = BlocObservers.installed + builder.context.observers
        let own = builder.hooks
        hooks = own.isEmpty && observers.isEmpty ? nil : HookSet(id: id, own: own, observers: observers)
        isPublishingSlowly = hooks != nil || builder.history != nil
        limit = builder.mailboxLimit
        clock = builder.clock ?? builder.context.clock
        executor = builder.context.executor
        gracePeriod = builder.gracePeriod
        createdAt = clock.now()
        manager = builder.context.manager
        let table = HandlerTable(registrations: builder.registrations, broadcasts: builder.broadcasts)
        plain = !isPublishingSlowly && limit == nil ? table.plain.map { .passRetained($0) } : nil
        gate = Atomic(plain == nil ? MailboxGate.closed.rawValue : MailboxGate.closed.opened.rawValue)
        let restored = builder.hydration?.restored(over: initialState)
        var state = CoreState<B>(
            state: restored?.state ?? initialState,
            handlers: table,
            laneCount: builder.laneCount
        )
        state.history = builder.history
        guarded = Lock(state)
        announceCreation()
        if let hydration = builder.hydration, let restored {
            beginHydration(hydration, restored, initial: initialState)
        }
    }

    deinit {
        // A bloc ends before its machinery goes; only one that was never announced gets here with its handler.
        plain?.release()
    }

    /// Tells the hooks that the bloc exists.
    private func announceCreation() {
        guard hooks != nil else { return }
        settle { post(.hook(.created), &$0) }
    }

    /// Starts a task of the runtime on the executor of the bloc.
    func start(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task.detached(executorPreference: executor, priority: Task.currentPriority) { await body() }
    }
}

extension BlocCore: Observable {}
