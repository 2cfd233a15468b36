/// The events of one bloc: where each one waits or runs, and which one is next.
///
/// It only makes decisions: ``BlocCore`` asks it under the lock and acts on them outside the lock. It depends on
/// neither the event type nor the state type, so it is compiled only once for all blocs.
@usableFromInline
struct Machine: Sendable {
    @usableFromInline
    enum Phase: UInt8, Sendable {
        /// Events are accepted.
        case open
        /// Accepted events are being finished; only events added by running handlers are accepted.
        case draining
        /// Waiting events have been dropped, and handlers were cancelled and are unwinding.
        case cancelling
        /// Nothing is running anymore.
        case closed
    }

    /// The next step of a thread that works for the bloc.
    @usableFromInline
    enum Step: Sendable {
        /// Make a queued call; the only step that ``next()`` never returns.
        case deliver(Delivery)
        /// Run the synchronous handler of this event.
        case run(Job)
        /// Start the async handler of this event.
        case launch(Job)
        /// Start the debounce timer of this event.
        case debounce(Job, Duration)
        /// Report the events that have ended, then ask again.
        case report
        /// Leave the rest to a task: the thread has handled enough events from outside the bloc.
        case handOver
        /// Nothing is waiting; the role of draining is free.
        case rest
    }

    /// The action of the thread that adds an event, after unlocking.
    @usableFromInline
    enum Begin: UInt8, Sendable {
        /// Nothing: the event waits or was refused.
        case wait
        /// Run the event's synchronous handler; the thread has the role of draining.
        case run
        /// Drain the queue; the thread has the role of draining.
        case drain
    }

    /// A debounce or throttle with one interval, of one registration in one lane.
    private struct Shape: Hashable, Sendable {
        let route: ObjectIdentifier?
        let lane: LaneKey
        let arrival: Arrival
    }

    /// The number of events from outside the bloc that a thread handles before a task takes over.
    static var foreignLimit: Int16 { 64 }
    /// The number of further events that the task handles: switching threads may move the whole bloc to another processor.
    static var taskLimit: Int16 { 192 }

    // Small fields are grouped, which keeps a bloc small.
    @usableFromInline
    private(set) var phase = Phase.open
    /// Whether the owner closed the bloc; false if it was released without being closed.
    private(set) var isClosedByOwner = true
    /// Whether a draining bloc also accepts events from handlers of other blocs.
    var acceptsOthers = false
    /// Whether a thread has the role of draining the queue.
    @usableFromInline
    private(set) var isDraining = false
    private var foreignHandled: Int16 = 0
    /// The number of events that were dropped because draining ended.
    private(set) var droppedCount: UInt32 = 0
    /// The number of handlers that were cancelled because draining ended, excluding those in background lanes.
    private(set) var cutOffCount: UInt32 = 0
    /// The events that are free to proceed, in order.
    @usableFromInline
    private(set) var queue = Queue<Job>()
    /// The event whose synchronous handler is running; retained by the thread that runs it.
    private unowned(unsafe) var current: Job?
    /// The number of that event while it may publish, otherwise 0.
    @usableFromInline
    private(set) var runningTicket: UInt64 = 0
    /// The lanes, each created by its first event.
    private var lanes: [LaneKey: LaneQueue] = [:]
    /// The events that are in a lane or whose async handler is running, by number.
    private var jobs: [UInt64: Job] = [:]
    private var debounces: [Shape: Job] = [:]
    private var throttledSince: [Shape: Duration] = [:]
    private let limit: MailboxLimit?
    private var lastTicket: UInt64 = 0
    private var lastWork: UInt64 = 0
    private(set) var handledCount: UInt64 = 0
    /// The events that have ended but aren't reported yet, and whether the bloc had accepted them.
    @usableFromInline
    private(set) var ended: [(job: Job, outcome: Outcome, wasAccepted: Bool)] = []
    /// Tasks to be cancelled after unlocking.
    @usableFromInline
    var cancelled: [Task<Void, Never>] = []

