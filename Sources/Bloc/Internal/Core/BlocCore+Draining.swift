public import Synchronization

extension BlocCore {
    /// Handles an event, then the events that wait.
    ///
    /// The caller holds the role of draining.
    @inlinable
    func drain(from first: EventRecord<B>, _ table: HandlerTable<B>?) {
        handle(first, table)
        drainRest()
    }

    /// Handles events until none waits or the thread has handled enough events of others.
    @inlinable
    func drainRest() {
        while true {
            let (next, table, delivers) = guarded.withLock { state in
                let next = nextInMailbox(&state)
                switch next {
                case .handle(let record): take(record, &state)
                case .handOver: break
                case .rest: rested(&state)
                }
                return (next, state.handlers, takeDelivery(&state))
            }
            if delivers { deliverAll() }
            switch next {
            case .handle(let record): handle(record, table)
            case .handOver:
                _ = start { self.drainRest() }
                return
            case .rest: return
            }
        }
    }

    /// Opens the fast path, or ends the bloc, when nothing waits and no thread drains any more.
    @inlinable
    func rested(_ state: inout CoreState<B>) {
        if state.life.isOpen {
            if fastHandler != nil { changeGate { $0.opened } }
        } else {
            endIfQuiet(&state)
        }
    }

    /// Moves the event in hand on: to its registration, into its lane, or to its handler.
    @inlinable
    func handle(_ record: EventRecord<B>, _ table: HandlerTable<B>?) {
        guard let table else {
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

    @usableFromInline
    func reportUnhandled(_ record: EventRecord<B>) {
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
    @inlinable
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
    @inlinable
    func enterLane(_ record: EventRecord<B>, registration index: Int, _ table: HandlerTable<B>) {
        let registration = table[index]
        // Chosen once, outside the lock: choosing may run user code.
        let policy = table.policy(for: record.event, of: index)
        let cancelsDebounced = table.hasDebounces && policy.cancelsDebounced
        if case .sync(let handler) = registration.work, !cancelsDebounced, policy.startsWhenIdle {
            switch settle({ beginInIdleLane(record, registration.lane, registration: index, &$0) }) {
            case true?: return run(handler, record, lane: nil)
            case false?: return
            case nil: break
            }
        }
        let ticket = record.ticket
        let (action, tasks) = settle { state -> (LaneStateMachine.ArrivalAction, [Cancellation]) in
            guard !endIfLost(record, &state) else { return (.drop, []) }
            let lane = registration.lane
            let decision = policy.decision(on: ticket, in: state.lanes[lane], mark: ThreadMark(key: threadKey))
            // The decision's step is for the arriving event; a rule that also cancels it means the others.
            var tasks = decision.cancelled.filter { $0 != ticket }.compactMap { cancel($0, &state) }
            if cancelsDebounced { tasks += cancelDebounced(in: lane, before: ticket, table, &state) }
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
                finishInHand(record, outcome: .dropped(policy.dropReason), &state)
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

    /// Runs the handler of the event in hand, which its lane lets start.
    @inlinable
    func runInLane(_ record: EventRecord<B>, registration index: Int, _ table: HandlerTable<B>) {
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
                begin(record, registration: index, &state)
                return true
            }
            if begins { run(handler, record, lane: registration.lane) }
        }
    }

    /// Begins the synchronous handler of the event in hand without entering it in its lane, if that is idle: until the handler
    /// ends, nothing else arrives in a lane.
    ///
    /// - Returns: Whether the handler must run now; `nil` if the lane is not idle and must decide.
    @inlinable
    func beginInIdleLane(
        _ record: EventRecord<B>,
        _ lane: Int,
        registration index: Int,
        _ state: inout CoreState<B>
    ) -> Bool? {
        guard state.lanes.isIdle(lane) else { return nil }
        if endIfLost(record, &state) { return false }
        begin(record, registration: index, &state)
        return true
    }

    /// Notes that the synchronous handler of the event in hand runs.
    @inlinable
    func begin(_ record: EventRecord<B>, registration index: Int, _ state: inout CoreState<B>) {
        state.inHand.life.started(isAsync: false)
        reportStart(of: record, &state)
        var running = record
        running.life = state.inHand.life
        runningTicket.store(record.ticket, ordering: .relaxed)
        state.written.runningEvent = running
        state.written.runningRegistration = index
    }

    /// Runs the synchronous handler of an event, and ends the event.
    @inlinable
    func run(_ handler: SyncHandler<B>, _ record: EventRecord<B>, lane: Int?) {
        var outcome = Outcome.handled
        do {
            try handler.body(record.event, Emitter(core: self, ticket: record.ticket))
        } catch {
            outcome = .failed(error)
        }
        finishSync(record, lane: lane, outcome: outcome)
    }

    @inlinable
    func leaveLaneIfLost(_ record: EventRecord<B>, _ lane: Int, _ state: inout CoreState<B>) -> Bool {
        guard endIfLost(record, &state) else { return false }
        queue(state.lanes[lane].removed(record.ticket), &state)
        return true
    }

    /// Ends the event of a synchronous handler that returned or threw.
    ///
    /// The role of draining stays with the caller.
    @inlinable
    func finishSync(_ record: EventRecord<B>, lane: Int?, outcome: Outcome) {
        let resolves = settle { state in
            if isRunning(record.ticket) { runningTicket.store(0, ordering: .relaxed) }
            // The end of the grace period took the event away; a muted handler still has it.
            let wasAbandoned = state.runningEvent?.ticket != record.ticket
            state.runningEvent = nil
            if let lane { queue(state.lanes[lane].removed(record.ticket), &state) }
            if wasAbandoned {
                // It outlived the grace period: it was reported then. The event is released outside the lock.
                post(.receipt(record.receipt, .cancelled, of: record.event), &state)
            } else if state.inHand.life.mayPublish, isSettled(record, state) {
                // A muted handler was cancelled, whatever it returned.
                _ = state.inHand.life.ended(outcome)
                state.handledCount &+= 1
                return takeResolving()
            } else {
                finishInHand(record, outcome: outcome, &state)
            }
            return false
        }
        if resolves { resolve(record.receipt, outcome) }
    }

    /// Whether all that an event published was delivered and nothing but its receipt is left.
    ///
    /// A closing bloc queues receipts, so that its end follows them.
    @inlinable
    @inline(__always)
    func isSettled(_ record: EventRecord<B>, _ state: CoreState<B>) -> Bool {
        hooks == nil && record.answer == nil && state.life.isOpen && state.deliveries.isEmpty && role.isFree
    }

    /// Takes the role of delivering, which is free, to resolve one receipt.
    ///
    /// The end of a closing bloc is a delivery, and so comes after it.
    ///
    /// - Returns: Whether it was taken: always.
    @inlinable
    @inline(__always)
    func takeResolving() -> Bool { role.take() }

    /// Resolves the receipt of an event of which nothing else is left, and gives back the role of delivering.
    @inlinable
    @inline(__always)
    func resolve(_ receipt: PendingReceipt, _ outcome: Outcome) {
        receipt.resolve(outcome)
        if !role.release() { deliverAll() }
    }

    /// Changes the state under the lock, then delivers what the change posted.
    @discardableResult
    @inlinable
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
    @inlinable
    func settleAndDrain<Result: Sendable>(
        _ change: (inout CoreState<B>) -> Result,
        beforeDraining act: (Result) -> Void = { _ in }
    ) -> Result {
        let (result, drains) = settle { state in
            let result = change(&state)
            guard state.mailbox.count > 0 || !state.life.isOpen else { return (result, false) }
            seize(&state)
            let drains = state.mailbox.isIdle && state.mailbox.count > 0
            if drains { beginDraining(&state) } else { endIfQuiet(&state) }
            return (result, drains)
        }
        act(result)
        if drains { drainRest() }
        return result
    }
}
