extension BlocCore {
    /// Records the async handler of the event in hand before its task exists, so that it can be cancelled from now on.
    @inlinable
    func register(
        _ record: EventRecord<B>,
        _ event: B.Event,
        registration index: Int,
        lane: Int,
        _ state: inout CoreState<B>
    ) {
        record.life.started(isAsync: true)
        record.registration = Int32(truncatingIfNeeded: index)
        record.lane = Int32(truncatingIfNeeded: lane)
        if hooks != nil { reportStart(of: record, event, &state) }
        state.inHand = nil
        state.running[record.ticket] = record
    }

    /// Tells observers that ask for it that a handler begins.
    @inlinable
    func reportStart(of record: EventRecord<B>, _ event: B.Event, _ state: inout CoreState<B>) {
        if hooks?.hearsStarts == true { post(.hook(.started(event, record.context)), &state) }
    }

    /// Moves the event in hand on to the only handler, or into its lane.
    ///
    /// - Returns: What the thread does next; `nil` if the lane must look at its events.
    @inlinable
    func offer(
        _ record: EventRecord<B>,
        _ event: B.Event,
        _ life: EventLife.Step,
        to handler: AsyncHandler<B>,
        _ state: inout CoreState<B>
    ) -> Turn<B>? {
        switch life {
        case .run:
            break
        case .enterLane:
            return nil
        case .match:
            guard let step = handler.policy.step(inIdleLane: state.lanes.isIdle(handler.lane)) else { return nil }
            switch state.lanes[handler.lane].arrived(record.ticket, step: step) {
            case .start:
                break
            case .wait:
                record.life.heldByLane(registration: 0)
                state.inHand = nil
                state.waiting[record.ticket] = record
                return .next
            case .drop:
                finish(record, outcome: .dropped(handler.policy.dropReason), &state)
                return .next
            }
        }
        register(record, event, registration: 0, lane: handler.lane, &state)
        return .launch(handler, record, event)
    }

    /// Starts the task of an async handler that is registered.
    @inlinable
    func launch(
        _ record: EventRecord<B>,
        _ event: B.Event,
        _ work: @escaping @Sendable (B.Event, Emitter<B>) async throws -> Void
    ) {
        let priority = Task.currentPriority
        // Each task has its closure here: one that is passed on is called through two others. As for the executor, see `start`.
        if let executor {
            record.keep(
                Task.detached(executorPreference: executor, priority: priority) { [self] in
                    await run(work, record, event)
                }
            )
        } else {
            record.keep(Task.detached(priority: priority) { [self] in await run(work, record, event) })
        }
    }

    /// Runs an async handler in its task.
    @inlinable
    func run(
        _ work: @Sendable (B.Event, Emitter<B>) async throws -> Void,
        _ record: EventRecord<B>,
        _ event: B.Event
    ) async {
        // Cancelled before it began.
        guard !record.isTaskCancelled else { return ended(record, .cancelled) }
        let ticket = record.ticket
        let outcome = await HandlerScope.run(.init(bloc: id.number, ticket: ticket)) {
            try await work(event, Emitter(core: self, ticket: ticket))
        }
        ended(record, outcome)
    }

    /// Ends the event of an async handler whose task ended.
    @inlinable
    func ended(_ record: EventRecord<B>, _ outcome: Outcome) {
        // Released after unlocking.
        var released: B.Event?
        var turn = Turn<B>.rest
        let isSettled = settle { state in
            var isSettled = false
            // `nil` when the handler outlived the grace period: the event was reported and ended then.
            if state.running.remove(record.ticket) != nil {
                // A cancelled handler has left its lane.
                if record.life.mayPublish { queue(state.lanes[Int(record.lane)].removed(record.ticket), &state) }
                isSettled = end(record, outcome, &state, &released)
            }
            turn = beginTurn(isSettled: isSettled, &state)
            return isSettled
        }
        withExtendedLifetime(released) {}
        if isSettled { resolve(record, outcome) }
        drain(turn)
    }

    /// Cancels an event wherever it is.
    ///
    /// A running handler loses the right to publish and its place in its lane.
    ///
    /// - Returns: The task of its handler, to be cancelled after unlocking.
    @inlinable
    func cancel(_ ticket: UInt64, _ state: inout CoreState<B>) -> Cancellation? {
        if let record = state.running[ticket] {
            guard record.life.cancelled() == .cancelTask else { return nil }
            queue(state.lanes[Int(record.lane)].removed(ticket), &state)
            return .handler(record)
        }
        if let record = withdraw(ticket, &state) {
            finish(record, outcome: .cancelled, &state)
        } else if let inHand = state.inHand, inHand.ticket == ticket {
            _ = inHand.life.cancelled()
        }
        return nil
    }