    init(limit: MailboxLimit?) { self.limit = limit }

    /// The number of events that were accepted and have not started.
    var unstartedCount: Int { lanes.values.reduce(queue.count + debounces.count) { $0 + $1.waiting.count } }

    private var unstarted: [Job] { queue.all + debounces.values + jobs.values.filter { $0.phase == .waiting } }

    var handlersInFlight: Int {
        jobs.values.count { $0.isStarted } + (current.map { jobs[$0.ticket] == nil } ?? false ? 1 : 0)
    }

    // MARK: Arriving

    /// Numbers an event and decides whether the bloc accepts it; ends a refused event.
    @usableFromInline
    mutating func accepts(_ job: Job) -> Bool {
        lastTicket &+= 1
        job.ticket = lastTicket
        let isAccepted =
            phase == .open
            || (phase == .draining && (job.isOwn || (acceptsOthers && job.isOfHandler)))
        guard isAccepted else {
            finish(job, .dropped(.closed))
            return false
        }
        if let limit, unstartedCount >= limit.capacity {
            guard limit.overflow == .dropOldest else {
                finish(job, .dropped(.overflow))
                return false
            }
            if let oldest = unstarted.min(by: { $0.ticket < $1.ticket }) { end(oldest, .dropped(.overflow)) }
        }
        job.phase = .queued
        return true
    }

    /// Starts an accepted event immediately if `isCalm` (no calls are due before its handler), or queues it.
    @usableFromInline
    mutating func begin(_ job: Job, isCalm: Bool) -> Begin {
        guard !isDraining, queue.isEmpty else {
            queue.append(job)
            return .wait
        }
        isDraining = true
        if isCalm, startsAtOnce(job) {
            run(job)
            return .run
        }
        // The thread's own event doesn't count.
        foreignHandled = job.isOwn ? 0 : -1
        queue.append(job)
        return .drain
    }

    /// Queues an accepted event for the thread that drains.
    @usableFromInline
    mutating func enqueue(_ job: Job) { queue.append(job) }

    // MARK: Draining

    /// Takes the role of draining, if events are waiting and the role is free.
    @usableFromInline
    mutating func takesRole() -> Bool {
        guard !isDraining, !queue.isEmpty else { return false }
        isDraining = true
        return true
    }

    /// Returns the next step of the thread that drains.
    @usableFromInline
    mutating func next() -> Step {
        while let job = queue.first {
            if !job.isOwn {
                if foreignHandled == Self.foreignLimit {
                    foreignHandled = -Self.taskLimit
                    return .handOver
                }
                foreignHandled += 1
            }
            _ = queue.popFirst()
            if let step = advance(job) { return step }
            if !ended.isEmpty { return .report }
        }
        rest()
        return .rest
    }

    private mutating func rest() {
        isDraining = false
        foreignHandled = 0
    }

    /// Advances an event that was taken out of the queue; `nil` if it now waits or has ended.
    private mutating func advance(_ job: Job) -> Step? {
        guard let route = job.route, let policy = job.policy else {
            finish(job, .dropped(.unhandled))
            return nil
        }
        if job.phase == .queued {
            if let step = shape(job, policy) { return step }
            if job.phase != .queued { return nil }
        }
        if job.phase != .ready, !startsAtOnce(job), !entersLane(job, policy) { return nil }
        guard route.isAsync else {
            run(job)
            return .run(job)
        }
        started(job)
        return .launch(job)
    }

    /// Returns whether an event's handler can start without entering its lane, which must be idle.
    ///
    /// Until a synchronous handler has ended, nothing else arrives in a lane, so the lane doesn't need the event.
    /// Mutating, because otherwise the compiler copies the machine for the call.
    private mutating func startsAtOnce(_ job: Job) -> Bool {
        guard job.isPlain, lanes.isEmpty || lanes[job.lane]?.isIdle != false else { return false }
        return (debounces.isEmpty && queue.isEmpty) || job.policy?.cancelsDebounced == false
    }

