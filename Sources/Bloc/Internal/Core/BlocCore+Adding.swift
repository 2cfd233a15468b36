public import Synchronization

extension BlocCore {
    /// Accepts an event from outside.
    @inlinable
    func accept(_ event: B.Event) -> Receipt {
        // The fast path: an idle bloc with one synchronous handler, without hooks, history and limit.
        let seen = MailboxGate(rawValue: gate.load(ordering: .relaxed))
        guard seen.isOpen,
            gate.compareExchange(expected: seen.rawValue, desired: seen.entered.rawValue, ordering: .acquiring)
                .exchanged,
            let fastHandler
        else { return acceptSlowly(event, cause: nil, isOwn: false) }
        let ticket = seen.entered.sequence
        runningTicket.store(ticket, ordering: .relaxed)
        do {
            try fastHandler._withUnsafeGuaranteedRef { try $0.body(event, Emitter(core: self, ticket: ticket)) }
        } catch {
            return finishSlowly(event, ticket: ticket, outcome: .failed(error))
        }
        runningTicket.store(0, ordering: .relaxed)
        fastCount.store(fastCount.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        let (hasLeft, _) = gate.compareExchange(
            expected: seen.entered.rawValue,
            desired: seen.entered.left.rawValue,
            ordering: .releasing
        )
        // Flagged when another thread left work, or delivers what this event published.
        return hasLeft ? Receipt(storage: .handled) : finishSlowly(event, ticket: ticket, outcome: .handled)
    }

    /// Ends an event of the fast path under the lock.
    @inlinable
    @inline(never)
    func finishSlowly(_ event: B.Event, ticket: UInt64, outcome: Outcome) -> Receipt {
        // Released after unlocking: they may hold an error.
        var replaced: EventRecord<B>?
        var released: B.Event?
        let (record, stuck, isSettled) = settle { state -> (EventRecord<B>, Unmanaged<SyncHandler<B>>?, Bool) in
            seize(&state)
            changeGate { $0.slowed }
            let record = newRecord(of: event, ticket: ticket, cause: nil, isOwn: false, answer: nil, &state, &replaced)
            record.life = .onFastPath
            if state.isFastHandlerStuck {
                // The grace period is over: the bloc has closed and reported the event.
                post(.receipt(record, .cancelled, of: record.event.take()), &state)
                return (record, fastHandler, false)
            }
            runningTicket.store(0, ordering: .relaxed)
            return (record, nil, end(record, outcome, &state, &released))
        }
        withExtendedLifetime((replaced, released)) {}
        if isSettled { resolve(record, outcome) }
        if let stuck {
            fastHandler = nil
            stuck.release()
        }
        drain(proceed(after: nil))
        return Receipt(storage: .pending(record))
    }

    /// Changes the gate under the lock, where only the thread on the fast path changes it too.
    ///
    /// - Returns: The gate before the change.
    @discardableResult
    @inlinable
    func changeGate(_ change: (MailboxGate) -> MailboxGate) -> MailboxGate {
        var seen = gate.load(ordering: .relaxed)
        while true {
            let (isDone, now) = gate.compareExchange(
                expected: seen,
                desired: change(MailboxGate(rawValue: seen)).rawValue,
                ordering: .acquiringAndReleasing
            )
            if isDone { return MailboxGate(rawValue: seen) }
            seen = now
        }
    }

    /// Shuts the fast path and copies its role into the mailbox.
    ///
    /// From now on a thread on the fast path must end its event under the lock.
    @inlinable
    func seize(_ state: inout CoreState<B>) {
        if changeGate({ $0.seized }).isFast, state.mailbox.isIdle { beginDraining(&state) }
    }

    /// Accepts an event under the lock, or leaves it in the inbox for the thread that drains.
    @inlinable
    @inline(never)
    func acceptSlowly(_ event: B.Event, cause: EventReference?, isOwn: Bool) -> Receipt {
        ThreadMark(key: threadKey).requireUnlocked()
        if inbox.isOpen, cause == nil, !isOwn {
            let record = EventRecord<B>(event, in: self)
            if inbox.add(record) { return Receipt(storage: .pending(record)) }
        }
        return accept(event, cause: cause, isOwn: isOwn, answer: nil)
    }

    /// Accepts an event and records what its handler publishes.
    @usableFromInline
    func acceptRecorded(_ event: B.Event, in answer: AnswerRecord<B.State>) -> Receipt {
        ThreadMark(key: threadKey).requireUnlocked()
        return accept(event, cause: nil, isOwn: false, answer: answer)
    }

    @inlinable
    @inline(__always)
    func accept(
        _ event: B.Event,
        cause: EventReference?,
        isOwn: Bool,
        answer: AnswerRecord<B.State>?
    ) -> Receipt {
        var turn = Turn<B>.rest
        let (record, delivers) = admit(event, cause: cause, isOwn: isOwn, answer: answer) { record, state in
            turn = offer(record, &state)
        }
        if delivers { deliverAll() }
        drain(turn)
        return Receipt(storage: .pending(record))
    }

    /// Accepts the event of a broadcast without running anything.
    ///
    /// - Returns: What must run afterwards, outside the lock of the broadcast.
    @usableFromInline
    func deposit(_ event: B.Event) -> (@Sendable () -> Void)? {
        var drains = false
        let (_, delivers) = admit(event, cause: nil, isOwn: false, answer: nil) { record, state in
            seize(&state)
            state.mailbox.enqueued(record)
            drains = state.mailbox.isIdle
            if drains { beginDraining(&state) }
        }
        guard drains || delivers else { return nil }
        let begins = drains
        return { [self] in
            if delivers { deliverAll() }
            if begins { drain(.next) }
        }
    }

    /// Numbers an event and decides whether the bloc accepts it; if it does, `place` puts it where it waits or is handled.
    ///
    /// - Returns: The record of the event, and whether the caller has the role of delivering.
    @inlinable
    @inline(__always)
    func admit(
        _ event: B.Event,
        cause: EventReference?,
        isOwn: Bool,
        answer: AnswerRecord<B.State>?,
        _ place: (EventRecord<B>, inout CoreState<B>) -> Void
    ) -> (record: EventRecord<B>, delivers: Bool) {
        // Released after unlocking: it may hold an error.
        var replaced: EventRecord<B>?
        defer { withExtendedLifetime(replaced) {} }
        return guarded.withLock { state in
            // What the same thread left in the inbox comes first.
            collect(&state)
            if answer != nil { state.hasAnswers = true }
            let ticket = changeGate { $0.numbered() }.numbered().sequence
            let record = newRecord(
                of: event,
                ticket: ticket,
                cause: cause,
                isOwn: isOwn,
                answer: answer,
                &state,
                &replaced
            )
            guard makesRoom(for: record, &state) else { return (record, takeDelivery(&state)) }
            if hooks != nil { post(.hook(.event(event, record.context)), &state) }
            record.life.accepted()
            place(record, &state)
            return (record, takeDelivery(&state))
        }
    }

    /// The record of a new event: that of an event before, if it has ended and nothing else holds it.
    ///
    /// So a receipt that its caller does not keep is not created.
    @inlinable
    func newRecord(
        of event: B.Event,
        ticket: UInt64,
        cause: EventReference?,
        isOwn: Bool,
        answer: AnswerRecord<B.State>?,
        _ state: inout CoreState<B>,
        _ replaced: inout EventRecord<B>?
    ) -> EventRecord<B> {
        if answer == nil, isKnownUniquelyReferenced(&state.spareRecord), let spare = state.spareRecord, spare.renewed()
        {
            spare.event = event
            spare.ticket = ticket
            spare.cause = cause
            spare.isOwn = isOwn
            spare.life = .arrived
            return spare
        }
        let record = EventRecord(event, of: ticket, cause: cause, isOwn: isOwn, answer: answer, in: self)
        if answer == nil {
            replaced = state.spareRecord
            state.spareRecord = record
        }
        return record
    }

    /// Decides whether the bloc accepts the event; if it does not, ends the event.
    ///
    /// A full mailbox that drops its oldest event does so here.
    @inlinable
    func makesRoom(for record: EventRecord<B>, _ state: inout CoreState<B>) -> Bool {
        let isOpen = state.life.isOpen || (state.life.phase == .draining && record.isOwn)
        guard isOpen else {
            finish(record, outcome: .dropped(.closed), &state)
            return false
        }
        guard let limit, state.unstartedCount >= limit.capacity else { return true }
        switch limit.overflow {
        case .reject:
            finish(record, outcome: .dropped(.overflow), &state)
            return false
        case .dropOldest:
            if let oldest = removeOldest(&state) {
                finish(oldest, outcome: .dropped(.overflow), &state)
            }
            return true
        }
    }

    /// Queues the event, or takes the role of draining for it.
    ///
    /// - Returns: What the caller must do: to rest if another thread drains, otherwise to begin with this event.
    @inlinable
    func offer(_ record: EventRecord<B>, _ state: inout CoreState<B>) -> Turn<B> {
        seize(&state)
        guard state.mailbox.isIdle else {
            state.mailbox.enqueued(record)
            return .rest
        }
        beginDraining(&state)
        return take(record, isSettled: role.isFree, &state)
    }

    /// Removes the oldest event that was accepted and has not started.
    @usableFromInline
    func removeOldest(_ state: inout CoreState<B>) -> EventRecord<B>? {
        let inMailbox = state.mailbox.oldest { $0.ticket }
        let inLanes = state.waiting.tickets.min()
        let inDebounces = state.debounces.values.map(\.record.ticket).min()
        let oldest = [inMailbox, inLanes, inDebounces].compactMap { $0 }.min()
        guard let oldest else { return nil }
        return withdraw(oldest, &state)
    }

    /// Removes an event that was accepted and has not started from where it waits.
    @usableFromInline
    func withdraw(_ ticket: UInt64, _ state: inout CoreState<B>) -> EventRecord<B>? {
        if let record = state.mailbox.remove(where: { $0.ticket == ticket }) {
            // Its lane counts it as running.
            if case .queued(.run(let registration)) = record.life.state, let table = state.handlers {
                queue(state.lanes[table[registration].lane].removed(ticket), &state)
            }
            return record
        }
        if let record = state.waiting.remove(ticket) {
            for lane in state.lanes.indices where state.lanes[lane].isWaiting(ticket) {
                queue(state.lanes[lane].removed(ticket), &state)
            }
            return record
        }
        if let (registration, debounce) = state.debounces.first(where: { $0.value.record.ticket == ticket }) {
            state.debounces[registration] = nil
            if let timer = debounce.timer { state.timers.append(timer) }
            return debounce.record
        }
        return nil
    }

    /// Ends an event and posts what is reported of that.
    @inlinable
    func finish(_ record: EventRecord<B>, outcome: Outcome, _ state: inout CoreState<B>) {
        if state.inHand === record { state.inHand = nil }
        switch record.life.ended(outcome) {
        case .reportRefusal(let outcome):
            post(.receipt(record, outcome, of: reported(outcome, of: record, &state)), &state)
        case .reportEnd(let outcome):
            let event = reported(outcome, of: record, &state)
            state.handledCount &+= 1
            if let answer = record.answer { post(.leave(state.state, in: answer), &state) }
            if hooks != nil, let event { post(.hook(.done(event, record.context, outcome)), &state) }
            post(.receipt(record, outcome, of: event), &state)
        case .nothing:
            break
        }
    }

    /// Posts why an event was dropped or how it failed.
    ///
    /// - Returns: The event, which the record gives away.
    @inlinable
    func reported(_ outcome: Outcome, of record: EventRecord<B>, _ state: inout CoreState<B>) -> B.Event? {
        let event = record.event.take()
        guard hooks != nil, let event else { return event }
        switch outcome {
        case .dropped(let reason): post(.hook(.dropped(event, record.context, reason)), &state)
        case .failed(let error): post(.hook(.error(error, event, record.context)), &state)
        case .handled, .cancelled: break
        }
        return event
    }
}
