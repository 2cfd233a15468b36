extension BlocCore {
    func close(_ mode: CloseMode) async {
        beginClosing(mode, byOwner: true)
        await waitUntilClosed()
    }

    /// Begins to close, and returns immediately.
    func beginClosing(_ mode: CloseMode, byOwner: Bool) {
        // Not checked when a bloc is released: that can happen in user code under the lock of another bloc.
        if byOwner { ThreadMark.current.requireUnlocked() }
        let (entry, actions) = withLock { state in
            state.hasBegunClosing = true
            return (state.entry.take(), exchange(&state.closeActions, with: []))
        }
        // Before `isClosed` is true, so that a manager never returns a closed bloc for its key.
        entry?.leave()
        for action in actions { action() }
        let (deadline, isGraceNeeded) = change(isChecked: false) { state -> (Duration?, Bool) in
            if let entry, !state.isCloseComplete { state.keepers.append(entry) }
            let wasCancelling = state.machine.phase == .cancelling
            let deadline = state.machine.close(mode, byOwner: byOwner)
            return (deadline, !wasCancelling && state.machine.phase == .cancelling && !isQuiet(state))
        }
        if let deadline { startTimer(deadline) { $0.beginClosing(.cancel, byOwner: true) } }
        if isGraceNeeded { startGrace() }
    }

    private func isQuiet(_ state: CoreState<B>, except tickets: Set<UInt64> = []) -> Bool {
        state.machine.isQuiet(except: tickets) && state.holds == 0 && state.matching == 0
    }

    /// Starts a timer for closing, on the clock of the bloc.
    private func startTimer(_ duration: Duration, _ passed: @escaping @Sendable (BlocCore) -> Void) {
        let clock = clock
        let task = start { [self] in
            // Cancelled if the bloc closes before the time is up.
            if (try? await clock.sleep(for: duration)) != nil { passed(self) }
        }
        cancelling { state in
            if state.machine.phase == .closed {
                state.machine.cancelled.append(task)
            } else {
                state.timers.append(task)
            }
        }
    }

    func startGrace() { startTimer(gracePeriod) { $0.gracePassed() } }

    /// Reports the handlers that are still running after the grace period, and closes without them.
    private func gracePassed() {
        change { state in
            guard state.machine.phase == .cancelling else { return }
            for job in state.machine.takeStuck() {
                let own = own(job)
                let name = job.route.map { "\($0.name)" } ?? "A handler"
                let error = BlocError(
                    .ignoredCancellation,
                    "\(name) of \(id) did not end within \(gracePeriod) of being cancelled. It can no longer publish anything. "
                        + "Return when Task.isCancelled, or await only functions that throw when cancelled."
                )
                let (event, context) = (own.event, job.context)
                postHook(&state) { $0.onError($1, error, event, context) }
                report(own, .cancelled, wasAccepted: true, &state)
            }
            endNow(&state)
        }
    }

    /// Ends a closing bloc once nothing runs or waits anymore, and returns whether that left work for this thread.
    @usableFromInline
    func endIfQuiet(_ state: inout CoreState<B>) -> Bool {
        let hasCancelled = state.machine.cancelsBackground()
        if hasCancelled { state.deliveries.append(.call { [self] in startGrace() }) }
        let hasResumed = resumeClosers(&state)
        guard isQuiet(state) else { return (hasCancelled || hasResumed) && !state.isDelivering }
        return endNow(&state) && !state.isDelivering
    }

    /// Ends a closing bloc, unless it has ended.
    @discardableResult
    private func endNow(_ state: inout CoreState<B>) -> Bool {
        guard state.machine.ends() else { return false }
        state.machine.cancelled += state.timers
        state.timers = []
        state.deliveries.append(.call { [self] in end(isSaved: false) })
        return true
    }

    /// Makes the last delivery, after everything has been reported.
    func end(isSaved: Bool) {
        if !isSaved, let saver = withLock({ $0.saver }) {
            // Posted again once the last state is saved, so that a save error is reported first.
            return saver.finish { [self] in change { $0.deliveries.append(.call { [self] in end(isSaved: true) }) } }
        }
        let (subscribers, effects, byOwner, released) = withLock { state in
            // A synchronous handler that ignored the grace period, or an event being matched, still needs the registrations.
            let keepsTable = state.machine.isDraining || state.matching > 0
            let released = (keepsTable ? nil : state.table.take(), state.history.take())
            let subscribers = exchange(&state.subscribers, with: [])
            return (subscribers, state.effects, state.machine.isClosedByOwner, released)
        }
        withExtendedLifetime(released) {}
        for subscriber in subscribers {
            subscriber.onEnd?()
            subscriber.cancel()
        }
        effects?.end()
        perform(.hook { $0.onClose($1, byOwner: byOwner) })
        // The other observers stay, to be notified of events that arrive after the close.
        let ownObserver = withLock { exchange(&$0.hasOwnObserver, with: false) ? $0.observers.removeFirst() : nil }
        withExtendedLifetime(ownObserver) {}
        // From here on, callers of `close()` don't have to wait, and find that all of the above is done.
        let (closers, kept) = withLock { state in
            state.isCloseComplete = true
            let kept = (exchange(&state.keepers, with: []), state.spare.take()?.takeRetainedValue())
            return (exchange(&state.closers, with: []), kept)
        }
        withExtendedLifetime(kept) {}
        for closer in closers { closer.continuation.resume() }
    }

    /// Waits until the bloc has closed or, inside one of its handlers, until only that handler is left.
    func waitUntilClosed() async {
        let ticket = HandlerScope.ticket(of: id)
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
            // Perhaps only handlers that wait for each other in this way are left; a change detects that.
            let isOver = change { state in
                if !state.isCloseComplete {
                    state.closers.append((ticket, continuation))
                }
                return state.isCloseComplete
            }
            if isOver { continuation.resume() }
        }
    }

    /// Resumes handlers that wait for their own bloc to close, once only such handlers are left.
    private func resumeClosers(_ state: inout CoreState<B>) -> Bool {
        guard !state.closers.isEmpty else { return false }
        let waiting = Set(state.closers.compactMap(\.exceptTicket)).filter { state.machine.isInFlight($0) }
        guard !waiting.isEmpty, isQuiet(state, except: waiting) else { return false }
        for closer in exchange(&state.closers, with: []) {
            if let ticket = closer.exceptTicket, waiting.contains(ticket) {
                state.deliveries.append(.call { closer.continuation.resume() })
            } else {
                state.closers.append(closer)
            }
        }
        return true
    }
}