    private mutating func run(_ job: Job) {
        job.phase = .running
        runningTicket = job.ticket
        current = job
    }

    /// Passes an event through the debounce or throttle of its policy.
    private mutating func shape(_ job: Job, _ policy: Policy) -> Step? {
        guard policy.arrival != .immediate else { return nil }
        let shape = Shape(route: job.route.map { ObjectIdentifier($0) }, lane: job.lane, arrival: policy.arrival)
        switch policy.arrival {
        case .immediate:
            break
        case .throttled(let interval):
            if let since = throttledSince[shape], job.addedAt - since < interval {
                finish(job, .dropped(.throttled))
            } else {
                throttledSince[shape] = job.addedAt
            }
        case .debounced(let interval):
            if let replaced = debounces.removeValue(forKey: shape) {
                cancelTask(of: replaced)
                finish(replaced, .dropped(.debounced))
            }
            // A draining bloc doesn't wait for timers.
            guard phase == .open else { break }
            job.phase = .debounced
            debounces[shape] = job
            return .debounce(job, interval)
        }
        return nil
    }

    /// Lets the rule of a lane decide; `false` if the event now waits there or has ended.
    private mutating func entersLane(_ job: Job, _ policy: Policy) -> Bool {
        let lane = lanes[job.lane] ?? LaneQueue()
        lanes[job.lane] = lane
        let decision = policy.decision(on: job.ticket, in: lane)
        // The decision's step applies to the arriving event; if a rule also cancels it, only the others are cancelled.
        for other in decision.cancelled where other != job.ticket { jobs[other].map { cancel($0) } }
        if policy.cancelsDebounced { cancelDebounced(in: job.lane, before: job.ticket) }
        if decision.step == .drop {
            finish(job, .dropped(policy.dropReason))
            return false
        }
        jobs[job.ticket] = job
        if lane.arrived(job, step: decision.step) { return true }
        job.phase = .waiting
        return false
    }

    /// Queues a debounced event, because its timer has fired or isn't waited for.
    mutating func debouncePassed(_ job: Job, isTimerOver: Bool) {
        guard job.phase == .debounced else { return }
        // The timer's task goes on with the event, so it must not be cancelled.
        if isTimerOver { job.task = nil }
        withdraw(job)
        job.phase = .passed
        queue.append(job)
    }

    // MARK: Running

    mutating func started(_ job: Job) {
        job.phase = .running
        // An event is already in a lane; a run of work isn't.
        if job.laneQueue == nil { jobs[job.ticket] = job }
    }

    /// Starts a run of work that belongs to a state, unless the bloc is cancelling; no lane holds it back.
    mutating func startedWork(_ job: Job) -> Bool {
        guard phase == .open || phase == .draining else { return false }
        lastWork &+= 1
        job.ticket = lastWork | Self.workMark
        started(job)
        return true
    }

    /// The bit that marks the number of a work run, which isn't an event number.
    static var workMark: UInt64 { 1 << 63 }

    static func isWork(_ ticket: UInt64) -> Bool { ticket & workMark != 0 }

    /// Returns whether the handler of the event may publish; mutating for the same reason as ``startsAtOnce(_:)``.
    @inlinable
    @inline(__always)
    mutating func isActive(_ ticket: UInt64) -> Bool { runningTicket == ticket || isRunning(ticket) }

    @usableFromInline
    mutating func isRunning(_ ticket: UInt64) -> Bool { jobs[ticket]?.phase == .running }

    /// Returns whether the event is in a lane or its async handler is running.
    func isInFlight(_ ticket: UInt64) -> Bool { jobs[ticket] != nil }

    /// Returns the event whose handler is running, even if it may not publish anymore.
    @usableFromInline
    func job(_ ticket: UInt64) -> Job? { current?.ticket == ticket ? current : jobs[ticket] }

