public import Synchronization

/// The work that publishing leaves to be done outside the lock.
@usableFromInline
enum Published<State: Sendable>: Sendable {
    /// Nothing changed.
    case unchanged
    /// The state is new, and nothing is left to do.
    case changed
    /// The state is new, and calls are queued that this thread may have to make.
    case posted
    /// The state is new, and this thread has the role of delivering it to the subscriber.
    ///
    /// The subscriber is unretained but alive: a delivery releases it if it unsubscribes.
    case deliverToOne(Unmanaged<Subscriber<State>>)
    case deliver([Subscriber<State>])
    /// Nothing was published: the handler has ended or was cancelled.
    case late
}

extension BlocCore {
    /// Reads, changes and publishes in one step, without a handler if the ticket is 0; returns whether the state is new.
    @inlinable
    @inline(__always)
    @discardableResult
    package func publish(
        ticket: UInt64,
        trigger: @autoclosure () -> TransitionTrigger = .method,
        _ body: (B.State) -> B.State
    ) -> Bool {
        let mark = ThreadMark(key: threadKey)
        mark.requireUnlocked()
        let (published, next, released) = withLock { state -> (Published<B.State>, B.State, B.State) in
            let (next, isSame) = mark.underLock {
                let next = body(state.state)
                return (next, state.state == next)
            }
            // Checked only now, so that a late update is reported with the state that it attempted.
            guard isLive(ticket, &state) else { return (.late, next, next) }
            if state.answersWanted > 0 { recordAnswer(next, ticket, &state) }
            if isSame { return (.unchanged, next, next) }
            var replaced = next
            let published = replace(with: &replaced, ticket, trigger, mark, &state)
            return (published, next, replaced)
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
            if case .method = trigger() { reportLate(next, ticket: ticket) }
            return false
        }
        return true
    }

    /// Replaces the state, and decides who delivers it; `next` becomes the previous state.
    @inlinable
    @inline(__always)
    func replace(
        with next: inout B.State,
        _ ticket: UInt64,
        _ trigger: () -> TransitionTrigger,
        _ mark: ThreadMark,
        _ state: inout CoreState<B>
    ) -> Published<B.State> {
        if isHeard || state.history != nil || hasWorks {
            record(next, ticket, trigger(), &state)
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

    /// Delivers a new state, then gives the role back or makes the other queued calls.
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
        let replaced = answer.withLock { exchange(&$0, with: next) }
        // A delivery that only releases the state outside the lock.
        if let replaced { state.deliveries.append(.call { withExtendedLifetime(replaced) {} }) }
    }

    /// Posts a change to the hooks, and adds the previous state to the history.
    @usableFromInline
    func record(_ next: B.State, _ ticket: UInt64, _ trigger: TransitionTrigger, _ state: inout CoreState<B>) {
        var trigger = trigger
        var cause: EventReference?
        var isHeard = isHeard
        if ticket != 0, let job = state.machine.job(ticket) {
            let own = own(job)
            // The event isn't kept if its handler began while observers weren't notified.
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

    /// Notifies Observation if the state was ever read through it, and ends work that published a state without its part.
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

    /// Reports, once for each handler, an attempt to publish after it ended.
    ///
    /// While a cancelled handler unwinds this is expected, and not reported.
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
    /// Gives back the role of delivering, unless calls are queued.
    @inlinable
    mutating func hasDelivered() -> Bool {
        guard deliveries.isEmpty, machine.ended.isEmpty else { return false }
        isDelivering = false
        return true
    }
}

// The functions of an emitter besides publishing; the ticket is 0 for a method of a cubit.
extension BlocCore {
    /// Returns whether the handler can still publish.
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

    /// Throws if the task was cancelled or the handler can no longer publish.
    func checkLive(_ ticket: UInt64) throws {
        try Task.checkCancellation()
        // A handler loses the right to publish just before its task is cancelled, and tasks that it created aren't cancelled.
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

    /// Returns the stream of effects, created on first use.
    func effectStream(_ state: inout CoreState<B>) -> StreamStorage<B.Effect> {
        if let effects = state.effects { return effects }
        let effects = StreamStorage<B.Effect>(buffering: .unbounded)
        // Nothing was emitted before the bloc closed, so there is nothing left to deliver.
        if state.machine.phase == .closed { effects.end() }
        state.effects = effects
        return effects
    }
}