    /// Queues events that their lane lets start.
    @inlinable
    func queue(_ tickets: [UInt64], _ state: inout CoreState<B>) {
        for ticket in tickets {
            guard let record = state.waiting.remove(ticket) else { continue }
            record.life.releasedByLane()
            state.mailbox.enqueued(record)
        }
    }

    /// Cancels an event on behalf of its receipt.
    @usableFromInline
    func cancel(_ record: EventRecord<B>) {
        ThreadMark(key: threadKey).requireUnlocked()
        let cancellation = settleAndDrain { state in
            // An event in the inbox has no number yet.
            collect(&state)
            // One that has ended may be the record of another event now; no receipt of that is out.
            return record.life.state == .ended ? nil : cancel(record.ticket, &state)
        }
        cancellation?.cancel()
    }
}

extension BlocCore {
    /// Passes the event in hand through the debounce or throttle of its registration.
    @inlinable
    func arrive(
        _ record: EventRecord<B>,
        _ event: B.Event,
        registration index: Int,
        _ table: HandlerTable<B>
    ) -> EndedEvent<B>? {
        switch table[index].policy.arrival {
        case .immediate:
            return enterLane(record, event, registration: index, table)
        case .throttled(let interval):
            let now = clock.now()
            let passes = settle { state in
                if let since = state.throttledSince[index], now - since < interval {
                    finish(record, outcome: .dropped(.throttled), &state)
                    return false
                }
                state.throttledSince[index] = now
                return true
            }
            return passes ? enterLane(record, event, registration: index, table) : nil
        case .debounced(let interval):
            return debounce(record, event, registration: index, interval, table)
        }
    }

    @usableFromInline
    enum DebounceStep: Sendable {
        /// The event has ended.
        case stop
        /// The event enters its lane at once.
        case enterLane
        /// The event waits for the quiet time.
        case wait
    }

    @usableFromInline
    func debounce(
        _ record: EventRecord<B>,
        _ event: B.Event,
        registration index: Int,
        _ interval: Duration,
        _ table: HandlerTable<B>
    ) -> EndedEvent<B>? {
        let ticket = record.ticket
        let sleep = clock.sleep
        // The event is stored before its timer exists, so that the timer always finds it.
        let (step, replaced) = settle { state -> (DebounceStep, Task<Void, Never>?) in
            guard !endIfLost(record, &state) else { return (.stop, nil) }
            let replaced = state.debounces.removeValue(forKey: index)
            if let replaced { finish(replaced.record, outcome: .dropped(.debounced), &state) }
            // A bloc that drains does not wait for time.
            guard state.life.isOpen else { return (.enterLane, replaced?.timer) }
            record.life.debounced(registration: index)
            state.inHand = nil
            state.debounces[index] = .init(record: record, timer: nil)
            return (.wait, replaced?.timer)
        }
        replaced?.cancel()
        switch step {
        case .stop: return nil
        case .enterLane: return enterLane(record, event, registration: index, table)
        case .wait: break
        }
        let timer = start { [self] in
            do {
                try await sleep(interval)
            } catch {
                return  // Replaced by a later event, or the bloc closed.
            }
            endDebounce(of: ticket, registration: index)
        }
        let isNeeded = guarded.withLock { state in
            guard state.debounces[index]?.record.ticket == ticket else { return false }
            state.debounces[index]?.timer = timer
            return true
        }
        if !isNeeded { timer.cancel() }
        return nil
    }

    /// Queues a debounced event whose quiet time is over.
    @usableFromInline
    func endDebounce(of ticket: UInt64, registration index: Int) {
        settleAndDrain { state in
            guard let debounce = state.debounces[index], debounce.record.ticket == ticket else { return }
            state.debounces[index] = nil
            debounce.record.life.debouncePassed()
            state.mailbox.enqueued(debounce.record)
        }
    }
}

/// The handler that the current task runs.
///
/// It keeps `await close()` inside a handler from waiting for that handler.
@usableFromInline
enum HandlerScope: Sendable {
    @usableFromInline
    struct Value: Sendable {
        @usableFromInline
        let bloc: UInt64
        @usableFromInline
        let ticket: UInt64

        @inlinable
        init(bloc: UInt64, ticket: UInt64) {
            self.bloc = bloc
            self.ticket = ticket
        }
    }

    @TaskLocal static var current: Value?

    /// The event whose handler the current task runs, if it is one of this bloc.
    @usableFromInline
    static func ticket(of bloc: BlocID) -> UInt64? {
        current.flatMap { $0.bloc == bloc.number ? $0.ticket : nil }
    }

    /// Runs a handler.
    @usableFromInline
    static func run(_ scope: Value, _ handler: () async throws -> Void) async -> Outcome {
        await $current.withValue(scope) {
            do {
                try await handler()
                return .handled
            } catch {
                return .failed(error)
            }
        }
    }
}
