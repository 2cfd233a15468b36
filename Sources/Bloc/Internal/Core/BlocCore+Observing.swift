import Synchronization

extension BlocCore {
    /// Adds a subscriber for all states that are published from now on.
    ///
    /// - Parameters:
    ///   - subscriber: The receiver.
    ///   - deliversCurrent: Whether the current state is delivered first, in order with the later ones.
    ///   - begin: Receives the current state under the lock, before a later one is delivered. It must not be user code.
    /// - Returns: The token.
    func subscribe(
        _ subscriber: Subscriber<B.State>,
        deliversCurrent: Bool = false,
        begin: (B.State) -> Void = { _ in }
    ) -> BlocSubscription {
        ThreadMark.current.requireUnlocked()
        let isEnded = settle { state in
            let isClosed = state.life.phase == .closed
            if !isClosed {
                state.subscribers.append(subscriber)
                if !subscriber.isOfRuntime { state.hadSubscribers = true }
            }
            begin(state.state)
            if deliversCurrent { post(.state(state.state, to: [subscriber]), &state) }
            return isClosed
        }
        if isEnded { subscriber.onEnd?() }
        // A strong reference: the core does not hold the token, and a weak reference would slow down every event.
        return BlocSubscription { [self] in
            subscriber.cancel()
            unsubscribe(subscriber)
        }
    }

    private func unsubscribe(_ subscriber: Subscriber<B.State>) {
        ThreadMark.current.requireUnlocked()
        settle { state in
            guard let index = state.subscribers.firstIndex(where: { $0 === subscriber }) else { return }
            post(.release(state.subscribers.remove(at: index)), &state)
        }
    }

    /// The current state, tracked by Observation.
    var trackedState: B.State {
        ThreadMark.current.requireUnlocked()
        // Registered before the read: a change in between notifies once too often instead of not at all.
        isTracked.store(true, ordering: .relaxed)
        (tracking.load() ?? tracking.storeIfNil(StateTracking())).access(self)
        return guarded.withLock { $0.state }
    }

    /// The stream of effects, from outside the lock.
    func effectStream() -> StreamStorage<B.Effect> {
        ThreadMark.current.requireUnlocked()
        return guarded.withLock { effectStream(&$0) }
    }

    /// Whether closing has begun.
    var isClosed: Bool {
        ThreadMark.current.requireUnlocked()
        return guarded.withLock { !$0.life.isOpen }
    }
}

extension BlocCore {
    /// The types of the broadcast messages that the bloc registered for.
    var broadcastTypes: [ObjectIdentifier] {
        guarded.withLock { $0.handlers }?.broadcasts.map(\.message) ?? []
    }

    /// Notes which registry has the bloc, which leaves it when closing begins; at once if it has begun.
    ///
    /// The registry's entry is kept alive until the bloc has closed.
    func settle(in home: BlocHome) {
        let isOpen = guarded.withLock { state in
            guard !state.hasBegunClosing else { return false }
            if state.home == nil { state.home = home } else { state.written.moreHomes.append(home) }
            return true
        }
        if !isOpen { keep(home.leave(number: id.number)) }
    }

    /// Runs an action when closing begins, or at once if it has begun.
    ///
    /// What the action returns is kept alive until the bloc has closed.
    func whenClosing(_ action: @escaping @Sendable () -> (any AnyObject & Sendable)?) {
        let isOpen = guarded.withLock { state in
            if !state.hasBegunClosing { state.written.closeActions.append(action) }
            return !state.hasBegunClosing
        }
        if !isOpen { keep(action()) }
    }

    /// Keeps an object until the bloc has closed.
    private func keep(_ keeper: (any AnyObject & Sendable)?) {
        guard let keeper else { return }
        guarded.withLock { state in
            if !state.isCloseComplete { state.keepers.append(keeper) }
        }
    }

    /// Converts a broadcast message outside every lock.
    ///
    /// - Returns: `nil` when the bloc ignores the message. Otherwise a closure that puts the event into the mailbox without
    ///   running anything; it returns what must run afterwards.
    func prepareBroadcast(_ message: any Sendable) -> (@Sendable () -> (@Sendable () -> Void)?)? {
        guard let table = guarded.withLock({ $0.handlers }) else { return nil }
        let type = ObjectIdentifier(type(of: message as Any))
        for registration in table.broadcasts where registration.message == type {
            if let event = registration.convert(message) {
                return { [self] in deposit(event) }
            }
        }
        return nil
    }

    /// The report of the bloc for its manager.
    func report(key: AnyBlocKey) -> BlocReport {
        ThreadMark.current.requireUnlocked()
        let age = clock.now() - createdAt
        return guarded.withLock { state in
            collect(&state)
            return BlocReport(
                key: key,
                bloc: id,
                age: age,
                eventsHandled: state.handledCount + fastCount.load(ordering: .relaxed),
                queueLength: state.unstartedCount,
                subscribers: state.subscriberCount,
                handlersInFlight: state.running.count + (runningTicket.load(ordering: .relaxed) == 0 ? 0 : 1),
                hasLostSubscribers: state.hadSubscribers && state.subscriberCount == 0
            )
        }
    }
}

extension BlocCore {
    /// Moves the state through its history.
    ///
    /// - Returns: Whether it moved.
    func travel(
        _ trigger: TransitionTrigger<B.Event>,
        _ step: (inout UndoStateMachine<B.State>, B.State) -> B.State?
    ) -> Bool {
        let mark = ThreadMark(key: threadKey)
        mark.requireUnlocked()
        var released: B.State?
        let (action, next) = guarded.withLock { state -> (PublishAction, B.State?) in
            // Moved out while it changes, so that its arrays are not copied.
            guard state.life.phase != .closed, var history = state.history.take() else { return (.unchanged, nil) }
            mark.enterUserCode()
            let next = step(&history, state.state)
            mark.leaveUserCode()
            state.history = history
            guard let next else { return (.unchanged, nil) }
            released = state.state
            return (postState(next, trigger, &state), next)
        }
        guard let next else { return false }
        perform(action, next, nil, [], ticket: 0)
        withExtendedLifetime(released) {}
        return true
    }

    /// Answers a question about the history.
    func historyAllows(_ question: (UndoStateMachine<B.State>, B.State) -> Bool) -> Bool {
        let mark = ThreadMark(key: threadKey)
        mark.requireUnlocked()
        return guarded.withLock { state in
            mark.enterUserCode()
            defer { mark.leaveUserCode() }
            return state.history.map { question($0, state.state) } ?? false
        }
    }

    func clearHistory() {
        let released = guarded.withLock { state in
            let released = state.history
            if released != nil { state.written.history?.cleared() }
            return released
        }
        withExtendedLifetime(released) {}
    }

    /// Waits until the state is saved; also after closing, which keeps the reason why it was not.
    func flush() async -> HydrationError? {
        await guarded.withLock { $0.saver }?.flush()
    }

    /// Reports the result of restoring the state, and saves states from now on.
    func beginHydration(_ saver: Saver<B.State>, _ restored: RestoredState<B.State>, initial: B.State) {
        if restored.isSaving {
            saver.begin { [self] error in settle { post(.hook(.error(error, nil, nil)), &$0) } }
        }
        settle { state in
            if let next = restored.state, next != initial {
                post(.hook(.transition(Transition(current: initial, trigger: .restore, next: next))), &state)
            }
            if let error = restored.error { post(.hook(.error(error, nil, nil)), &state) }
            guard restored.isSaving else { return }
            state.saver = saver
            state.subscribers.append(Subscriber(isOfRuntime: true) { saver.stateChanged($0) })
        }
    }
}
