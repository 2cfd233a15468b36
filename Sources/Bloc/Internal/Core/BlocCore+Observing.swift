import Synchronization

extension BlocCore {
    /// Adds a subscriber for all states that are published from now on.
    ///
    /// - Parameters:
    ///   - subscriber: Who is told.
    ///   - tellsCurrent: Whether it is told of the state of this moment too, in order with the later ones.
    ///   - begin: Is given the state of this moment under the lock, before any later one is delivered. No code of users.
    /// - Returns: The token.
    func subscribe(
        _ subscriber: Subscriber<B.State>,
        tellsCurrent: Bool = false,
        begin: (B.State) -> Void = { _ in }
    ) -> BlocSubscription {
        ThreadMark.current.requireUnlocked()
        let isEnded = settle { state in
            let isOver = state.life.phase == .closed
            if !isOver {
                state.subscribers.append(subscriber)
                state.hadSubscribers = true
            }
            begin(state.state)
            if tellsCurrent { post(.state(state.state, to: [subscriber]), &state) }
            return isOver
        }
        if isEnded { subscriber.onEnd?() }
        // The machinery is held strongly: it does not hold the token, and a weak reference would slow down every event.
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
        // Registering comes before reading: a change in between then tells once too often, never too seldom.
        isTracked.store(true, ordering: .relaxed)
        (tracking.load() ?? tracking.storeIfNil(StateTracking())).access(self)
        return guarded.withLock { $0.state }
    }

    /// The stream of effects.
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
