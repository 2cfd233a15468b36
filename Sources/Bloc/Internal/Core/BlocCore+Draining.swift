public import Synchronization

extension BlocCore {
    /// Handles events until none waits or the thread has handled enough events of others.
    ///
    /// The caller holds the role of draining.
    @inlinable
    func drain(_ first: consuming Turn<B>) {
        var turn = first
        while true {
            switch consume turn {
            case .run(let handler, let record, let event):
                turn = proceed(after: run(handler, record, event))
            case .handle(let move):
                turn = proceed(after: handle(move))
            case .launch(let handler, let record, let event):
                launch(record, event, handler.body)
                turn = proceed(after: nil)
            case .next:
                turn = proceed(after: nil)
            case .handOver:
                _ = start { [self] in drain(proceed(after: nil)) }
                return
            case .rest:
                return
            }
        }
    }

    /// Ends an event under the lock and takes the next one out of the mailbox.
    @inlinable
    func proceed(after ended: EndedEvent<B>?) -> Turn<B> {
        // Released after unlocking.
        var released: B.Event?
        var turn = Turn<B>.rest
        let (isSettled, delivers) = guarded.withLock { state in
            let isSettled = ended.map { endSync($0, &state, &released) } ?? false
            turn = nextTurn(isSettled: isSettled || role.isFree, &state)
            return (isSettled, takeDelivery(&state))
        }
        withExtendedLifetime(released) {}
        if isSettled, let ended { resolve(ended.record, ended.outcome) }
        if delivers { deliverAll() }
        return turn
    }

    /// Takes the next event out of the mailbox; nothing waits in the inbox when the thread rests, and the inbox is shut then.
    @inlinable
    func nextTurn(isSettled: Bool, _ state: inout CoreState<B>) -> Turn<B> {
        repeat { collect(&state) } while state.mailbox.count == 0 && !inbox.shutIfEmpty()
        switch state.mailbox.next(isForeign: { !$0.isOwn }) {
        case .handle(let record):
            return take(record, isSettled: isSettled, &state)
        case .handOver:
            return .handOver
        case .rest:
            rested(&state)
            return .rest
        }
    }

