import Synchronization

extension BlocCore {
    /// The types of the broadcast messages that the bloc registered for.
    var broadcastTypes: [ObjectIdentifier] {
        guarded.withLock { $0.handlers }?.broadcasts.map(\.message) ?? []
    }

    /// Runs an action when closing begins, at once if it has, and keeps what it returns until the end.
    func whenClosing(_ action: @escaping @Sendable () -> (any AnyObject & Sendable)?) {
        let isOpen = guarded.withLock { state in
            if state.life.isOpen { state.closeActions.append(action) }
            return state.life.isOpen
        }
        if !isOpen { _ = action() }
    }

    /// Converts a broadcast message outside every lock.
    ///
    /// - Returns: `nil` when the bloc ignores it. Else what puts the event into the mailbox without running anything, and
    ///   returns what must run afterwards.
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

    /// What the manager tells of the bloc.
    func report(key: AnyBlocKey) -> BlocReport {
        ThreadMark.current.requireUnlocked()
        let age = clock.now() - createdAt
        return guarded.withLock { state in
            BlocReport(
                key: key,
                bloc: id,
                age: age,
                eventsHandled: state.handledCount + plainCount.load(ordering: .relaxed),
                queueLength: state.unstartedCount,
                subscribers: state.subscriberCount,
                handlersInFlight: state.running.count + (runningTicket.load(ordering: .relaxed) == 0 ? 0 : 1),
                hasLostSubscribers: state.hadSubscribers && state.subscriberCount == 0
            )
        }
    }
}
