import Synchronization

extension BlocCore {
    /// Handles an event, then what waits.
    ///
    /// The caller holds the role of the mailbox.
    func drain(from first: QueuedEvent<B>) {
        handle(first)
        drainRest()
    }

    /// Handles what waits until nothing does or the thread has worked enough for others.
    func drainRest() {
        while true {
            let (next, mine) = guarded.withLock { state in
                let next = state.mailbox.next { !$0.isOwn }
                switch next {
                case .handle(let queued): state.underway = queued.ticket
                case .handOver: break
                case .rest: rested(&state)
                }
                return (next, isToDeliver(&state))
            }
            if mine { deliverAll() }
            switch next {
            case .handle(let queued): handle(queued)
            case .handOver:
                _ = start { self.drainRest() }
                return
            case .rest: return
            }
        }
    }

    /// Nothing waits and nobody handles events any more.
    private func rested(_ state: inout CoreState<B>) {
        if state.life.isOpen {
            if plain != nil { changeGate { $0.opened } }
        } else {
            endIfQuiet(&state)
        }
    }

    /// Handles one event: finds its registration, lets it through debounce or throttle, enters its lane.
    private func handle(_ queued: QueuedEvent<B>) {
        guard let table = guarded.withLock({ $0.handlers }) else {
            settle { state in finish(queued, outcome: .dropped(.closed), &state) }
            return
        }
        switch queued.stage {
        case .accepted:
            guard let index = table.index(for: queued.event) else {
                reportUnhandled(queued)
                return
            }
            arrive(queued, registration: index, table)
        case .shaped(let index):
            enterLane(queued, registration: index, table)
        case .ready(let index):
            runInLane(queued, registration: index, table)
        }
    }

    private func reportUnhandled(_ queued: QueuedEvent<B>) {
        let type = "\(type(of: queued.event as Any))"
        let error = BlocError(
            .unhandledEvent,
            "\(id) has no handler for events of type \(type). Register one in its initialiser: bloc.on(\(type).self) { … }"
        )
        settle { state in
            post(.hook(.error(error, queued.event, queued.context)), &state)
            finish(queued, outcome: .dropped(.unhandled), &state)
        }
    }

    /// Whether an event must not go on, because it was cancelled or the bloc closed while it was on its way.
    ///
    /// Then its end is posted.
    func isLost(_ queued: QueuedEvent<B>, _ state: inout CoreState<B>) -> Bool {
        if state.cancelledUnderway == queued.ticket {
            finish(queued, outcome: .cancelled, &state)
            return true
        }
        guard state.life.phase == .open || state.life.phase == .draining else {
            finish(queued, outcome: .dropped(.closed), &state)
            return true
        }
        return false
    }

    /// Lets the event's lane decide, and does what it decides.
    func enterLane(_ queued: QueuedEvent<B>, registration index: Int, _ table: HandlerTable<B>) {
        let registration = table.registrations[index]
        let ticket = queued.ticket
        let (action, tasks) = settle { state -> (LaneStateMachine.ArrivalAction, [Task<Void, Never>]) in
            guard !isLost(queued, &state) else { return (.drop, []) }
            let lane = registration.lane
            let decision = decision(on: ticket, registration.policy, state.lanes[lane])
            // What arrives is for the decision's step; a rule that names it here means the others.
            let tasks = decision.cancelled.filter { $0 != ticket }.compactMap { mute($0, &state) }
            let action = state.lanes[lane].arrived(ticket, step: decision.step)
            switch action {
            case .start:
                if case .async = registration.work { register(queued, index, registration, &state) }
            case .wait:
                var waiting = queued
                waiting.stage = .ready(registration: index)
                state.waiting[ticket] = waiting
            case .drop:
                let isBusy = registration.policy.rule is DroppableRule
                finish(queued, outcome: .dropped(isBusy ? .busy : .policy), &state)
            }
            return (action, tasks)
        }
        for task in tasks { task.cancel() }
        guard action == .start else { return }
        switch registration.work {
        case .sync: runInLane(queued, registration: index, table)
        case .async(let work): launch(queued, work)
        }
    }

    /// Asks the rule of a registration.
    private func decision(on arriving: UInt64, _ policy: EventPolicy, _ lane: LaneStateMachine) -> LaneDecision {
        if let rule = policy.idlenessRule { return rule.decision(isIdle: lane.isIdle) }
        let situation = LaneSituation(arriving: arriving, running: lane.running, waiting: lane.waiting)
        let mark = ThreadMark(key: threadKey)
        mark.enterUserCode()
        defer { mark.leaveUserCode() }
        return policy.rule.decision(in: situation)
    }

    /// Runs an event that its lane has let start.
    private func runInLane(_ queued: QueuedEvent<B>, registration index: Int, _ table: HandlerTable<B>) {
        let registration = table.registrations[index]
        switch registration.work {
        case .async(let work):
            let isRegistered = settle { state in
                guard !isLost(queued, &state) else {
                    ready(state.lanes[registration.lane].removed(queued.ticket), &state)
                    return false
                }
                register(queued, index, registration, &state)
                return true
            }
            if isRegistered { launch(queued, work) }
        case .sync(let handler):
            let begins = settle { state in
                guard !isLost(queued, &state) else {
                    ready(state.lanes[registration.lane].removed(queued.ticket), &state)
                    return false
                }
                runningTicket.store(queued.ticket, ordering: .relaxed)
                state.runningEvent = queued
                return true
            }
            guard begins else { return }
            var outcome = Outcome.handled
            do {
                try handler.body(queued.event, Emitter(core: self, ticket: queued.ticket))
            } catch {
                outcome = .failed(error)
            }
            finishSync(queued, lane: registration.lane, outcome: outcome)
        }
    }

    /// A synchronous handler ended.
    ///
    /// The role of the mailbox stays with the caller.
    func finishSync(_ queued: QueuedEvent<B>, lane: Int, outcome: Outcome) {
        settle { state in
            let wasAbandoned = runningTicket.load(ordering: .relaxed) != queued.ticket
            if !wasAbandoned { runningTicket.store(0, ordering: .relaxed) }
            state.runningEvent = nil
            ready(state.lanes[lane].removed(queued.ticket), &state)
            // One that outlived the grace period was reported and ended then.
            if wasAbandoned {
                post(.receipt(queued.receipt, .cancelled, of: queued.event), &state)
            } else {
                finish(queued, outcome: outcome, &state)
            }
        }
    }

    /// Changes the state under the lock, then delivers what the change posted.
    @discardableResult
    func settle<Result: Sendable>(_ change: (inout CoreState<B>) -> Result) -> Result {
        let (result, mine) = guarded.withLock { state in
            let result = change(&state)
            return (result, isToDeliver(&state))
        }
        if mine { deliverAll() }
        return result
    }

    /// As ``settle(_:)``, for callers that do not hold the role of the mailbox: takes it when the change queued events and
    /// nobody has it.
    @discardableResult
    func settleAndDrain<Result: Sendable>(_ change: (inout CoreState<B>) -> Result) -> Result {
        let (result, begins) = settle { state in
            let result = change(&state)
            guard state.mailbox.count > 0 || !state.life.isOpen else { return (result, false) }
            seize(&state)
            let begins = state.mailbox.isIdle && state.mailbox.count > 0
            if begins { state.mailbox.begun() } else { endIfQuiet(&state) }
            return (result, begins)
        }
        if begins { drainRest() }
        return result
    }
}
