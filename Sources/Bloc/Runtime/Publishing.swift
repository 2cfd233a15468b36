public import Synchronization

/// What publishing requires outside the lock.
@usableFromInline
enum Published<State: Sendable>: Sendable {
    /// Nothing changed.
    case unchanged
    /// The state is new, and nothing is left to be done.
    case changed
    /// The state is new, and calls are queued that this thread may have to make.
    case posted
    /// The state is new, and this thread delivers it to the subscribers, for which it has the role.
    ///
    /// The only one is unretained, and alive: an unsubscribed one is released by a delivery.
    case deliverToOne(Unmanaged<Subscriber<State>>)
    case deliver([Subscriber<State>])
    /// Nothing was published: the handler has ended or was cancelled.
    case late
}

extension BlocCore {
    /// Reads, changes and publishes in one step: on behalf of a handler, or without an event when the ticket is 0.
    ///
    /// - Returns: Whether the state is new.
    @inlinable
    @inline(__always)
    @discardableResult
    package func publish(
        ticket: UInt64,
        trigger: TransitionTrigger = .method,
        _ body: (inout B.State) -> Void
    ) -> Bool {
        let mark = ThreadMark(key: threadKey)
        mark.requireUnlocked()
        let (published, next, released) = withLock { state -> (Published<B.State>, B.State, B.State) in
            var changed = state.state
            let isSame = mark.underLock {
                body(&changed)
                return state.state == changed
            }
            let next = changed
            // Only now: a late update is reported with the state that it attempted.
            guard isLive(ticket, &state) else { return (.late, next, changed) }
            if state.answersWanted > 0 { recordAnswer(next, ticket, &state) }
            let published = isSame ? .unchanged : replace(with: &changed, ticket, trigger, mark, &state)
            return (published, next, changed)
        }
        withExtendedLifetime(released) {}
        switch published {
        case .unchanged:
            return false
        case .changed:
            hasPublished(ticket)
        case .posted:
            hasPublished(ticket)
            goUnlessDeep()
        case .deliverToOne(let receiver):
            deliver(ticket, mark) { receiver._withUnsafeGuaranteedRef { $0.deliver(next) } }
        case .deliver(let receivers):
            // Unmanaged: counting references would take longer than a delivery.
            deliver(ticket, mark) {
                for index in receivers.indices {
                    Unmanaged.passUnretained(receivers[index])._withUnsafeGuaranteedRef { $0.deliver(next) }
                }
            }
        case .late:
            if case .method = trigger { reportLate(next, ticket: ticket) }
            return false
        }
        return true
    }

    /// Replaces the state, and decides who delivers that; `next` becomes the state before.
    @inlinable
    @inline(__always)
    func replace(
        with next: inout B.State,
        _ ticket: UInt64,
        _ trigger: TransitionTrigger,
        _ mark: ThreadMark,
        _ state: inout CoreState<B>
    ) -> Published<B.State> {
        if isHeard || state.history != nil || hasWorks {
            record(next, ticket, trigger, &state)
        } else if hasHooks, ticket == 0 {
            shedding?.miss()
        }
        swap(&state.state, &next)
        if state.deliveries.isEmpty {
            if state.subscribers.isEmpty { return .changed }
            if !state.isDelivering, !mark.isDeep {
                state.isDelivering = true
                return state.subscribers.count == 1
                    ? .deliverToOne(.passUnretained(state.subscribers[0])) : .deliver(state.subscribers)
            }
        }
        if !state.subscribers.isEmpty { postState(to: state.subscribers, &state) }
        return state.isDelivering ? .changed : .posted
    }

    /// Delivers a new state, then gives the role back or does what else is queued.
    @inlinable
    @inline(__always)
    func deliver(_ ticket: UInt64, _ mark: ThreadMark, _ body: () -> Void) {
        hasPublished(ticket)
        mark.enter()
        body()
        if !withLock({ $0.hasDelivered() }) { go(delivers: true) }
        mark.leave()
    }

    /// Keeps a state as the answer to an event.
    @usableFromInline
    func recordAnswer(_ next: B.State, _ ticket: UInt64, _ state: inout CoreState<B>) {
        guard ticket != 0, let job = state.machine.job(ticket) else { return }
        guard let answer = own(job).answer else { return }
        let replaced = answer.withLock { answer in
            defer { answer = next }
            return answer
        }
        // For nobody: so it is released outside the lock.
        if let replaced { state.deliveries.append(.call { withExtendedLifetime(replaced) {} }) }
    }

