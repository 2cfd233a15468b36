public import Synchronization

extension BlocCore {
    /// Begins to close and returns at once.
    @inlinable
    func beginClosing(_ mode: CloseMode, byOwner: Bool) {
        // Not checked when a bloc is released: user code under the lock of another bloc may cause that.
        if byOwner { ThreadMark(key: threadKey).requireUnlocked() }
        // Before `isClosed` is true, so that a manager never returns a closed bloc for its key.
        let (homes, actions) = guarded.withLock { $0.beginClosing() }
        var keepers: [any AnyObject & Sendable] = homes.compactMap { $0.leave(number: id.number) }
        for action in actions {
            if let keeper = action() { keepers.append(keeper) }
        }
        let kept = keepers
        let (tasks, timer) = settleAndDrain { state -> ([Cancellation], Timer?) in
            if !kept.isEmpty { state.keepers += kept }
            seize(&state)
            // What was added before is accepted; what comes later finds the inbox shut.
            collectLast(&state)
            switch state.life.closeRequested(mode, byOwner: byOwner) {
            case .drain(let deadline):
                endDebounces(&state)
                return ([], deadline.map { .deadline($0) })
            case .bound(let duration):
                return ([], .deadline(duration))
            case .cancel:
                return cancelAll(&state)
            case .nothing:
                return ([], nil)
            }
        }
        for task in tasks { task.cancel() }
        if let timer { start(timer) }
    }

    @usableFromInline
    enum Timer: Sendable {
        case deadline(Duration)
        case grace
    }

    /// Starts a timer of closing on the clock of the bloc.
    @usableFromInline
    func start(_ timer: Timer) {
        let sleep = clock.sleep
        let duration =
            switch timer {
            case .deadline(let duration): duration
            case .grace: gracePeriod
            }
        let task = start { [self] in
            do {
                try await sleep(duration)
            } catch {
                return  // The bloc closed before the time was over.
            }
            switch timer {
            case .deadline: deadlinePassed()
            case .grace: gracePassed()
            }
        }
        let isTooLate = guarded.withLock { state in
            if state.life.phase == .closed { return true }
            state.timers.append(task)
            return false
        }
        if isTooLate { task.cancel() }
    }

    @usableFromInline
    func deadlinePassed() {
        let (tasks, timer) = settleAndDrain { state -> ([Cancellation], Timer?) in
            state.life.deadlinePassed() ? cancelAll(&state) : ([], nil)
        }
        for task in tasks { task.cancel() }
        if let timer { start(timer) }
    }

    /// Queues debounced events at once, in their order.
    @usableFromInline
    func endDebounces(_ state: inout CoreState<B>) {
        for debounce in state.debounces.values.sorted(by: { $0.record.ticket < $1.record.ticket }) {
            let record = debounce.record
            record.life.debouncePassed()
            state.mailbox.enqueued(record)
            if let timer = debounce.timer { state.timers.append(timer) }
        }
        state.debounces = [:]
    }

    /// Drops the events that wait and takes the right to publish from running handlers.
    ///
    /// - Returns: The tasks to cancel after unlocking, and the grace timer if one is needed.
    @inlinable
    func cancelAll(_ state: inout CoreState<B>) -> ([Cancellation], Timer?) {
        let waiting = state.waiting.values
        let debounces = Array(state.debounces.values)
        state.waiting = TicketTable()
        state.debounces = [:]
        let dropped = state.mailbox.removeAll() + waiting + debounces.map(\.record)
        for record in dropped.sorted(by: { $0.ticket < $1.ticket }) {
            finish(record, outcome: .dropped(.closed), &state)
        }
        var tasks = debounces.compactMap { $0.timer.map { Cancellation.timer($0) } }
        for ticket in state.running.tickets.sorted() {
            if let task = cancel(ticket, &state) { tasks.append(task) }
        }
        return (tasks, state.isQuiet() ? nil : .grace)
    }

    /// Reports the handlers that still run after the grace period, and ends without them.
    @usableFromInline
    func gracePassed() {
        settle { state in
            guard state.life.phase == .cancelling else { return }
            for ticket in state.running.tickets.sorted() {
                guard let record = state.running.remove(ticket) else { continue }
                reportIgnoredCancellation(record, &state)
            }
            runningTicket.store(0, ordering: .relaxed)
            if let record = state.runningEvent {
                reportIgnoredCancellation(record, &state)
            }
            endNow(&state)
        }
    }

