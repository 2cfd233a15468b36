import Synchronization

extension BlocCore {
    /// Begins to close and returns at once.
    func beginClosing(_ mode: CloseMode, byOwner: Bool) {
        // Not when a bloc is released, which the user's code under the lock of another may cause.
        if byOwner { ThreadMark.current.requireUnlocked() }
        let actions = guarded.withLock { state in
            let actions = state.closeActions
            state.closeActions = []
            return actions
        }
        // Before anybody can see that the bloc is closed, so that nobody finds a closed one by its key.
        let keepers = actions.compactMap { $0() }
        let (tasks, timer) = settleAndDrain { state -> ([Task<Void, Never>], Timer?) in
            state.keepers += keepers
            seize(&state)
            switch state.life.closeRequested(mode, byOwner: byOwner) {
            case .drain(let deadline):
                releaseArrivals(&state)
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

    private enum Timer: Sendable {
        case deadline(Duration)
        case grace
    }

    /// Waits for a time of closing on the clock of the bloc.
    private func start(_ timer: Timer) {
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
                return  // Closed before the time was over.
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

    private func deadlinePassed() {
        let (tasks, timer) = settleAndDrain { state -> ([Task<Void, Never>], Timer?) in
            state.life.deadlinePassed() ? cancelAll(&state) : ([], nil)
        }
        for task in tasks { task.cancel() }
        if let timer { start(timer) }
    }

    /// Lets debounced events go on at once.
    private func releaseArrivals(_ state: inout CoreState<B>) {
        for (registration, arrival) in state.arrivals.sorted(by: { $0.value.queued.ticket < $1.value.queued.ticket }) {
            var queued = arrival.queued
            queued.stage = .shaped(registration: registration)
            state.mailbox.enqueued(queued)
            if let timer = arrival.timer { state.timers.append(timer) }
        }
        state.arrivals = [:]
    }

    /// Drops what waits and takes from running handlers the right to publish.
    ///
    /// - Returns: The tasks to cancel after unlocking, and the grace timer if one is needed.
    private func cancelAll(_ state: inout CoreState<B>) -> ([Task<Void, Never>], Timer?) {
        let waiting = Array(state.waiting.values)
        let arrivals = Array(state.arrivals.values)
        state.waiting = [:]
        state.arrivals = [:]
        let dropped = state.mailbox.removeAll() + waiting + arrivals.map(\.queued)
        for queued in dropped.sorted(by: { $0.ticket < $1.ticket }) {
            finish(queued, outcome: .dropped(.closed), &state)
        }
        var tasks = arrivals.compactMap(\.timer)
        for ticket in state.running.keys.sorted() {
            if let task = mute(ticket, &state) { tasks.append(task) }
        }
        return (tasks, state.isQuiet() ? nil : .grace)
    }

    /// The time for unwinding is over: what still runs is reported and left behind.
    private func gracePassed() {
        settle { state in
            guard state.life.phase == .cancelling else { return }
            for ticket in state.running.keys.sorted() {
                guard let handler = state.running.removeValue(forKey: ticket) else { continue }
                reportIgnoredCancellation(handler.queued, name: "\(handler.name)", &state)
            }
            if runningTicket.exchange(0, ordering: .relaxed) != 0, let queued = state.runningEvent {
                reportIgnoredCancellation(queued, name: "The synchronous handler", &state)
            }
            endNow(&state)
        }
    }

    private func reportIgnoredCancellation(_ queued: QueuedEvent<B>, name: String, _ state: inout CoreState<B>) {
        let error = BlocError(
            .ignoredCancellation,
            "\(name) of \(id) did not end within \(gracePeriod) of being cancelled. It can publish nothing any more. "
                + "Let it end when Task.isCancelled, or await only what throws when cancelled."
        )
        post(.hook(.error(error, queued.event, queued.context)), &state)
        finish(queued, outcome: .cancelled, &state)
    }

    /// Ends the life when nothing runs or waits any more.
    func endIfQuiet(_ state: inout CoreState<B>) {
        resumeClosers(&state)
        guard !state.life.isOpen, state.isQuiet() else { return }
        endNow(&state)
    }

    private func endNow(_ state: inout CoreState<B>) {
        guard state.life.quieted() else { return }
        let remains = Remains(
            handlers: state.handlers,
            subscribers: state.subscribers,
            effects: state.effects,
            timers: state.timers,
            isClosedByOwner: state.life.isClosedByOwner
        )
        state.isPlainStuck = plain != nil && gate.load(ordering: .acquiring) & 1 == 1
        state.handlers = nil
        state.subscribers = []
        state.timers = []
        state.history = nil
        state.saver = nil
        state.runningEvent = nil
        post(.end(remains), &state)
    }

    /// The last delivery: everything has been told.
    func end(_ remains: Remains<B>) {
        for timer in remains.timers { timer.cancel() }
        releasePlain()
        for subscriber in remains.subscribers {
            subscriber.onEnd?()
            subscriber.cancel()
        }
        hooks?.perform(.closed(byOwner: remains.isClosedByOwner))
        hooks?.releaseOwn()
        let effects = guarded.withLock { state in
            state.isEnded = true
            return state.effects
        }
        effects?.end()
        // Who asks from here on need not wait, and finds all of the above done.
        let (closers, keepers) = guarded.withLock { state in
            state.isTold = true
            let closers = state.closers
            let keepers = state.keepers
            state.closers = []
            state.keepers = []
            return (closers, keepers)
        }
        withExtendedLifetime(keepers) {}
        for closer in closers { closer.continuation.resume() }
    }

    /// Releases the handler of the fast way, unless a thread is still inside: it does so when it leaves.
    private func releasePlain() {
        guard !guarded.withLock({ $0.isPlainStuck }) else { return }
        let released = plain
        plain = nil
        released?.release()
    }

    /// Waits until the bloc has closed, or, inside a handler of the bloc, until nothing but that handler is left.
    func waitUntilClosed() async {
        let scope = HandlerScope.current
        let ticket = scope?.bloc == id.number ? scope?.ticket : nil
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
            let isOver = guarded.withLock { state in
                if state.isTold { return true }
                state.closers.append(.init(exceptTicket: ticket, continuation: continuation))
                return false
            }
            if isOver {
                continuation.resume()
            } else if ticket != nil {
                // Nothing else may be left, and those that wait for each other may go.
                settle { resumeClosers(&$0) }
            }
        }
    }

    /// Lets those go that wait, inside handlers that still run, for everything but handlers that wait so.
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

    /// The owner of the runtime released it.
    func ownerReleased() {
        beginClosing(.cancel, byOwner: false)
    }
}
