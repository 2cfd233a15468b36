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
        let receipt = PendingReceipt()
        let record = EventRecord<B>(
            event: event,
            context: EventContext(sequence: ticket),
            receipt: receipt,
            isOwn: false,
            life: .onFastPath
        )
        let (stuck, isUnreported) = settle { state -> (Unmanaged<SyncHandler<B>>?, Bool) in
            seize(&state)
            changeGate { $0.slowed }
            if state.isFastHandlerStuck {
                // The grace period is over: the bloc has closed and reported the event.
                post(.receipt(receipt, .cancelled, of: event), &state)
                return (fastHandler, false)
            }
            runningTicket.store(0, ordering: .relaxed)
            if isSettled(record, state) {
                state.handledCount &+= 1
                return (nil, true)
            }
            finish(record, outcome: outcome, &state)
            return (nil, false)
        }
        if isUnreported { receipt.resolve(outcome) }
        if let stuck {
            fastHandler = nil
            stuck.release()
        }
        drainRest()
        return Receipt(storage: .pending(receipt))
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

    /// Accepts an event under the lock.
    @inlinable
    @inline(never)
    func acceptSlowly(_ event: B.Event, cause: EventReference?, isOwn: Bool) -> Receipt {
        ThreadMark(key: threadKey).requireUnlocked()
        if inbox.isOpen, cause == nil, !isOwn {
            let entry = InboxEntry<B>(event, in: self)
            if inbox.add(entry) { return Receipt(storage: .pending(entry)) }
        }
        let (first, table, receipt, delivers) = admit(event, cause: cause, isOwn: isOwn)
        if delivers { deliverAll() }
        if let first { drain(from: first, table) }
        return Receipt(storage: .pending(receipt))
    }

    /// Accepts an event and records what its handler publishes.
    @usableFromInline
    func acceptRecorded(_ event: B.Event, in answer: AnswerRecord<B.State>) -> Receipt {
        ThreadMark(key: threadKey).requireUnlocked()
        let (first, table, receipt, delivers) = admit(event, cause: nil, isOwn: false, answer: answer)
        if delivers { deliverAll() }
        if let first { drain(from: first, table) }
        return Receipt(storage: .pending(receipt))
    }

    /// Accepts the event of a broadcast without running anything.
    ///
    /// - Returns: What must run afterwards, outside the lock of the broadcast.
    @usableFromInline
    func deposit(_ event: B.Event) -> (@Sendable () -> Void)? {
        let (first, table, _, delivers) = admit(event, cause: nil, isOwn: false)
        guard first != nil || delivers else { return nil }
        return { [self] in
            if delivers { deliverAll() }
            if let first { drain(from: first, table) }
        }
    }

    /// Puts an event into the mailbox.
    ///
    /// - Returns: The event, if the caller has the role of draining now, and the handlers for it; its receipt; and whether the
    ///   caller has the role of delivering.
    @inlinable
    func admit(
        _ event: B.Event,
        cause: EventReference?,
        isOwn: Bool,
        answer: AnswerRecord<B.State>? = nil
    ) -> (first: EventRecord<B>?, table: HandlerTable<B>?, receipt: PendingReceipt, delivers: Bool) {
        // Released after unlocking: it may hold an error.
        var replaced: PendingReceipt?
        defer { withExtendedLifetime(replaced) {} }
        return guarded.withLock { state in
            // What the same thread left in the inbox comes first.
            collect(&state)
            var record = enroll(event, cause: cause, isOwn: isOwn, answer: answer, &state, &replaced)
            guard makesRoom(for: record, &state) else { return (nil, nil, record.receipt, takeDelivery(&state)) }
            post(.hook(.event(record.event, record.context)), &state)
            record.life.accepted()
            let drains = offer(record, &state)
            return (drains ? record : nil, drains ? state.handlers : nil, record.receipt, takeDelivery(&state))
        }
    }

    /// Gives an event its number and its receipt.
    @inlinable
    func enroll(
        _ event: B.Event,
        cause: EventReference?,
        isOwn: Bool,
        answer: AnswerRecord<B.State>?,
        _ state: inout CoreState<B>,
        _ replaced: inout PendingReceipt?
    ) -> EventRecord<B> {
        let ticket = changeGate { $0.numbered }.numbered.sequence
        if answer != nil { state.hasAnswers = true }
        return EventRecord(
            event: event,
            context: EventContext(sequence: ticket, cause: cause),
            receipt: receipt(of: ticket, answer, &state, &replaced),
            isOwn: isOwn,
            answer: answer
        )
    }

    /// The receipt of a new event: the one of an event before, if that has ended and nothing else holds it.
    ///
    /// So a receipt that its caller does not keep is not created.
    @inlinable
    func receipt(
        of ticket: UInt64,
        _ answer: AnswerRecord<B.State>?,
        _ state: inout CoreState<B>,
        _ replaced: inout PendingReceipt?
    ) -> PendingReceipt {
        if let answer { return PendingReceipt(onResolve: answer.end, of: ticket, in: self) }
        if isKnownUniquelyReferenced(&state.spareReceipt), let spare = state.spareReceipt,
            spare.renewed(of: ticket, in: self)
        {
            return spare
        }
        let receipt = PendingReceipt(of: ticket, in: self)
        replaced = state.spareReceipt
        state.spareReceipt = receipt
        return receipt
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
    /// - Returns: Whether the caller has the role now and must drain, beginning with this event.
    @inlinable
    func offer(_ record: EventRecord<B>, _ state: inout CoreState<B>) -> Bool {
        seize(&state)
        if state.mailbox.isIdle {
            beginDraining(&state)
            take(record, &state)
            return true
        }
        state.mailbox.enqueued(record)
        return false
    }

    /// Notes which event the draining thread has in hand.
    @inlinable
    func take(_ record: EventRecord<B>, _ state: inout CoreState<B>) {
        state.inHand = .init(ticket: record.ticket, life: record.life)
        state.inHand.life.taken()
    }

    /// Removes the oldest event that was accepted and has not started.
    @usableFromInline
    func removeOldest(_ state: inout CoreState<B>) -> EventRecord<B>? {
        let inMailbox = state.mailbox.oldest { $0.ticket }
        let inLanes = state.waiting.keys.min()
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
        if let record = state.waiting.removeValue(forKey: ticket) {
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
        var life = record.life
        report(life.ended(outcome), of: record, &state)
    }

    /// Ends the event in hand and posts what is reported of that.
    @inlinable
    func finishInHand(_ record: EventRecord<B>, outcome: Outcome, _ state: inout CoreState<B>) {
        report(state.inHand.life.ended(outcome), of: record, &state)
    }

    @inlinable
    func report(_ action: EventLife.EndAction, of record: EventRecord<B>, _ state: inout CoreState<B>) {
        switch action {
        case .reportRefusal(let outcome):
            reportDrop(outcome, of: record, &state)
            post(.receipt(record.receipt, outcome, of: record.event), &state)
        case .reportEnd(let outcome):
            reportDrop(outcome, of: record, &state)
            if case .failed(let error) = outcome { post(.hook(.error(error, record.event, record.context)), &state) }
            state.handledCount &+= 1
            if let answer = record.answer { post(.leave(state.state, in: answer), &state) }
            post(.hook(.done(record.event, record.context, outcome)), &state)
            post(.receipt(record.receipt, outcome, of: record.event), &state)
        case .nothing:
            break
        }
    }

    @inlinable
    func reportDrop(_ outcome: Outcome, of record: EventRecord<B>, _ state: inout CoreState<B>) {
        guard case .dropped(let reason) = outcome else { return }
        post(.hook(.dropped(record.event, record.context, reason)), &state)
    }
}
