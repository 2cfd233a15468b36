extension BlocCore {
    /// Records an async handler that is about to start, so that it can be cancelled from now on.
    func register(
        _ queued: QueuedEvent<B>,
        _ index: Int,
        _ registration: Registration<B>,
        _ state: inout CoreState<B>
    ) {
        state.running[queued.ticket] = RunningHandler(
            queued: queued,
            registration: index,
            lane: registration.lane,
            name: registration.name
        )
    }

    /// Starts the task of an async handler that is registered.
    func launch(
        _ queued: QueuedEvent<B>,
        _ work: @escaping @Sendable (B.Event, Emitter<B>) async throws -> Void
    ) {
        let ticket = queued.ticket
        let task = start { [self] in
            guard guarded.withLock({ $0.isActive(ticket) }) else {
                ended(ticket, .cancelled)
                return
            }
            let outcome = await HandlerScope.$current.withValue(.init(bloc: id.number, ticket: ticket)) {
                do {
                    try await work(queued.event, Emitter(core: self, ticket: ticket))
                    return Outcome.handled
                } catch {
                    return .failed(error)
                }
            }
            ended(ticket, outcome)
        }
        let isCancelled = guarded.withLock { state in
            // Gone already when the handler was quicker than this thread.
            guard state.running[ticket] != nil else { return false }
            state.running[ticket]?.task = task
            return state.running[ticket]?.isMuted ?? false
        }
        if isCancelled { task.cancel() }
    }

    /// The task of an async handler ended.
    private func ended(_ ticket: UInt64, _ outcome: Outcome) {
        settleAndDrain { state in
            // Not there when it outlived the grace period: it was reported and ended then.
            guard let handler = state.running.removeValue(forKey: ticket) else { return }
            if !handler.isMuted { ready(state.lanes[handler.lane].removed(ticket), &state) }
            finish(handler.queued, outcome: handler.isMuted ? .cancelled : outcome, &state)
        }
    }

    /// Takes from a handler the right to publish, and its place in its lane.
    ///
    /// - Returns: Its task, to be cancelled after unlocking.
    func mute(_ ticket: UInt64, _ state: inout CoreState<B>) -> Task<Void, Never>? {
        if let handler = state.running[ticket] {
            guard !handler.isMuted else { return nil }
            state.running[ticket]?.isMuted = true
            ready(state.lanes[handler.lane].removed(ticket), &state)
            return handler.task
        }
        if let queued = withdraw(ticket, &state) {
            finish(queued, outcome: .cancelled, &state)
        } else if state.underway == ticket {
            state.cancelledUnderway = ticket
        }
        return nil
    }

    /// Queues events that their lane lets start.
    func ready(_ tickets: [UInt64], _ state: inout CoreState<B>) {
        for ticket in tickets {
            guard let queued = state.waiting.removeValue(forKey: ticket) else { continue }
            state.mailbox.enqueued(queued)
        }
    }

    /// Cancels an event on behalf of its receipt.
    func cancel(_ ticket: UInt64) {
        ThreadMark.current.requireUnlocked()
        settleAndDrain { mute(ticket, &$0) }?.cancel()
    }
}

extension BlocCore {
    /// Lets an event through its debounce or throttle.
    func arrive(_ queued: QueuedEvent<B>, registration index: Int, _ table: HandlerTable<B>) {
        switch table.registrations[index].policy.arrival {
        case .immediate:
            enterLane(queued, registration: index, table)
        case .throttled(let interval):
            let now = clock.now()
            let passes = settle { state in
                if let since = state.throttledSince[index], now - since < interval {
                    finish(queued, outcome: .dropped(.throttled), &state)
                    return false
                }
                state.throttledSince[index] = now
                return true
            }
            if passes { enterLane(queued, registration: index, table) }
        case .debounced(let interval):
            debounce(queued, registration: index, interval, table)
        }
    }

    private enum DebounceStep: Sendable {
        case end
        case goOn
        case wait
    }

    private func debounce(
        _ queued: QueuedEvent<B>,
        registration index: Int,
        _ interval: Duration,
        _ table: HandlerTable<B>
    ) {
        let ticket = queued.ticket
        let sleep = clock.sleep
        // The event takes its place before its timer exists, so that no ring finds it missing.
        let (step, replaced) = settle { state -> (DebounceStep, Task<Void, Never>?) in
            guard !isLost(queued, &state) else { return (.end, nil) }
            let replaced = state.arrivals.removeValue(forKey: index)
            if let replaced { finish(replaced.queued, outcome: .dropped(.debounced), &state) }
            // While draining nobody waits for time.
            guard state.life.isOpen else { return (.goOn, replaced?.timer) }
            state.arrivals[index] = .init(queued: queued, timer: nil)
            return (.wait, replaced?.timer)
        }
        replaced?.cancel()
        switch step {
        case .end: return
        case .goOn: return enterLane(queued, registration: index, table)
        case .wait: break
        }
        let timer = start { [self] in
            do {
                try await sleep(interval)
            } catch {
                return  // Replaced by a later event, or the bloc closed.
            }
            release(ticket, registration: index)
        }
        let isNeeded = guarded.withLock { state in
            guard state.arrivals[index]?.queued.ticket == ticket else { return false }
            state.arrivals[index] = .init(queued: queued, timer: timer)
            return true
        }
        if !isNeeded { timer.cancel() }
    }

    /// The quiet time of a debounced event is over.
    private func release(_ ticket: UInt64, registration index: Int) {
        settleAndDrain { state in
            guard let arrival = state.arrivals[index], arrival.queued.ticket == ticket else { return }
            state.arrivals[index] = nil
            var queued = arrival.queued
            queued.stage = .shaped(registration: index)
            state.mailbox.enqueued(queued)
        }
    }
}

/// Which handler the current task runs: what keeps `await close()` inside a handler from waiting for that handler.
enum HandlerScope {
    struct Value: Sendable {
        let bloc: UInt64
        let ticket: UInt64
    }

    @TaskLocal static var current: Value?
}
