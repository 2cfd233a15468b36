public import Synchronization

extension BlocCore {
    /// Accepts an event from outside.
    @inlinable
    func accept(_ event: B.Event) -> Receipt {
        // The fast way: an idle bloc with one synchronous handler that nobody observes but subscribers.
        let seen = MailboxGate(rawValue: gate.load(ordering: .relaxed))
        guard seen.isOpen,
            gate.compareExchange(expected: seen.rawValue, desired: seen.entered.rawValue, ordering: .acquiring)
                .exchanged,
            let plain
        else { return acceptSlowly(event, cause: nil, isOwn: false) }
        let ticket = seen.entered.sequence
        runningTicket.store(ticket, ordering: .relaxed)
        do {
            try plain._withUnsafeGuaranteedRef { try $0.body(event, Emitter(core: self, ticket: ticket)) }
        } catch {
            return finishSlowly(event, ticket: ticket, outcome: .failed(error))
        }
        runningTicket.store(0, ordering: .relaxed)
        plainCount.store(plainCount.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        let (isOver, _) = gate.compareExchange(
            expected: seen.entered.rawValue,
            desired: seen.entered.left.rawValue,
            ordering: .releasing
        )
        // Flagged when somebody left work, or when others deliver now what is of this event.
        return isOver ? Receipt(storage: .handled) : finishSlowly(event, ticket: ticket, outcome: .handled)
    }

    /// Ends what ``accept(_:)`` began when more is to be done than leaving.
    @usableFromInline
    @inline(never)
    func finishSlowly(_ event: B.Event, ticket: UInt64, outcome: Outcome) -> Receipt {
        let receipt = PendingReceipt(cancel: nil)
        let queued = QueuedEvent<B>(
            event: event,
            context: EventContext(sequence: ticket),
            receipt: receipt,
            isOwn: false
        )
        let stuck = settle { state -> Unmanaged<SyncHandler<B>>? in
            seize(&state)
            changeGate { $0.slowed }
            if state.isPlainStuck {
                // The bloc closed without waiting any longer, and told so.
                post(.receipt(receipt, .cancelled, of: event), &state)
                return plain
            }
            ready(state.lanes[0].removed(ticket), &state)
            runningTicket.store(0, ordering: .relaxed)
            finish(queued, outcome: outcome, &state)
            return nil
        }
        if let stuck {
            plain = nil
            stuck.release()
        }
        drainRest()
        return Receipt(storage: .pending(receipt))
    }

    /// Changes the gate under the lock, where only the thread of the fast way changes it too.
    ///
    /// - Returns: The gate as it was.
    @discardableResult
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

    /// Makes the mailbox say the truth: whoever handles an event the fast way must end under the lock from now on.
    @usableFromInline
    func seize(_ state: inout CoreState<B>) {
        if changeGate({ $0.seized }).isFast, state.mailbox.isIdle { state.mailbox.begun() }
    }

    /// Accepts an event in every case that is not the fast one.
    @usableFromInline
    @inline(never)
    func acceptSlowly(_ event: B.Event, cause: EventReference?, isOwn: Bool) -> Receipt {
        ThreadMark.current.requireUnlocked()
        let (first, receipt, mine) = admit(event, cause: cause, isOwn: isOwn)
        if mine { deliverAll() }
        if let first { drain(from: first) }
        return Receipt(storage: .pending(receipt))
    }

    /// Accepts an event of a broadcast without running anything.
    ///
    /// - Returns: What must run afterwards, outside the lock of the broadcast.
    func deposit(_ event: B.Event) -> (@Sendable () -> Void)? {
        let (first, _, mine) = admit(event, cause: nil, isOwn: false)
        guard first != nil || mine else { return nil }
        return { [self] in
            if mine { deliverAll() }
            if let first { drain(from: first) }
        }
    }

    /// Puts an event into the mailbox.
    ///
    /// - Returns: The event, if the caller has the role of handling it now; its receipt; and whether the caller has the role
    ///   of delivering.
    private func admit(
        _ event: B.Event,
        cause: EventReference?,
        isOwn: Bool
    ) -> (first: QueuedEvent<B>?, receipt: PendingReceipt, mine: Bool) {
        guarded.withLock { state in
            let queued = enroll(event, cause: cause, isOwn: isOwn, &state)
            let begins = isAccepted(queued, &state) && offer(queued, &state)
            return (begins ? queued : nil, queued.receipt, isToDeliver(&state))
        }
    }

    /// Gives an event its number and its receipt.
    private func enroll(
        _ event: B.Event,
        cause: EventReference?,
        isOwn: Bool,
        _ state: inout CoreState<B>
    ) -> QueuedEvent<B> {
        let ticket = changeGate { $0.numbered }.numbered.sequence
        return QueuedEvent(
            event: event,
            context: EventContext(sequence: ticket, cause: cause),
            receipt: PendingReceipt { [self] in cancel(ticket) },
            isOwn: isOwn
        )
    }

    /// Whether the bloc takes the event; if not, its end is posted.
    private func isAccepted(_ queued: QueuedEvent<B>, _ state: inout CoreState<B>) -> Bool {
        let isOpen = state.life.isOpen || (state.life.phase == .draining && queued.isOwn)
        guard isOpen else {
            refuse(queued, .closed, &state)
            return false
        }
        guard let limit, state.unstartedCount >= limit.capacity else {
            post(.hook(.event(queued.event, queued.context)), &state)
            return true
        }
        switch limit.overflow {
        case .reject:
            refuse(queued, .overflow, &state)
            return false
        case .dropOldest:
            if let oldest = removeOldest(&state) {
                finish(oldest, outcome: .dropped(.overflow), &state)
            }
            post(.hook(.event(queued.event, queued.context)), &state)
            return true
        }
    }

    /// Queues the event, or takes the role of handling events for it.
    ///
    /// - Returns: Whether the caller has the role now and must drain, beginning with this event.
    func offer(_ queued: QueuedEvent<B>, _ state: inout CoreState<B>) -> Bool {
        seize(&state)
        if state.mailbox.isIdle {
            state.mailbox.begun()
            return true
        }
        state.mailbox.enqueued(queued)
        return false
    }

    /// Removes the oldest event that was accepted and not started.
    private func removeOldest(_ state: inout CoreState<B>) -> QueuedEvent<B>? {
        let inMailbox = state.mailbox.oldest { $0.ticket }
        let inLanes = state.waiting.keys.min()
        let inArrivals = state.arrivals.min { $0.value.queued.ticket < $1.value.queued.ticket }
        let oldest = [inMailbox, inLanes, inArrivals?.value.queued.ticket].compactMap { $0 }.min()
        guard let oldest else { return nil }
        return withdraw(oldest, &state)
    }

    /// Removes an event that was accepted and not started from wherever it waits.
    func withdraw(_ ticket: UInt64, _ state: inout CoreState<B>) -> QueuedEvent<B>? {
        if let queued = state.mailbox.remove(where: { $0.ticket == ticket }) {
            // Its lane counts it as running.
            if case .ready(let registration) = queued.stage, let table = state.handlers {
                ready(state.lanes[table.registrations[registration].lane].removed(ticket), &state)
            }
            return queued
        }
        if let queued = state.waiting.removeValue(forKey: ticket) {
            for lane in state.lanes.indices where state.lanes[lane].isWaiting(ticket) {
                ready(state.lanes[lane].removed(ticket), &state)
            }
            return queued
        }
        if let (registration, arrival) = state.arrivals.first(where: { $0.value.queued.ticket == ticket }) {
            state.arrivals[registration] = nil
            if let timer = arrival.timer { state.timers.append(timer) }
            return arrival.queued
        }
        return nil
    }

    /// An event was not accepted.
    private func refuse(_ queued: QueuedEvent<B>, _ reason: DropReason, _ state: inout CoreState<B>) {
        post(.hook(.dropped(queued.event, queued.context, reason)), &state)
        post(.receipt(queued.receipt, .dropped(reason), of: queued.event), &state)
    }

    /// An accepted event is over.
    func finish(_ queued: QueuedEvent<B>, outcome: Outcome, _ state: inout CoreState<B>) {
        switch outcome {
        case .dropped(let reason):
            post(.hook(.dropped(queued.event, queued.context, reason)), &state)
        case .failed(let error):
            post(.hook(.error(error, queued.event, queued.context)), &state)
        case .handled, .cancelled:
            break
        }
        state.handledCount &+= 1
        post(.hook(.done(queued.event, queued.context, outcome)), &state)
        post(.receipt(queued.receipt, outcome, of: queued.event), &state)
    }
}