    /// Takes an event in hand, and begins its handler if nothing is to be decided or delivered outside the lock before.
    ///
    /// What is still to be delivered of the events before may cancel this one, so its handler must not have begun then.
    ///
    /// - Parameters:
    ///   - record: The record of the event.
    ///   - isSettled: Whether nothing but a receipt is left of the events before, apart from what is queued now.
    ///   - state: What the lock guards.
    /// - Returns: What the thread does next.
    @inlinable
    func take(_ record: EventRecord<B>, isSettled: Bool, _ state: inout CoreState<B>) -> Turn<B> {
        state.inHand = record
        record.life.taken()
        guard case .inHand(let step) = record.life.state, let event = record.event, let table = state.handlers else {
            // The bloc closed.
            finish(record, outcome: .dropped(.closed), &state)
            return nextTurn(isSettled: false, &state)
        }
        if isSettled, state.deliveries.isEmpty, mayBegin(state) {
            if case .match = step, let handler = table.fastHandler {
                begin(record, event, registration: 0, lane: nil, &state)
                return .run(handler, record, event)
            }
            if let handler = table.soleAsync, let turn = offer(record, event, step, to: handler, &state) { return turn }
        }
        return .handle(EventMove(record, event, step, table))
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
    ///
    /// - Returns: The event, if a synchronous handler was called for it.
    @inlinable
    func handle(_ move: EventMove<B>) -> EndedEvent<B>? {
        let (record, event, table) = (move.record, move.event, move.table)
        switch move.step {
        case .match:
            guard let index = table.index(for: event) else {
                reportUnhandled(record, event)
                return nil
            }
            return arrive(record, event, registration: index, table)
        case .enterLane(let index):
            return enterLane(record, event, registration: index, table)
        case .run(let index):
            return runInLane(record, event, registration: index, table)
        }
    }

    @usableFromInline
    func reportUnhandled(_ record: EventRecord<B>, _ event: B.Event) {
        let type = "\(type(of: event as Any))"
        // The case without its payload, which may be personal.
        let mirror = Mirror(reflecting: event)
        let name = mirror.displayStyle == .enum ? mirror.children.first.map { $0.label ?? "" } ?? "\(event)" : nil
        let what = name.map { "the event .\($0) of type \(type)" } ?? "events of type \(type)"
        let registration = name == nil ? "bloc.on(\(type).self) { … }" : "bloc.on { event, emit in … }"
        let error = BlocError(
            .unhandledEvent,
            "\(id) has no handler for \(what). Register one in its initializer: \(registration)"
        )
        settle { state in
            post(.hook(.error(error, event, record.context)), &state)
            finish(record, outcome: .dropped(.unhandled), &state)
        }
    }

    /// Whether handlers may begin.
    @inlinable
    func mayBegin(_ state: CoreState<B>) -> Bool {
        state.life.phase == .open || state.life.phase == .draining
    }

    /// Ends the event in hand if it was cancelled, or if the bloc closed, since it was taken out of the mailbox.
    ///
    /// - Returns: Whether it has ended.
    @inlinable
    func endIfLost(_ record: EventRecord<B>, _ state: inout CoreState<B>) -> Bool {
        if record.life.state == .cancelledInHand {
            finish(record, outcome: .cancelled, &state)
            return true
        }
        guard mayBegin(state) else {
            finish(record, outcome: .dropped(.closed), &state)
            return true
        }
        return false
    }

    /// Lets the lane of the event in hand decide, and does what it decides.
    @inlinable
    func enterLane(
        _ record: EventRecord<B>,
        _ event: B.Event,
        registration index: Int,
        _ table: HandlerTable<B>
    ) -> EndedEvent<B>? {
        let registration = table[index]
        // Chosen once, outside the lock: choosing may run user code.
        let policy = table.policy(for: event, of: index)
        let cancelsDebounced = table.hasDebounces && policy.cancelsDebounced
        if case .sync(let handler) = registration.work, !cancelsDebounced, policy.startsWhenIdle {
            switch settle({ beginInIdleLane(record, event, registration.lane, registration: index, &$0) }) {
            case true?: return run(handler, record, event)
            case false?: return nil
            case nil: break
            }
        }
        let ticket = record.ticket
        let (action, tasks) = settle { state -> (LaneStateMachine.ArrivalAction, [Cancellation]) in
            guard !endIfLost(record, &state) else { return (.drop, []) }
            let lane = registration.lane
            let decision = policy.decision(on: ticket, in: state.lanes, lane, mark: ThreadMark(key: threadKey))
            // The decision's step is for the arriving event; a rule that also cancels it means the others.
            var tasks: [Cancellation] = []
            for other in decision.cancelled where other != ticket {
                if let task = cancel(other, &state) { tasks.append(task) }
            }
            if cancelsDebounced { tasks += cancelDebounced(in: lane, before: ticket, table, &state) }
            let action = state.lanes[lane].arrived(ticket, step: decision.step)
            switch action {
            case .start:
                if case .async = registration.work { register(record, event, registration: index, lane: lane, &state) }
            case .wait:
                record.life.heldByLane(registration: index)
                state.inHand = nil
                state.waiting[ticket] = record
            case .drop:
                finish(record, outcome: .dropped(policy.dropReason), &state)
            }
            return (action, tasks)
        }
        for task in tasks { task.cancel() }
        guard action == .start else { return nil }
        switch registration.work {
        case .sync: return runInLane(record, event, registration: index, table)
        case .async(let work): launch(record, event, work)
        }
        return nil
    }

    /// Runs the handler of the event in hand, which its lane lets start.
    @inlinable
    func runInLane(
        _ record: EventRecord<B>,
        _ event: B.Event,
        registration index: Int,
        _ table: HandlerTable<B>
    ) -> EndedEvent<B>? {
        let registration = table[index]
        switch registration.work {
        case .async(let work):
            let isRegistered = settle { state in
                guard !leaveLaneIfLost(record, registration.lane, &state) else { return false }
                register(record, event, registration: index, lane: registration.lane, &state)
                return true
            }
            if isRegistered { launch(record, event, work) }
            return nil
        case .sync(let handler):
            let begins = settle { state in
                guard !leaveLaneIfLost(record, registration.lane, &state) else { return false }
                begin(record, event, registration: index, lane: registration.lane, &state)
                return true
            }
            return begins ? run(handler, record, event) : nil
        }
    }

    /// Begins the synchronous handler of the event in hand without entering it in its lane, if that is idle: until the handler
    /// ends, nothing else arrives in a lane.
    ///
    /// - Returns: Whether the handler must run now; `nil` if the lane is not idle and must decide.
    @inlinable
    func beginInIdleLane(
        _ record: EventRecord<B>,
        _ event: B.Event,
        _ lane: Int,
        registration index: Int,
        _ state: inout CoreState<B>
    ) -> Bool? {
        guard state.lanes.isIdle(lane) else { return nil }
        if endIfLost(record, &state) { return false }
        begin(record, event, registration: index, lane: nil, &state)
        return true
    }

    /// Notes that the synchronous handler of the event in hand runs; the lane is the one in which the event is entered, if it is.
    @inlinable
    func begin(
        _ record: EventRecord<B>,
        _ event: B.Event,
        registration index: Int,
        lane: Int?,
        _ state: inout CoreState<B>
    ) {
        record.life.started(isAsync: false)
        record.registration = Int32(truncatingIfNeeded: index)
        record.lane = Int32(truncatingIfNeeded: lane ?? -1)
        if hooks != nil { reportStart(of: record, event, &state) }
        runningTicket.store(record.ticket, ordering: .relaxed)
    }

    /// Runs the synchronous handler of an event.
    @inlinable
    @inline(__always)
    func run(_ handler: SyncHandler<B>, _ record: EventRecord<B>, _ event: B.Event) -> EndedEvent<B> {
        do {
            try handler.body(event, Emitter(core: self, ticket: record.ticket))
            return EndedEvent(record: record, outcome: .handled)
        } catch {
            return EndedEvent(record: record, outcome: .failed(error))
        }
    }

    @inlinable
    func leaveLaneIfLost(_ record: EventRecord<B>, _ lane: Int, _ state: inout CoreState<B>) -> Bool {
        guard endIfLost(record, &state) else { return false }
        queue(state.lanes[lane].removed(record.ticket), &state)
        return true
    }

    /// Ends the event of a synchronous handler that returned or threw, under the lock.
    ///
    /// The role of draining stays with the caller.
    ///
    /// - Returns: Whether the caller must resolve the receipt; see ``resolve(_:_:)``.
    @inlinable
    func endSync(_ ended: EndedEvent<B>, _ state: inout CoreState<B>, _ released: inout B.Event?) -> Bool {
        let record = ended.record
        if isRunning(record.ticket) { runningTicket.store(0, ordering: .relaxed) }
        // The end of the grace period took the event away; a muted handler still has it.
        guard state.inHand === record else { return false }
        if record.lane >= 0 { queue(state.lanes[Int(record.lane)].removed(record.ticket), &state) }
        return end(record, ended.outcome, &state, &released)
    }

    /// Ends an event whose handler ended, at once if it is settled.
    ///
    /// - Returns: Whether the caller must resolve the receipt; see ``resolve(_:_:)``.
    @inlinable
    func end(
        _ record: EventRecord<B>,
        _ outcome: Outcome,
        _ state: inout CoreState<B>,
        _ released: inout B.Event?
    ) -> Bool {
        // A muted handler was cancelled, whatever it returned.
        guard record.life.mayPublish, isSettled(record, state) else {
            finish(record, outcome: outcome, &state)
            return false
        }
        _ = record.life.ended(outcome)
        if state.inHand === record { state.inHand = nil }
        released = record.event.take()
        state.handledCount &+= 1
        return takeResolving()
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
    func settleAndDrain<Result: Sendable>(_ change: (inout CoreState<B>) -> Result) -> Result {
        var turn = Turn<B>.rest
        let result = settle { state in
            let result = change(&state)
            turn = beginTurn(isSettled: false, &state)
            return result
        }
        drain(turn)
        return result
    }

    /// Takes the role of draining if events wait and it is free; ends a closing bloc in which nothing is left.
    ///
    /// - Returns: What the caller must do: to rest, or to begin with an event.
    @inlinable
    func beginTurn(isSettled: Bool, _ state: inout CoreState<B>) -> Turn<B> {
        guard state.mailbox.count > 0 || !state.life.isOpen else { return .rest }
        seize(&state)
        guard state.mailbox.isIdle, state.mailbox.count > 0 else {
            endIfQuiet(&state)
            return .rest
        }
        beginDraining(&state)
        return nextTurn(isSettled: isSettled || role.isFree, &state)
    }
}
