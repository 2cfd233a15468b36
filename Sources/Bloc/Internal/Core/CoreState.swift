/// Everything of a bloc that changes, guarded by its one lock.
@usableFromInline
struct CoreState<B: StateSource>: Sendable {
    /// A debounced event and the timer that will let it through.
    @usableFromInline
    struct PendingDebounce: Sendable {
        @usableFromInline
        let record: EventRecord<B>
        /// The timer, once it exists.
        @usableFromInline
        var timer: Task<Void, Never>?
    }

    /// A caller of `close()` that waits for the end.
    @usableFromInline
    struct Closer: Sendable {
        /// The handler that it runs in and does not wait for.
        @usableFromInline
        let exceptTicket: UInt64?
        @usableFromInline
        let continuation: UnsafeContinuation<Void, Never>

        @inlinable
        init(exceptTicket: UInt64?, continuation: UnsafeContinuation<Void, Never>) {
            self.exceptTicket = exceptTicket
            self.continuation = continuation
        }
    }

    @usableFromInline
    var state: B.State
    @usableFromInline
    var mailbox = MailboxStateMachine<EventRecord<B>>()
    /// The event that the draining thread took out of the mailbox, until it waits elsewhere, its async handler starts or it ends.
    ///
    /// A synchronous handler that runs off the fast path is that of this event.
    @usableFromInline
    var inHand: EventRecord<B>?
    @usableFromInline
    var life = LifeStateMachine()
    /// Whether an event was ever added with a record of its answer.
    ///
    /// It is never cleared: from then on publishing takes the slow way, which knows the event.
    @usableFromInline
    var hasAnswers = false
    /// Whether the fast-path handler outlived the bloc: the thread that runs it releases it.
    @usableFromInline
    var isFastHandlerStuck = false
    /// What is to be called outside the lock, in order, by the holder of the ``DeliveryRole``.
    @usableFromInline
    var deliveries = Queue<Delivery<B>>()
    @usableFromInline
    var handlers: HandlerTable<B>?
    @usableFromInline
    var subscribers: [Subscriber<B.State>] = []
    @usableFromInline
    var lanes: LaneTable
    /// The async handlers that have started and not ended, by ticket.
    @usableFromInline
    var running = TicketTable<EventRecord<B>>()
    /// The collections of children that close with this bloc and have not ended.
    ///
    /// Here it takes no memory of its own, and so do the flags below: each follows a part that ends within a word.
    @usableFromInline
    var closingChildren: Int32 = 0
    /// The events that wait in a lane, by ticket.
    @usableFromInline
    var waiting = TicketTable<EventRecord<B>>()
    /// Whether there ever was a subscriber, for leak reports.
    @usableFromInline
    var hadSubscribers = false
    /// Whether what runs when closing begins was taken: what is given later runs at once.
    ///
    /// It is true a moment before the bloc is closed, because what was taken runs in between.
    @usableFromInline
    var hasBegunClosing = false
    /// Whether streams have ended and hooks were called for the end.
    @usableFromInline
    var hasEnded = false
    /// Whether everything was reported, so that `close()` need not wait any more.
    @usableFromInline
    var isCloseComplete = false
    @usableFromInline
    var effects: StreamStorage<B.Effect>?
    @usableFromInline
    var closers: [Closer] = []
    /// The registry that has the bloc, until closing begins.
    @usableFromInline
    var home: BlocHome?
    /// The record of the last event under the lock, for the next one if nothing else holds it then.
    @usableFromInline
    var spareRecord: EventRecord<B>?
    /// What few blocs have; at most one element.
    @usableFromInline
    var rare: [RareState<B>] = []
    @usableFromInline
    var handledCount: UInt64 = 0

    @inlinable
    init(state: B.State, handlers: HandlerTable<B>?, laneCount: Int) {
        self.state = state
        self.handlers = handlers
        lanes = LaneTable(count: laneCount)
    }

    /// The number of events that were accepted and have not started.
    @inlinable
    var unstartedCount: Int {
        mailbox.count + waiting.count + debounces.count
    }

    /// The number of subscribers, without those of the runtime itself.
    @inlinable
    var subscriberCount: Int { subscribers.count { !$0.isOfRuntime } }

    /// Whether the async handler of the event may publish.
    @inlinable
    @inline(never)
    func isActive(_ ticket: UInt64) -> Bool {
        running[ticket]?.life.mayPublish ?? false
    }

    /// The event whose synchronous handler runs, unless it runs on the fast path.
    @inlinable
    var runningEvent: EventRecord<B>? {
        guard let inHand else { return nil }
        switch inHand.life.state {
        case .runningSync, .unwinding: return inHand
        case .arrived, .queued, .inHand, .cancelledInHand, .debounced, .waiting, .running, .ended: return nil
        }
    }

    /// Whether nothing runs or waits, apart from the given handlers, and no child of a closing bloc is still open.
    ///
    /// A synchronous handler runs only while the mailbox is busy.
    @inlinable
    func isQuiet(except tickets: Set<UInt64> = []) -> Bool {
        // Counted first: it is asked whenever a handler of a closing bloc ends, and many may run.
        mailbox.isIdle && waiting.isEmpty && debounces.isEmpty && closingChildren == 0
            && running.count <= tickets.count && running.tickets.allSatisfy { tickets.contains($0) }
    }
}

/// What a bloc held when it closed, to be released outside the lock.
@usableFromInline
struct Remains<B: StateSource>: Sendable {
    @usableFromInline
    let handlers: HandlerTable<B>?
    @usableFromInline
    let subscribers: [Subscriber<B.State>]
    @usableFromInline
    let effects: StreamStorage<B.Effect>?
    @usableFromInline
    let timers: [Task<Void, Never>]
    @usableFromInline
    let isClosedByOwner: Bool
    /// Until it was asked to save the last state.
    @usableFromInline
    var saver: Saver<B.State>?

    @inlinable
    init(_ state: CoreState<B>) {
        handlers = state.handlers
        subscribers = state.subscribers
        effects = state.effects
        timers = state.timers
        isClosedByOwner = state.life.isClosedByOwner
        saver = state.saver
    }
}
