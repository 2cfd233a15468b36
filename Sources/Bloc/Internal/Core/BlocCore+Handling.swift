import Synchronization

/// What an emitter offers to its handler besides publishing.
extension BlocCore {
    /// Whether the handler of the event, or a method of a cubit when the ticket is 0, can still publish.
    func isLive(_ ticket: UInt64) -> Bool {
        ThreadMark.current.requireUnlocked()
        return guarded.withLock { isLive(ticket, $0) }
    }

    private func isLive(_ ticket: UInt64, _ state: CoreState<B>) -> Bool {
        ticket == 0 ? state.life.phase != .closed : isRunning(ticket) || state.isActive(ticket)
    }

    /// Throws when the task was cancelled or the handler can publish nothing any more.
    func checkLive(_ ticket: UInt64) throws {
        try Task.checkCancellation()
        // A handler loses the right to publish a moment before its task is cancelled, and a task of its own is not cancelled.
        guard isLive(ticket) else { throw CancellationError() }
    }

    /// Reports an error on behalf of a handler, or of a cubit's method when the ticket is 0.
    func report(_ error: any Error, ticket: UInt64) {
        ThreadMark.current.requireUnlocked()
        guard hooks != nil else { return }
        settle { state in
            let record = isRunning(ticket) ? state.runningEvent : state.running[ticket]
            let context = record?.context ?? (ticket == 0 ? nil : EventContext(sequence: ticket))
            post(.hook(.error(error, record?.event, context)), &state)
        }
    }

    /// Cancels every event of a lane but one, on behalf of that one's handler.
    func cancel(lane: Lane, exceptTicket: UInt64) {
        ThreadMark.current.requireUnlocked()
        let tasks = settleAndDrain { state -> [Cancellation] in
            guard isLive(exceptTicket, state), let table = state.handlers, let lane = table.lane(named: lane) else {
                return []
            }
            let tickets = state.lanes[lane].running + state.lanes[lane].waiting
            muteSyncHandler(in: lane, table, exceptTicket: exceptTicket, &state)
            let tasks = tickets.filter { $0 != exceptTicket }.compactMap { cancel($0, &state) }
            return tasks + cancelDebounced(in: lane, before: .max, table, &state)
        }
        for task in tasks { task.cancel() }
    }

    /// Takes the right to publish from the synchronous handler that another thread runs, if it belongs to this lane.
    ///
    /// The lane need not know its event: one that arrives in an idle lane is not entered there.
    private func muteSyncHandler(
        in lane: Int,
        _ table: HandlerTable<B>,
        exceptTicket: UInt64,
        _ state: inout CoreState<B>
    ) {
        guard let running = state.runningEvent, running.ticket != exceptTicket,
            table[Int(running.registration)].lane == lane, isRunning(running.ticket)
        else { return }
        running.life.muted()
        runningTicket.store(0, ordering: .relaxed)
    }

    /// Cancels the events of a lane that wait in a debounce, or that passed it and have not entered the lane.
    ///
    /// - Returns: The timers, to be cancelled after unlocking.
    @usableFromInline
    func cancelDebounced(
        in lane: Int,
        before ticket: UInt64,
        _ table: HandlerTable<B>,
        _ state: inout CoreState<B>
    ) -> [Cancellation] {
        var timers: [Cancellation] = []
        for (index, debounce) in state.debounces.sorted(by: { $0.value.record.ticket < $1.value.record.ticket })
        where table[index].lane == lane && debounce.record.ticket < ticket {
            state.debounces[index] = nil
            if let timer = debounce.timer { timers.append(.timer(timer)) }
            finish(debounce.record, outcome: .cancelled, &state)
        }
        while let record = state.mailbox.remove(where: { record in
            guard case .queued(.enterLane(let index)) = record.life.state else { return false }
            return table[index].lane == lane && record.ticket < ticket
        }) {
            finish(record, outcome: .cancelled, &state)
        }
        if let inHand = state.inHand, case .inHand(.enterLane(let index)) = inHand.life.state,
            table[index].lane == lane,
            inHand.ticket < ticket
        {
            _ = inHand.life.cancelled()
        }
        return timers
    }
}