    /// Keeps the task of an event's handler or debounce for cancellation; cancels it now if the event has moved on.
    @usableFromInline
    mutating func keep(_ task: Task<Void, Never>, of job: Job, in phase: Job.Phase) {
        if job.phase == phase { job.task = task } else { cancelled.append(task) }
    }

    /// Ends an event whose synchronous handler began at once, and frees the role; `false` if it must be ended in the usual way.
    @usableFromInline
    mutating func endsAtOnce(_ job: Job) -> Bool {
        guard runningTicket == job.ticket, job.origin == nil, queue.isEmpty, ended.isEmpty, phase == .open else {
            return false
        }
        current = nil
        runningTicket = 0
        handledCount &+= 1
        job.phase = .arrived
        rest()
        return true
    }

    /// Ends the event of a handler; it counts as cancelled if it was, whatever the handler returned; `nil` if it had ended already.
    @usableFromInline
    mutating func handlerEnded(_ job: Job, _ outcome: Outcome) -> Outcome? {
        if current === job {
            current = nil
            runningTicket = 0
        }
        guard job.isStarted else { return nil }
        var isCancelled = job.phase == .unwinding
        if job.hasCancelledItself {
            isCancelled = if case .failed(let error) = outcome { error is CancellationError } else { false }
        }
        job.phase = .ended
        if !job.isWork { handledCount &+= 1 }
        remove(job)
        leaveLane(job)
        return isCancelled ? .cancelled : outcome
    }

    private mutating func remove(_ job: Job) {
        job.task = nil
        if !jobs.isEmpty { jobs[job.ticket] = nil }
    }

    /// Removes an event from its lane, and queues the events that can start now.
    private mutating func leaveLane(_ job: Job) {
        // Events of a cancelled lane have already ended.
        for ready in job.laneQueue?.removed(job) ?? [] where ready.phase == .waiting {
            ready.phase = .ready
            queue.append(ready)
        }
    }

    // MARK: Ending and cancelling

    /// Ends an event that isn't waiting or running anywhere.
    private mutating func finish(_ job: Job, _ outcome: Outcome) {
        guard job.phase != .ended else { return }
        let wasAccepted = job.phase != .arrived
        job.phase = .ended
        if wasAccepted { handledCount &+= 1 }
        ended.append((job, outcome, wasAccepted))
    }

    mutating func takeEnded() -> [(job: Job, outcome: Outcome, wasAccepted: Bool)] { exchange(&ended, with: []) }

    /// Removes an event that hasn't started from where it waits.
    private mutating func withdraw(_ job: Job) {
        switch job.phase {
        case .queued, .passed, .ready:
            _ = queue.removeFirst { $0 === job }
        case .debounced:
            if let shape = debounces.first(where: { $0.value === job })?.key { debounces[shape] = nil }
            cancelTask(of: job)
        case .waiting:
            break
        case .arrived, .running, .unwinding, .ended:
            return
        }
        guard job.laneQueue != nil else { return }
        remove(job)
        leaveLane(job)
    }

    /// Removes an event that hasn't started from where it waits, and ends it.
    private mutating func end(_ job: Job, _ outcome: Outcome) {
        withdraw(job)
        finish(job, outcome)
    }

    private mutating func cancelTask(of job: Job) {
        if let task = job.task.take() { cancelled.append(task) }
    }

    /// Cancels an event wherever it is, perhaps because of its own handler; a running synchronous handler is not affected.
    mutating func cancel(_ job: Job, isOwnDoing: Bool = false) {
        switch job.phase {
        case .queued, .passed, .ready, .debounced, .waiting:
            end(job, .cancelled)
        case .running where job.route?.isAsync == true:
            job.phase = .unwinding
            job.hasCancelledItself = isOwnDoing
            leaveLane(job)
            cancelTask(of: job)
        case .arrived, .running, .unwinding, .ended:
            break
        }
    }