    @usableFromInline
    func reportIgnoredCancellation(_ record: EventRecord<B>, _ state: inout CoreState<B>) {
        let name = state.handlers.map { "\($0[Int(record.registration)].name)" } ?? "A handler"
        let error = BlocError(
            .ignoredCancellation,
            "\(name) of \(id) did not end within \(gracePeriod) of being cancelled. It can publish nothing any more. "
                + "Let it end when Task.isCancelled, or await only what throws when cancelled."
        )
        post(.hook(.error(error, record.event, record.context)), &state)
        finish(record, outcome: .cancelled, &state)
    }

    /// Ends a closing bloc when nothing runs or waits any more.
    @inlinable
    func endIfQuiet(_ state: inout CoreState<B>) {
        resumeClosers(&state)
        guard !state.life.isOpen, state.isQuiet() else { return }
        endNow(&state)
    }

    @inlinable
    func endNow(_ state: inout CoreState<B>) {
        guard state.life.quieted() else { return }
        let remains = Remains(state)
        state.isFastHandlerStuck = fastHandler != nil && MailboxGate(rawValue: gate.load(ordering: .acquiring)).isFast
        state.handlers = nil
        state.subscribers = []
        state.timers = []
        state.history = nil
        state.inHand = nil
        post(.end(remains), &state)
    }

    /// Performs the last delivery, which follows all reports.
    @inlinable
    func end(_ remains: Remains<B>) {
        var remains = remains
        if let saver = remains.saver.take() {
            // Posted again once the last state is saved, so that the report of an error comes before.
            let rest = remains
            return saver.finish { [self] in settle { post(.end(rest), &$0) } }
        }
        for timer in remains.timers { timer.cancel() }
        releaseFastHandler()
        for subscriber in remains.subscribers {
            subscriber.onEnd?()
            subscriber.cancel()
        }
        hooks?.perform(.closed(byOwner: remains.isClosedByOwner))
        hooks?.releaseOwn()
        let effects = guarded.withLock { state in
            state.hasEnded = true
            return state.effects
        }
        effects?.end()
        // A caller of `close()` from here on need not wait, and finds all of the above done.
        let (closers, kept) = guarded.withLock { state in
            state.isCloseComplete = true
            let closers = state.closers
            let kept = (state.keepers, state.spareRecord.take())
            state.closers = []
            state.keepers = []
            return (closers, kept)
        }
        withExtendedLifetime(kept) {}
        for closer in closers { closer.continuation.resume() }
    }

    /// Releases the handler of the fast path, unless a thread still runs it: that thread releases it when it leaves.
    @inlinable
    func releaseFastHandler() {
        guard !guarded.withLock({ $0.isFastHandlerStuck }) else { return }
        let released = fastHandler
        fastHandler = nil
        released?.release()
    }

    /// Waits until the bloc has closed, or, inside a handler of the bloc, until nothing but that handler is left.
    @inlinable
    func waitUntilClosed() async {
        let ticket = HandlerScope.ticket(of: id)
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
            let isOver = guarded.withLock { state in
                if state.isCloseComplete { return true }
                state.closers.append(.init(exceptTicket: ticket, continuation: continuation))
                return false
            }
            if isOver {
                continuation.resume()
            } else if ticket != nil {
                // Perhaps only handlers are left that wait in this way for each other.
                settle { resumeClosers(&$0) }
            }
        }
    }

    /// Resumes the handlers that wait for the close of their own bloc when only such handlers are left.
    @inlinable
    func resumeClosers(_ state: inout CoreState<B>) {
        guard !state.closers.isEmpty else { return }
        let waiting = Set(state.closers.compactMap(\.exceptTicket)).filter { state.running[$0] != nil }
        guard !waiting.isEmpty, state.isQuiet(except: waiting) else { return }
        let closers = state.closers
        state.closers = []
        for closer in closers {
            if let ticket = closer.exceptTicket, waiting.contains(ticket) {
                post(.resume(closer.continuation), &state)
            } else {
                state.closers.append(closer)
            }
        }
    }

    /// Closes the bloc whose owner released the runtime.
    @inlinable
    func ownerReleased() {
        beginClosing(.cancel, byOwner: false)
    }
}
