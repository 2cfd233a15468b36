/// Everything of a bloc that changes, guarded by its one lock.
@usableFromInline
struct CoreState<B: StateSource>: Sendable {
    /// A debounced event and the timer that will let it through.
    struct PendingArrival: Sendable {
        let queued: QueuedEvent<B>
        let timer: Task<Void, Never>?
    }

    /// Somebody who waits for the close, apart from the handler that it runs in.
    struct Closer: Sendable {
        let exceptTicket: UInt64?
        let continuation: UnsafeContinuation<Void, Never>
    }

    @usableFromInline
    var state: B.State
    /// The event whose synchronous handler runs, unless it runs the fast way.
    var runningEvent: QueuedEvent<B>?
    var mailbox = MailboxStateMachine<QueuedEvent<B>>()
    /// The last event that left the mailbox: until its handler starts or it waits elsewhere, it is nowhere else.
    var underway: UInt64 = 0
    /// The last event that was cancelled while it was ``underway``.
    var cancelledUnderway: UInt64 = 0
    var life = LifeStateMachine()
    /// What is to be called outside the lock, in order, by whoever has the ``DeliveryRole``.
    @usableFromInline
    var deliveries = Queue<Delivery<B>>()
    var handlers: HandlerTable<B>?
    @usableFromInline
    var subscribers: [Subscriber<B.State>] = []
    /// Whether ``subscribers`` ever were more than none since the last look, for leak reports.
    var hadSubscribers = false
    var lanes: LaneTable
    @usableFromInline
    var running: [UInt64: RunningHandler<B>] = [:]
    var waiting: [UInt64: QueuedEvent<B>] = [:]
    var arrivals: [Int: PendingArrival] = [:]
    /// When the last event passed the throttle of a registration.
    var throttledSince: [Int: Duration] = [:]
    var effects: StreamStorage<B.Effect>?
    var closers: [Closer] = []
    /// What is to be done when closing begins; what it returns is kept until the end.
    var closeActions: [@Sendable () -> (any AnyObject & Sendable)?] = []
    /// What keeps the bloc until it has ended: released sooner, it would close itself without waiting.
    var keepers: [any AnyObject & Sendable] = []
    var timers: [Task<Void, Never>] = []
    /// Whether streams and hooks have been told of the end.
    var isEnded = false
    /// Whether everybody has been told of the end.
    var isTold = false
    var handledCount: UInt64 = 0
    /// The states that can be undone, if the bloc keeps them.
    var history: UndoStateMachine<B.State>?
    /// What saves the state, if the bloc is hydrated.
    var saver: Saver<B.State>?
    /// Whether the plain handler outlived the bloc: the thread that runs it releases it.
    var isPlainStuck = false
    /// The last handlers whose late emit was told, so that each is told once.
    var toldLate: [UInt64] = []

    init(state: B.State, handlers: HandlerTable<B>?, laneCount: Int) {
        self.state = state
        self.handlers = handlers
        lanes = LaneTable(count: laneCount)
    }

    /// The events that were accepted and not started.
    var unstartedCount: Int {
        mailbox.count + waiting.count + arrivals.count
    }

    /// Who is told of states, the runtime's own left out.
    var subscriberCount: Int { subscribers.count { !$0.isOfRuntime } }

    /// Whether the handler of the event may publish.
    @usableFromInline
    @inline(never)
    func isActive(_ ticket: UInt64) -> Bool {
        guard let handler = running[ticket] else { return false }
        return !handler.isMuted
    }

    /// Whether nothing runs or waits, apart from some handlers.
    ///
    /// A synchronous handler runs only while the mailbox is busy.
    func isQuiet(except tickets: Set<UInt64> = []) -> Bool {
        mailbox.isIdle && waiting.isEmpty && arrivals.isEmpty
            && running.keys.allSatisfy { tickets.contains($0) }
    }
}

/// An event that was accepted and not started.
@usableFromInline
struct QueuedEvent<B: StateSource>: Sendable {
    /// How far an event has come.
    enum Stage: Sendable {
        /// Its registration is not known yet.
        case accepted
        /// It passed the debounce of this registration.
        case shaped(registration: Int)
        /// Its lane let it start, with this registration.
        case ready(registration: Int)
    }

    let event: B.Event
    let context: EventContext
    let receipt: PendingReceipt
    /// Whether a handler of this bloc added it; such events do not count as work for others.
    let isOwn: Bool
    var stage = Stage.accepted

    var ticket: UInt64 { context.sequence }
}

/// An async handler that was started and has not ended.
@usableFromInline
struct RunningHandler<B: StateSource>: Sendable {
    let queued: QueuedEvent<B>
    let registration: Int
    let lane: Int
    let name: RegistrationName
    /// The task, once it exists.
    var task: Task<Void, Never>?
    /// Whether it was cancelled: it can publish nothing any more.
    var isMuted = false
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
