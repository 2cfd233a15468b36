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
            // Taken out while it is changed, so that its arrays are not copied.
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

    /// Asks the history whether something is possible.
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
            state.history?.cleared()
            return released
        }
        withExtendedLifetime(released) {}
    }

    /// Waits until the state is saved.
    func flush() async -> HydrationError? {
        await guarded.withLock { $0.saver }?.flush()
    }

    /// Tells what came of restoring the state, and saves it from now on.
    func beginHydration(_ hydration: Hydration<B.State>, _ restored: RestoredState<B.State>, initial: B.State) {
        let saver = Saver(
            hydration: hydration,
            start: { [self] work in _ = start(work) },
            report: { [self] error in settle { post(.hook(.error(error, nil, nil)), &$0) } }
        )
        settle { state in
            if let next = restored.state, next != initial {
                post(.hook(.transition(Transition(current: initial, trigger: .restore, next: next))), &state)
            }
            if let error = restored.error { post(.hook(.error(error, nil, nil)), &state) }
            guard restored.isSaving else { return }
            state.saver = saver
            state.subscribers.append(Subscriber(isOfRuntime: true, onEnd: { saver.stop() }) { saver.stateChanged($0) })
        }
    }
}