    /// Posts a change to the hooks, and keeps the state before it in the history.
    @usableFromInline
    func record(_ next: B.State, _ ticket: UInt64, _ trigger: TransitionTrigger, _ state: inout CoreState<B>) {
        var trigger = trigger
        var cause: EventReference?
        var isHeard = isHeard
        if ticket != 0, let job = state.machine.job(ticket) {
            let own = own(job)
            // The event of a handler that began while nobody heard of it is not kept.
            if let event = own.event { trigger = .event(event, job.context) } else if !job.isWork { isHeard = false }
            if job.isWork { trigger = .work(job.work) }
            cause = job.isWork ? job.cause : EventReference(bloc: id, sequence: ticket)
        }
        switch trigger {
        case .event, .work, .method: state.history?.changed(from: state.state)
        case .undo, .redo, .restore: break
        }
        if isHeard {
            let transition = AnyTransition(current: state.state, trigger: trigger, next: next)
            postHook(&state) { $0.onTransition($1, transition) }
        }
        if hasWorks {
            state.deliveries.append(.call { [self, cause] in advanceWorks(for: next, cause: cause, ticket: ticket) })
        }
    }

    /// Notifies Observation if the state was ever read through it, and ends a work that published a state without its part.
    @inlinable
    @inline(__always)
    func hasPublished(_ ticket: UInt64) {
        if isTracked.load(ordering: .relaxed) || hasWorks { changedState(ticket) }
    }

    @usableFromInline
    func changedState(_ ticket: UInt64) {
        tracking.load()?.stateChanged(self)
        if hasWorks { endOwnWork(ticket) }
    }

    /// Reports, once for each handler, that it tried to publish after it ended.
    ///
    /// While a cancelled handler unwinds, that is expected and not reported.
    @usableFromInline
    func reportLate(_ next: B.State, ticket: UInt64) {
        guard hasHooks else { return }
        change { state in
            guard state.machine.job(ticket) == nil, !state.reportedLate.contains(ticket) else { return }
            if state.reportedLate.count == 64 { state.reportedLate.removeFirst() }
            state.reportedLate.append(ticket)
            let context = EventContext(sequence: Machine.isWork(ticket) ? 0 : ticket)
            postHook(&state) { $0.onLateEmit($1, next, context) }
        }
    }

    /// The current state, not tracked by Observation.
    @inlinable
    package var state: B.State {
        ThreadMark(key: threadKey).requireUnlocked()
        return withLock { $0.state }
    }
}

extension CoreState {
    /// Gives the role of delivering back, unless calls are queued.
    @inlinable
    mutating func hasDelivered() -> Bool {
        guard deliveries.isEmpty, machine.ended.isEmpty else { return false }
        isDelivering = false
        return true
    }
}

// What an emitter offers besides publishing; the ticket is 0 for a method of a cubit.
extension BlocCore {
    /// Whether the handler can still publish.
    @inlinable
    func isLive(_ ticket: UInt64) -> Bool {
        ThreadMark(key: threadKey).requireUnlocked()
        return withLock { isLive(ticket, &$0) }
    }

    @inlinable
    @inline(__always)
    func isLive(_ ticket: UInt64, _ state: inout CoreState<B>) -> Bool {
        ticket == 0 ? state.machine.phase != .closed : state.machine.isActive(ticket)
    }

    /// Throws when the task was cancelled or the handler can publish nothing any more.
    func checkLive(_ ticket: UInt64) throws {
        try Task.checkCancellation()
        // A handler loses the right to publish a moment before its task is cancelled, and a task of its own is not cancelled.
        guard isLive(ticket) else { throw CancellationError() }
    }

    package func send(_ effect: B.Effect, ticket: UInt64) {
        let late = change { state -> B.State? in
            guard isLive(ticket, &state) else { return state.state }
            let context = context(of: ticket, state)
            postHook(&state) { $0.onEffect($1, effect, context) }
            let stream = effectStream(&state)
            state.deliveries.append(.call { stream.send(effect) })
            return nil
        }
        if let late { reportLate(late, ticket: ticket) }
    }

    func report(_ error: any Error, ticket: UInt64) {
        guard hasHooks else { return }
        change { state in
            let event = state.machine.job(ticket).flatMap { own($0).event }
            let context = context(of: ticket, state)
            postHook(&state) { $0.onError($1, error, event, context) }
        }
    }

    private func context(of ticket: UInt64, _ state: CoreState<B>) -> EventContext? {
        if ticket == 0 || Machine.isWork(ticket) { return nil }
        return state.machine.job(ticket)?.context ?? EventContext(sequence: ticket)
    }

    /// The stream of effects, created with the first effect or the first consumer.
    func effectStream(_ state: inout CoreState<B>) -> StreamStorage<B.Effect> {
        if let effects = state.effects { return effects }
        let effects = StreamStorage<B.Effect>(buffering: .unbounded)
        // Nothing was emitted before the bloc closed, so there is nothing left to deliver.
        if state.machine.phase == .closed { effects.end() }
        state.effects = effects
        return effects
    }
}
