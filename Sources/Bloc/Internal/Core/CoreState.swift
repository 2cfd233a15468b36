/// Everything of a bloc that changes, guarded by its one lock.
@usableFromInline
struct CoreState<B: StateSource>: Sendable {
    /// A debounced event and the timer that will let it through.
    struct PendingDebounce: Sendable {
        var record: EventRecord<B>
        /// The timer, once it exists.
        var timer: Task<Void, Never>?
    }

    /// The event that the draining thread took out of the mailbox.
    ///
    /// Until it starts, waits elsewhere or ends, the bloc holds nothing of it but this.
    struct EventInHand: Sendable {
        var ticket: UInt64 = 0
        var life = EventLife.arrived
    }

    /// A caller of `close()` that waits for the end.
    struct Closer: Sendable {
        /// The handler that it runs in and does not wait for.
        let exceptTicket: UInt64?
        let continuation: UnsafeContinuation<Void, Never>
    }

    @usableFromInline
    var state: B.State
    /// The event whose synchronous handler runs, unless it runs on the fast path.
    var runningEvent: EventRecord<B>?
    /// The registration of that handler.
    var runningRegistration = 0
    var mailbox = MailboxStateMachine<EventRecord<B>>()
    var inHand = EventInHand()
    var life = LifeStateMachine()
    /// What is to be called outside the lock, in order, by the holder of the ``DeliveryRole``.
    @usableFromInline
    var deliveries = Queue<Delivery<B>>()
    var handlers: HandlerTable<B>?
    @usableFromInline
    var subscribers: [Subscriber<B.State>] = []
    /// Whether there ever was a subscriber, for leak reports.
    var hadSubscribers = false
    var lanes: LaneTable
    /// The async handlers that have started and not ended, by ticket.
    @usableFromInline
    var running: [UInt64: RunningHandler<B>] = [:]
    /// The events that wait in a lane, by ticket.
    var waiting: [UInt64: EventRecord<B>] = [:]
    /// The debounced events, by registration.
    var debounces: [Int: PendingDebounce] = [:]
    /// When the last event passed the throttle of a registration.
    var throttledSince: [Int: Duration] = [:]
    var effects: StreamStorage<B.Effect>?
    var closers: [Closer] = []
    /// What runs when closing begins; what it returns is kept until the end.
    var closeActions: [@Sendable () -> (any AnyObject & Sendable)?] = []
    /// What keeps the bloc alive until it has ended: released earlier, it would close itself without waiting.
    var keepers: [any AnyObject & Sendable] = []
    var timers: [Task<Void, Never>] = []
    /// The collections of children that close with this bloc and have not ended.
    var closingChildren: Int32 = 0
    /// Whether streams have ended and hooks were called for the end.
    var hasEnded = false
    /// Whether everything was reported, so that `close()` need not wait any more.
    var isCloseComplete = false
    var handledCount: UInt64 = 0
    /// Whether an event was ever added with a record of its answer.
    ///
    /// It is never cleared: from then on publishing takes the slow way, which knows the event.
    @usableFromInline
    var hasAnswers = false
    /// The states that can be undone, if the bloc keeps them.
    var history: UndoStateMachine<B.State>?
    /// What saves the state, if the bloc is hydrated.
    var saver: Saver<B.State>?
    /// Whether the fast-path handler outlived the bloc: the thread that runs it releases it.
    var isFastHandlerStuck = false
    /// The last handlers whose late emit was reported, so that each is reported once.
    var reportedLate: [UInt64] = []

    init(state: B.State, handlers: HandlerTable<B>?, laneCount: Int) {
        self.state = state
        self.handlers = handlers
        lanes = LaneTable(count: laneCount)
    }

    /// The number of events that were accepted and have not started.
    var unstartedCount: Int {
        mailbox.count + waiting.count + debounces.count
    }

    /// The number of subscribers, without those of the runtime itself.
    var subscriberCount: Int { subscribers.count { !$0.isOfRuntime } }

    /// Whether the async handler of the event may publish.
    @usableFromInline
    @inline(never)
    func isActive(_ ticket: UInt64) -> Bool {
        guard let handler = running[ticket] else { return false }
        return handler.record.life.mayPublish
    }

    /// Whether nothing runs or waits, apart from the given handlers, and no child of a closing bloc is still open.
    ///
    /// A synchronous handler runs only while the mailbox is busy.
    func isQuiet(except tickets: Set<UInt64> = []) -> Bool {
        mailbox.isIdle && waiting.isEmpty && debounces.isEmpty && closingChildren == 0
            && running.keys.allSatisfy { tickets.contains($0) }
    }
}

/// What a bloc knows of an event that has not ended.
@usableFromInline
struct EventRecord<B: StateSource>: Sendable {
    let event: B.Event
    let context: EventContext
    let receipt: PendingReceipt
    /// Whether a handler of this bloc added it; such events do not count as work for others.
    let isOwn: Bool
    /// Records the states that the event's handler publishes, if the caller asked for them.
    var answer: AnswerRecord<B.State>?
    var life = EventLife.arrived

    /// The number of the event in its bloc.
    var ticket: UInt64 { context.sequence }
}

/// An async handler that was started and has not ended.
@usableFromInline
struct RunningHandler<B: StateSource>: Sendable {
    var record: EventRecord<B>
    let lane: Int
    let name: RegistrationName
    /// The task, once it exists.
    var task: Task<Void, Never>?
}

/// What a bloc held when it closed, to be released outside the lock.
@usableFromInline
struct Remains<B: StateSource>: Sendable {
    let handlers: HandlerTable<B>?
    let subscribers: [Subscriber<B.State>]
    let effects: StreamStorage<B.Effect>?
    let timers: [Task<Void, Never>]
    let isClosedByOwner: Bool
}
