import Synchronization

extension BlocCore {
    /// Handles an event, then the events that wait.
    ///
    /// The caller holds the role of draining.
    func drain(from first: EventRecord<B>) {
        handle(first)
        drainRest()
    }

    /// Handles events until none waits or the thread has handled enough events of others.
    func drainRest() {
        while true {
            let (next, delivers) = guarded.withLock { state in
                let next = state.mailbox.next { !$0.isOwn }
                switch next {
                case .handle(let record): take(record, &state)
                case .handOver: break
                case .rest: rested(&state)
                }
                return (next, takeDelivery(&state))
            }
            if delivers { deliverAll() }
            switch next {
            case .handle(let record): handle(record)
            case .handOver:
                _ = start { self.drainRest() }
                return
            case .rest: return
            }
        }
    }

    /// Opens the fast path, or ends the bloc, when nothing waits and no thread drains any more.
    private func rested(_ state: inout CoreState<B>) {
        if state.life.isOpen {
            if fastHandler != nil { changeGate { $0.opened } }
        } else {
            endIfQuiet(&state)
        }
    }

    /// Moves the event in hand on: to its registration, into its lane, or to its handler.
    private func handle(_ record: EventRecord<B>) {
        guard let table = guarded.withLock({ $0.handlers }) else {
            settle { state in finishInHand(record, outcome: .dropped(.closed), &state) }
            return
        }
        switch record.life.state {
        case .queued(.match):
            guard let index = table.index(for: record.event) else {
                reportUnhandled(record)
                return
            }
            arrive(record, registration: index, table)
        case .queued(.enterLane(let index)):
            enterLane(record, registration: index, table)
        case .queued(.run(let index)):
            runInLane(record, registration: index, table)
        case .arrived, .inHand, .cancelledInHand, .debounced, .waiting, .runningSync, .running, .unwinding, .ended:
            // Unreachable: the mailbox holds queued events only.
            break
        }
    }

    private func reportUnhandled(_ record: EventRecord<B>) {
        let type = "\(type(of: record.event as Any))"
        let error = BlocError(
            .unhandledEvent,
            "\(id) has no handler for events of type \(type). Register one in its initializer: bloc.on(\(type).self) { … }"
        )
        settle { state in
            post(.hook(.error(error, record.event, record.context)), &state)
            finishInHand(record, outcome: .dropped(.unhandled), &state)
        }
    }

    /// Ends the event in hand if it was cancelled, or if the bloc closed, since it was taken out of the mailbox.
    ///
    /// - Returns: Whether it has ended.
    func endIfLost(_ record: EventRecord<B>, _ state: inout CoreState<B>) -> Bool {
        if state.inHand.life.state == .cancelledInHand {
            finishInHand(record, outcome: .cancelled, &state)
            return true
        }
        guard state.life.phase == .open || state.life.phase == .draining else {
            finishInHand(record, outcome: .dropped(.closed), &state)
            return true
        }
        return false
    }

    /// Lets the lane of the event in hand decide, and does what it decides.
    func enterLane(_ record: EventRecord<B>, registration index: Int, _ table: HandlerTable<B>) {
        let registration = table[index]
        let policy = table.policy(for: record.event, of: index)
        let ticket = record.ticket
        let (action, tasks) = settle { state -> (LaneStateMachine.ArrivalAction, [Task<Void, Never>]) in
            guard !endIfLost(record, &state) else { return (.drop, []) }
            let lane = registration.lane
            let decision = decision(on: ticket, policy, state.lanes[lane])
            // The decision's step is for the arriving event; a rule that also cancels it means the others.
            var tasks = decision.cancelled.filter { $0 != ticket }.compactMap { cancel($0, &state) }
            if policy.cancelsDebounced, table.hasDebounces {
                tasks += cancelDebounced(in: lane, before: ticket, table, &state)
            }
            let action = state.lanes[lane].arrived(ticket, step: decision.step)
            switch action {
            case .start:
                if case .async = registration.work { register(record, registration, &state) }
            case .wait:
                state.inHand.life.heldByLane(registration: index)
                var waiting = record
                waiting.life = state.inHand.life
                state.waiting[ticket] = waiting
            case .drop:
                let isBusy = policy.rule is DroppableRule
                finishInHand(record, outcome: .dropped(isBusy ? .busy : .policy), &state)
            }
            return (action, tasks)
        }
        for task in tasks { task.cancel() }
        guard action == .start else { return }
        switch registration.work {
        case .sync: runInLane(record, registration: index, table)
        case .async(let work): launch(record, work)
        }
    }

