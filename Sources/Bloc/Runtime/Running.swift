extension BlocCore {
    /// A thread's next step, outside the lock, with the event of that step.
    @usableFromInline
    typealias Turn = (step: Machine.Step, event: B.Event?)

    /// The closures that wait for the outcome of an ended event, and the event, which is released outside the lock.
    @usableFromInline
    typealias Ended = (waiters: [@Sendable (Outcome) -> Void], outcome: Outcome, event: B.Event?)

    // MARK: Adding

    /// Accepts an event with its origin.
    @inlinable
    @inline(__always)
    func accept(_ event: B.Event, from origin: Origin? = nil) -> Receipt {
        let mark = ThreadMark(key: threadKey)
        mark.requireUnlocked()
        let matched = matchesOutside ? match(event) : nil
        var begin = Machine.Begin.wait
        var isCalm = true
        // Owned by this function, which passes it on below. Counting its references would take half the time of an event.
        let added = withLock { state in
            if matched != nil { state.matching -= 1 }
            let added = matched ?? takeSpare(&state)
            added._withUnsafeGuaranteedRef { job in
                admit(job, event, origin, &state)
                if job.phase == .queued {
                    if mark.isDeep {
                        state.machine.enqueue(job)
                    } else {
                        begin = state.machine.begin(job, isCalm: state.deliveries.isEmpty)
                    }
                }
                // A handler that begins at once gets its event from here; storing it as well is slow for existentials.
                if begin != .run || isHeard { job.event = event }
            }
            if begin == .wait { isCalm = !state.needsThread }
            return added
        }
        switch begin {
        case .run:
            mark.enter()
            let outcome = added._withUnsafeGuaranteedRef { run($0, event) }
            if withLock({ ends(added, outcome, &$0) }) {
                mark.leave()
                return Receipt(job: nil)
            }
            added._withUnsafeGuaranteedRef { go(drains: true, after: ($0, outcome)) }
            mark.leave()
        case .drain:
            mark.enter()
            go(drains: true)
            mark.leave()
        case .wait:
            if !isCalm { goUnlessDeep() }
        }
        return Receipt(job: added.takeRetainedValue())
    }

    /// Finds the registration for an event before the event is added; the caller owns the job.
    @inlinable
    func match(_ event: B.Event) -> Unmanaged<EventJob<B>> {
        // Unretained but alive: a bloc doesn't end while an event is being matched.
        let (job, table) = withLock { state in
            state.matching += 1
            return (takeSpare(&state), state.table.map { Unmanaged.passUnretained($0) })
        }
        job._withUnsafeGuaranteedRef { job in table?._withUnsafeGuaranteedRef { $0.match(event, job, clock) } }
        return job
    }

    /// Takes the spare job of an event that has ended, or creates one; the caller owns it.
    @inlinable
    @inline(__always)
    func takeSpare(_ state: inout CoreState<B>) -> Unmanaged<EventJob<B>> {
        if let spare = state.spare.take() { return spare }
        let job = EventJob(for: self)
        if !matchesOutside, let taker = state.table?.catchAll { job.assign(to: .fromOpaque(taker.toOpaque())) }
        return .passRetained(job)
    }

    /// Accepts the event of a broadcast without running anything.
    func deposit(_ job: EventJob<B>, _ event: B.Event) {
        withLock { state in
            admit(job, event, nil, &state)
            job.event = event
            if job.phase == .queued { state.machine.enqueue(job) }
        }
    }

    /// Decides whether the bloc accepts an event, and reports it.
    @inlinable
    @inline(__always)
    func admit(_ job: EventJob<B>, _ event: B.Event, _ origin: Origin?, _ state: inout CoreState<B>) {
        if let origin {
            job.origin = origin
            if case .question = origin { state.answersWanted += 1 }
        }
        guard state.machine.accepts(job) else { return }
        if isHeard { reportArrival(job, event, &state) } else if hasHooks { shedding?.miss() }
    }

    @usableFromInline
    func reportArrival(_ job: EventJob<B>, _ event: any Sendable, _ state: inout CoreState<B>) {
        report(&state)
        let context = job.context
        postHook(&state) { $0.onEvent($1, event, context) }
    }

    /// Ends an event that began at once and whose receipt the caller of `add` doesn't have yet.
    ///
    /// - Returns: Whether nothing is left to do. Then the thread has no role, and the job will be reused for another event.
    @inlinable
    @inline(__always)
    func ends(_ added: Unmanaged<EventJob<B>>, _ outcome: Outcome, _ state: inout CoreState<B>) -> Bool {
        guard !isHeard, !state.isDelivering, state.deliveries.isEmpty, state.spare == nil,
            case .handled = outcome
        else { return false }
        guard added._withUnsafeGuaranteedRef({ state.machine.endsAtOnce($0) }) else { return false }
        state.spare = added
        return true
    }

    // MARK: Working

    /// Does the bloc's work that is left for this thread, or postpones it if too many blocs are nested.
    @inlinable
    func goUnlessDeep() {
        let mark = ThreadMark(key: threadKey)
        if mark.isDeep { return mark.postpone { [self] in goUnlessDeep() } }
        entered { go() }
    }

    /// Does the bloc's work until none is left for this thread, after the handler of a job has ended.
    ///
    /// The thread may have two roles, which are taken and given back under the lock: taking events out of the queue,
    /// and making the queued calls.
    ///
    /// The registration may no longer exist: the bloc doesn't wait for a handler that ignored its cancellation.
    @inlinable
    func go(drains: Bool = false, delivers: Bool = false, after last: (job: EventJob<B>, outcome: Outcome)? = nil) {
        var (drains, delivers, last) = (drains, delivers, last)
        var started: (task: Task<Void, Never>, job: Job, phase: Job.Phase)?
        while true {
            var ended: Ended?
            let (step, event) = cancelling { state in
                if let started = started.take() {
                    state.machine.keep(started.task, of: started.job, in: started.phase)
                }
                if let (job, outcome) = last.take() { ended = end(job, outcome, &state) }
                return nextTurn(&state, &drains, &delivers)
            }
            if let ended = ended.take() { for waiter in ended.waiters { waiter(ended.outcome) } }
            switch step {
            case .deliver(let delivery): perform(delivery)
            case .launch(let job):
                guard let event else { return }
                started = launch(own(job), event).map { ($0, job, .running) }
            case .debounce(let job, let interval): started = (startDebounce(job, interval), job, .debounced)
            case .run(let job):
                guard let event else { return }
                if hasHooks { reportStart(job, event) }
                last = (own(job), run(own(job), event))
            case .handOver:
                // The task takes over the role.
                _ = start { [self] in entered { go(drains: true) } }
                return
            case .report, .rest:
                return
            }
        }
    }

    /// Runs user code for this bloc, one nesting level deeper on this thread.
    @inlinable
    func entered(_ body: () -> Void) {
        let mark = ThreadMark(key: threadKey)
        mark.enter()
        defer { mark.leave() }
        body()
    }

    /// Decides what a thread does next.
    ///
    /// Calls come before events, because they may cancel the next event. A role is given back once it has nothing to do.
    /// The event of a step is returned with it: by the time its handler starts, another thread may have ended the event.
    @inlinable
    func nextTurn(_ state: inout CoreState<B>, _ drains: inout Bool, _ delivers: inout Bool) -> Turn {
        while true {
            report(&state)
            if !drains { drains = state.machine.takesRole() }
            if delivers || !state.isDelivering {
                if let delivery = state.deliveries.popFirst() {
                    state.isDelivering = true
                    delivers = true
                    return (.deliver(delivery), nil)
                }
                if delivers { state.isDelivering = false }
                delivers = false
            }
            if drains {
                let step = state.machine.next()
                switch step {
                case .report: continue
                case .rest: drains = false
                case .run(let job), .launch(let job): return (step, own(job).event)
                case .debounce, .handOver, .deliver: return (step, nil)
                }
            }
            guard state.machine.phase != .open, endIfQuiet(&state) else { return (.rest, nil) }
        }
    }

    @inlinable
    @inline(__always)
    func own(_ job: Job) -> EventJob<B> {
        // The machine has only events of this bloc, each of them set until it has ended.
        unsafeDowncast(job, to: EventJob<B>.self)
    }

    /// Runs a synchronous handler.
    @inlinable
    @inline(__always)
    func run(_ job: EventJob<B>, _ event: B.Event) -> Outcome {
        guard let registration = job.registration else { return .handled }
        do {
            try registration._withUnsafeGuaranteedRef { try $0.sync(event, Emitter(core: self, ticket: job.ticket)) }
            return .handled
        } catch {
            return .failed(error)
        }
    }

    /// Starts the task of an async handler.
    @inlinable
    func launch(_ job: EventJob<B>, _ event: B.Event) -> Task<Void, Never>? {
        if hasHooks { reportStart(job, event) }
        guard let body = job.registration?._withUnsafeGuaranteedRef({ $0.async }) else { return nil }
        let priority = Task.currentPriority
        // A closure for each task: one that is passed on would be called through two others. For the executor, see `start`.
        guard let executor else { return Task.detached(priority: priority) { [self] in await run(body, job, event) } }
        return Task.detached(executorPreference: executor, priority: priority) { [self] in
            await run(body, job, event)
        }
    }

    /// Runs an async handler in its task.
    @inlinable
    func run(
        _ body: @Sendable (B.Event, Emitter<B>) async throws -> Void,
        _ job: EventJob<B>,
        _ event: B.Event
    ) async {
        let ticket = job.ticket
        var outcome = Outcome.cancelled
        if isLive(ticket) {
            outcome = await HandlerScope.run(id, ticket) {
                try await body(event, Emitter(core: self, ticket: ticket))
            }
        }
        ended(job, outcome)
    }

    /// Ends the event of an async handler, or a run of work.
    @inlinable
    func ended(_ job: EventJob<B>, _ outcome: Outcome) {
        entered { go(after: (job, outcome)) }
    }

    /// Notifies observers with `observesStarts` that a handler is about to run.
    @usableFromInline
    func reportStart(_ job: Job, _ event: any Sendable) {
        guard observesStarts else { return }
        let context = job.context
        change { postHook(&$0) { if $0.observesStarts { $0.onStart($1, event, context) } } }
    }

    @usableFromInline
    func startDebounce(_ job: Job, _ interval: Duration) -> Task<Void, Never> {
        let clock = clock
        return start { [self] in
            // Throws if a later event has replaced this one, or the bloc has closed.
            guard (try? await clock.sleep(for: interval)) != nil else { return }
            change { $0.machine.debouncePassed(job, isTimerOver: true) }
        }
    }

    // MARK: Ending

    /// Records that a handler has ended, and returns what is left to do outside the lock, unless it is posted.
    @inlinable
    func end(_ job: EventJob<B>, _ outcome: Outcome, _ state: inout CoreState<B>) -> Ended? {
        guard let outcome = state.machine.handlerEnded(job, outcome) else { return nil }
        // Usually only the receipt is left, which then doesn't have to go through the queue of calls.
        if !isHeard, job.answer == nil, state.deliveries.isEmpty, state.machine.ended.isEmpty, !state.isDelivering {
            return (job.resolve(outcome), outcome, job.event.take())
        }
        report(job, outcome, wasAccepted: true, &state)
        return nil
    }

    /// Posts reports of the events that the machine has ended.
    @usableFromInline
    func report(_ state: inout CoreState<B>) {
        if state.machine.ended.isEmpty { return }
        for event in state.machine.takeEnded() {
            report(own(event.job), event.outcome, wasAccepted: event.wasAccepted, &state)
        }
    }

    @usableFromInline
    func report(_ job: EventJob<B>, _ outcome: Outcome, wasAccepted: Bool, _ state: inout CoreState<B>) {
        let event: (any Sendable)? = isHeard ? job.event : nil
        let context = job.context
        if hasHooks, job.isWork {
            let run = job.work
            if case .failed(let error) = outcome { postHook(&state) { $0.onError($1, error, nil, nil) } }
            postHook(&state) { $0.onWork($1, run, outcome) }
        }
        if let event {
            switch outcome {
            case .dropped(let reason):
                if reason == .unhandled {
                    let error = unhandled(event)
                    postHook(&state) { $0.onError($1, error, event, context) }
                }
                postHook(&state) { $0.onDropped($1, event, context, reason) }
            case .failed(let error): postHook(&state) { $0.onError($1, error, event, context) }
            case .handled, .cancelled: break
            }
            if wasAccepted { postHook(&state) { $0.onDone($1, event, context, outcome) } }
        }
        if let answer = job.answer {
            state.answersWanted -= 1
            answer.withLock { $0 = $0 ?? state.state }
        }
        state.deliveries.append(.receipt(job, outcome))
    }

    private func unhandled(_ event: any Sendable) -> BlocError {
        let type = "\(type(of: event))"
        let name = EventName.of(event)
        let what = name == type ? "events of type \(type)" : "the event .\(name) of type \(type)"
        let registration = name == type ? "bloc.on(\(type).self) { … }" : "bloc.on { event, emit in … }"
        return BlocError(
            .unhandledEvent,
            "\(id) has no handler for \(what). Register one in its initializer: \(registration)"
        )
    }
}

extension BlocCore: JobOwner {
    @usableFromInline
    func cancel(_ job: Job) { change { $0.machine.cancel(job) } }
}

/// The handler that the current task is running.
///
/// It keeps `await close()` inside a handler from waiting for that same handler.
@usableFromInline
enum HandlerScope: Sendable {
    @TaskLocal static var current: EventReference?

    /// Returns the number of the event whose handler the current task is running, if it is an event of this bloc.
    static func ticket(of bloc: BlocID) -> UInt64? {
        current.flatMap { $0.bloc == bloc ? $0.sequence : nil }
    }

    /// Runs a handler.
    @usableFromInline
    static func run(_ bloc: BlocID, _ ticket: UInt64, _ handler: () async throws -> Void) async -> Outcome {
        await $current.withValue(EventReference(bloc: bloc, sequence: ticket)) {
            do {
                try await handler()
                return .handled
            } catch {
                return .failed(error)
            }
        }
    }
}