    /// Cancels all events of a lane except one.
    mutating func cancel(lane: LaneKey, except ticket: UInt64) {
        let others = lanes[lane]?.all ?? []
        // The lane may not have the event of a running synchronous handler.
        if let current, current.lane == lane, current.ticket != ticket, current.phase == .running {
            current.phase = .unwinding
            runningTicket = 0
        }
        for other in others where other.ticket != ticket { cancel(other) }
        cancelDebounced(in: lane, before: .max)
    }

    /// Cancels the events that wait in a debounce in front of a lane, or that passed it but haven't entered the lane.
    private mutating func cancelDebounced(in lane: LaneKey, before ticket: UInt64) {
        let passed = queue.all.filter { $0.phase == .passed }
        for job in (passed + debounces.values).sorted(by: { $0.ticket < $1.ticket })
        where job.lane == lane && job.ticket < ticket {
            end(job, .cancelled)
        }
    }

    // MARK: Closing

    /// Begins to close, and returns the time limit for draining, if any; a later request can only shorten it.
    mutating func close(_ mode: CloseMode, byOwner: Bool) -> Duration? {
        guard phase == .open || phase == .draining else { return nil }
        if phase == .open { isClosedByOwner = byOwner }
        if mode == .cancel {
            cancelAll()
            return nil
        }
        if phase == .open {
            phase = .draining
            for job in debounces.values.sorted(by: { $0.ticket < $1.ticket }) {
                debouncePassed(job, isTimerOver: false)
            }
        }
        return if case .deadline(let duration) = mode { duration } else { nil }
    }

    /// Ends draining: drops waiting events and cancels running handlers.
    private mutating func cancelAll() {
        phase = .cancelling
        let waiting = unstarted
        // All are removed before leaving a lane could start another one.
        for job in waiting {
            job.laneQueue = nil
            if job.phase == .debounced { cancelTask(of: job) }
            remove(job)
        }
        queue = Queue()
        debounces = [:]
        lanes = [:]
        droppedCount += UInt32(waiting.count)
        for job in waiting.sorted(by: { $0.ticket < $1.ticket }) { finish(job, .dropped(.closed)) }
        for job in jobs.values.sorted(by: { $0.ticket < $1.ticket }) {
            // A synchronous handler isn't cancelled.
            if job.phase == .running, job.route?.isAsync == true, !job.isBackground { cutOffCount += 1 }
            cancel(job)
        }
    }

    /// Returns whether nothing runs or waits, except the given handlers.
    func isQuiet(except tickets: Set<UInt64> = []) -> Bool {
        // The count comes first: this is called whenever a handler of a closing bloc ends, and many may be running.
        !isDraining && queue.isEmpty && debounces.isEmpty && jobs.count <= tickets.count
            && jobs.keys.allSatisfy { tickets.contains($0) }
    }

    /// Cancels the handlers in background lanes once a draining bloc has finished everything else.
    mutating func cancelsBackground() -> Bool {
        guard phase == .draining, !isDraining, queue.isEmpty, debounces.isEmpty, !jobs.isEmpty,
            jobs.values.allSatisfy(\.isBackground)
        else { return false }
        cancelAll()
        return true
    }

    /// Removes and returns the handlers that did not end when they were cancelled.
    mutating func takeStuck() -> [Job] {
        var stuck = jobs.values.sorted { $0.ticket < $1.ticket }
        if let current, jobs[current.ticket] == nil { stuck.append(current) }
        for job in stuck {
            job.phase = .ended
            job.laneQueue = nil
        }
        handledCount &+= UInt64(stuck.count { !$0.isWork })
        jobs = [:]
        current = nil
        runningTicket = 0
        return stuck
    }

    /// Marks a closing bloc as closed, unless it already is.
    mutating func ends() -> Bool {
        guard phase == .draining || phase == .cancelling else { return false }
        phase = .closed
        return true
    }
}

extension Job {
    fileprivate final var isStarted: Bool { phase == .running || phase == .unwinding }

    final var lane: LaneKey { route?.lane(for: chosen) ?? .route(-1) }
}