    /// Asks the rule of a registration about an arriving event.
    private func decision(on arriving: UInt64, _ policy: EventPolicy, _ lane: LaneStateMachine) -> LaneDecision {
        if let rule = policy.idlenessRule { return rule.decision(isIdle: lane.isIdle) }
        let situation = LaneSituation(arriving: arriving, running: lane.running, waiting: lane.waiting)
        let mark = ThreadMark(key: threadKey)
        mark.enterUserCode()
        defer { mark.leaveUserCode() }
        return policy.rule.decision(in: situation)
    }

    /// Runs the handler of the event in hand, which its lane lets start.
    private func runInLane(_ record: EventRecord<B>, registration index: Int, _ table: HandlerTable<B>) {
        let registration = table[index]
        switch registration.work {
        case .async(let work):
            let isRegistered = settle { state in
                guard !leaveLaneIfLost(record, registration.lane, &state) else { return false }
                register(record, registration, &state)
                return true
            }
            if isRegistered { launch(record, work) }
        case .sync(let handler):
            let begins = settle { state in
                guard !leaveLaneIfLost(record, registration.lane, &state) else { return false }
                state.inHand.life.started(isAsync: false)
                reportStart(of: record, &state)
                var running = record
                running.life = state.inHand.life
                runningTicket.store(record.ticket, ordering: .relaxed)
                state.runningEvent = running
                state.runningRegistration = index
                return true
            }
            guard begins else { return }
            var outcome = Outcome.handled
            do {
                try handler.body(record.event, Emitter(core: self, ticket: record.ticket))
            } catch {
                outcome = .failed(error)
            }
            finishSync(record, lane: registration.lane, outcome: outcome)
        }
    }

    private func leaveLaneIfLost(_ record: EventRecord<B>, _ lane: Int, _ state: inout CoreState<B>) -> Bool {
        guard endIfLost(record, &state) else { return false }
        queue(state.lanes[lane].removed(record.ticket), &state)
        return true
    }

    /// Ends the event of a synchronous handler that returned or threw.
    ///
    /// The role of draining stays with the caller.
    private func finishSync(_ record: EventRecord<B>, lane: Int, outcome: Outcome) {
        settle { state in
            if isRunning(record.ticket) { runningTicket.store(0, ordering: .relaxed) }
            // The end of the grace period took the event away; a muted handler still has it.
            let wasAbandoned = state.runningEvent?.ticket != record.ticket
            state.runningEvent = nil
            queue(state.lanes[lane].removed(record.ticket), &state)
            if wasAbandoned {
                // It outlived the grace period: it was reported then. The event is released outside the lock.
                post(.receipt(record.receipt, .cancelled, of: record.event), &state)
            } else {
                finishInHand(record, outcome: outcome, &state)
            }
        }
    }

    /// Changes the state under the lock, then delivers what the change posted.
    @discardableResult
    func settle<Result: Sendable>(_ change: (inout CoreState<B>) -> Result) -> Result {
        let (result, delivers) = guarded.withLock { state in
            let result = change(&state)
            return (result, takeDelivery(&state))
        }
        if delivers { deliverAll() }
        return result
    }

    /// Does the same for callers without the role of draining, and drains if the change queued events and the role is free.
    @discardableResult
    func settleAndDrain<Result: Sendable>(_ change: (inout CoreState<B>) -> Result) -> Result {
        let (result, drains) = settle { state in
            let result = change(&state)
            guard state.mailbox.count > 0 || !state.life.isOpen else { return (result, false) }
            seize(&state)
            let drains = state.mailbox.isIdle && state.mailbox.count > 0
            if drains { state.mailbox.begun() } else { endIfQuiet(&state) }
            return (result, drains)
        }
        if drains { drainRest() }
        return result
    }
}
