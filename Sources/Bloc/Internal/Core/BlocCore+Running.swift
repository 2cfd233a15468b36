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
