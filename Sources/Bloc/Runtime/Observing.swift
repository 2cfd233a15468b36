import Synchronization

extension BlocCore {
    /// Adds a subscriber for all states that are published from now on.
    ///
    /// `deliversCurrent` delivers the current state first, in order with later ones. `begin` receives it under the
    /// lock, before any later one is delivered; it must not be user code.
    func subscribe(
        _ subscriber: Subscriber<B.State>,
        deliversCurrent: Bool = false,
        begin: (B.State) -> Void = { _ in }
    ) -> BlocSubscription {
        let isEnded = change { state in
            let isClosed = state.machine.phase == .closed
            if !isClosed {
                state.subscribers.append(subscriber)
                if !subscriber.isOfRuntime { state.hadSubscribers = true }
            }
            begin(state.state)
            if deliversCurrent { postState(to: [subscriber], &state) }
            return isClosed
        }
        if isEnded { subscriber.onEnd?() }
        // A strong reference: the core doesn't hold the token, and a weak reference would slow down every event.
        return BlocSubscription { [self] in
            subscriber.cancel()
            unsubscribe(subscriber)
        }
    }

    private func unsubscribe(_ subscriber: Subscriber<B.State>) {
        change { state in
            guard let index = state.subscribers.firstIndex(where: { $0 === subscriber }) else { return }
            let removed = state.subscribers.remove(at: index)
            // Released only after deliveries to it that are in progress.
            state.deliveries.append(.call { withExtendedLifetime(removed) {} })
        }
    }

    /// The current state, tracked by Observation.
    var trackedState: B.State {
        ThreadMark.current.requireUnlocked()
        // Registered before the read: a change in between causes one notification too many rather than none.
        isTracked.store(true, ordering: .relaxed)
        (tracking.load() ?? tracking.storeIfNil(StateTracking())).access(self)
        return withLock { $0.state }
    }

    /// Whether an event is waiting, or a handler or work is running.
    package var hasWork: Bool { withLock { $0.machine.unstartedCount + $0.machine.handlersInFlight > 0 } }

    var isClosed: Bool {
        ThreadMark.current.requireUnlocked()
        return withLock { $0.machine.phase != .open }
    }

    /// The broadcast message types that the bloc registered for.
    var broadcastTypes: [ObjectIdentifier] {
        withLock { $0.table }?.broadcasts.map(\.message) ?? []
    }

    /// Runs an action when closing begins, or immediately if it has begun.
    func whenClosing(_ action: @escaping @Sendable () -> Void) {
        let isOpen = withLock { state in
            if !state.hasBegunClosing { state.closeActions.append(action) }
            return !state.hasBegunClosing
        }
        if !isOpen { action() }
    }

    /// Keeps an object until the bloc has closed.
    func keep(_ object: any AnyObject & Sendable) {
        withLock { state in
            if !state.isCloseComplete { state.keepers.append(object) }
        }
    }

    /// Makes a manager's entry keep the bloc until closing begins.
    func join(_ entry: BlocEntry) {
        let isFirst = withLock { state in
            let isFirst = state.entry == nil && !state.hasBegunClosing
            if isFirst { state.entry = entry }
            return isFirst
        }
        // A bloc may have several keys.
        if !isFirst { whenClosing { [weak entry] in entry?.leave() } }
    }

    /// Drops the reference to an entry whose manager is being released.
    func part(from entry: BlocEntry) { _ = withLock { $0.entry === entry ? $0.entry.take() : nil } }

    /// Converts a broadcast message outside every lock, and returns a closure that puts the event into the mailbox
    /// without running anything; `nil` if the bloc ignores the message.
    func prepareBroadcast(_ message: any Sendable) -> (@Sendable () -> Void)? {
        guard let table = withLock({ $0.table }) else { return nil }
        let type = ObjectIdentifier(type(of: message as Any))
        for registration in table.broadcasts where registration.message == type {
            if let event = registration.convert(message) {
                let job = EventJob(for: self)
                table.match(event, job, clock)
                return { [self] in deposit(job, event) }
            }
        }
        return nil
    }

    func report(key: AnyBlocKey) -> BlocReport {
        ThreadMark.current.requireUnlocked()
        let age = clock.now() - createdAt
        return withLock { state in
            BlocReport(
                key: key,
                bloc: id,
                age: age,
                eventsHandled: state.machine.handledCount,
                queueLength: state.machine.unstartedCount,
                subscribers: state.subscriberCount,
                handlersInFlight: state.machine.handlersInFlight,
                hasLostSubscribers: state.hadSubscribers && state.subscriberCount == 0
            )
        }
    }

    /// Moves back or forward in the history, and returns whether there was such a state.
    func travel(_ trigger: TransitionTrigger, _ step: (History<B.State>, B.State) -> B.State?) -> Bool {
        ThreadMark.current.requireUnlocked()
        let history = withLock { $0.history }
        return publish(ticket: 0, trigger: trigger) { state in history.flatMap { step($0, state) } ?? state }
    }

    /// Evaluates a closure with the history; `false` if there is no history.
    func historyAllows(_ question: (History<B.State>, B.State) -> Bool) -> Bool {
        let mark = ThreadMark.current
        mark.requireUnlocked()
        return withLock { state in
            mark.underLock { state.history.map { question($0, state.state) } ?? false }
        }
    }

    /// Reports the result of restoring the state, and starts saving.
    func beginHydration(
        _ hydration: Hydration<B.State>,
        _ saver: Saver,
        _ restored: RestoredState<B.State>,
        initial: B.State
    ) {
        if restored.isSaving {
            saver.begin { [self] error in change { postHook(&$0) { $0.onError($1, error, nil, nil) } } }
        } else {
            saver.end()
        }
        change { state in
            if let next = restored.state, next != initial {
                let transition = AnyTransition(current: initial, trigger: .restore, next: next)
                postHook(&state) { $0.onTransition($1, transition) }
            }
            if let error = restored.error { postHook(&state) { $0.onError($1, error, nil, nil) } }
            state.isSavingRefused = !restored.isSaving
            guard restored.isSaving else { return }
            state.saver = saver
            state.subscribers.append(
                Subscriber(isOfRuntime: true) { state in
                    saver.save { HydratedData(version: hydration.version, bytes: try hydration.encode(state)) }
                }
            )
        }
    }
}
