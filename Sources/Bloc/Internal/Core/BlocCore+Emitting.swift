public import Synchronization

extension BlocCore {
    /// What publishing requires outside the lock.
    @usableFromInline
    enum PublishAction: UInt8, Sendable {
        /// Nothing changed.
        case unchanged
        /// The state is new; there are no subscribers, or another thread delivers.
        case published
        /// Deliver the state, then what is queued: the caller has the role.
        case deliver
        /// Deliver what is queued: the caller has the role.
        case deliverAll
        /// Nothing was published: the handler has ended or was cancelled.
        case late
    }

    /// Publishes a state on behalf of a handler.
    @inlinable
    func publish(_ next: B.State, ticket: UInt64) {
        let mark = ThreadMark(key: threadKey)
        mark.requireUnlocked()
        // Released and called after unlocking.
        var released: B.State?
        var sole: Unmanaged<Subscriber<B.State>>?
        var subscribers: [Subscriber<B.State>] = []
        let action = guarded.withLock { state -> PublishAction in
            guard isRunning(ticket) || state.isActive(ticket) else { return .late }
            mark.enterUserCode()
            let isSame = state.state == next
            mark.leaveUserCode()
            if isSame { return .unchanged }
            released = state.state
            return replace(with: next, ticket: ticket, &state, &sole, &subscribers)
        }
        perform(action, next, sole, subscribers, ticket: ticket)
        withExtendedLifetime(released) {}
    }

    /// Reads, changes and publishes in one step on behalf of a handler.
    @inlinable
    func update(ticket: UInt64, _ body: (inout B.State) -> Void) {
        let mark = ThreadMark(key: threadKey)
        mark.requireUnlocked()
        var current: B.State?
        var released: B.State?
        var sole: Unmanaged<Subscriber<B.State>>?
        var subscribers: [Subscriber<B.State>] = []
        let action = guarded.withLock { state -> PublishAction in
            var next = state.state
            mark.enterUserCode()
            body(&next)
            let isSame = state.state == next
            mark.leaveUserCode()
            current = next
            // Only now: a late update is reported with the state that it attempted.
            guard isRunning(ticket) || state.isActive(ticket) else { return .late }
            if isSame { return .unchanged }
            released = state.state
            return replace(with: next, ticket: ticket, &state, &sole, &subscribers)
        }
        if let current { perform(action, current, sole, subscribers, ticket: ticket) }
        withExtendedLifetime(released) {}
    }

    /// Replaces the state and decides the order of publishing.
    @inlinable
    @inline(__always)
    func replace(
        with next: B.State,
        ticket: UInt64,
        _ state: inout CoreState<B>,
        _ sole: inout Unmanaged<Subscriber<B.State>>?,
        _ subscribers: inout [Subscriber<B.State>]
    ) -> PublishAction {
        if isPublishingSlowly || state.hasAnswers { return replaceSlowly(next, ticket: ticket, &state) }
        state.state = next
        if state.subscribers.isEmpty { return .published }
        if role.take() {
            if state.subscribers.count == 1 {
                sole = .passUnretained(state.subscribers[0])
            } else {
                subscribers = state.subscribers
            }
            return .deliver
        }
        leave(next, ticket: ticket, &state)
        return .published
    }

    /// Leaves a state to the thread that delivers now.
    @inlinable
    @inline(never)
    func leave(_ next: B.State, ticket: UInt64, _ state: inout CoreState<B>) {
        state.deliveries.append(.state(next, to: state.subscribers))
        // The receipt of the event must resolve after this delivery, so its handler must end under the lock.
        if isRunning(ticket) { seize(&state) }
    }

    /// Whether the synchronous handler of this event runs.
    @inlinable
    @inline(__always)
    func isRunning(_ ticket: UInt64) -> Bool {
        runningTicket.load(ordering: .relaxed) == ticket
    }

    @inlinable
    @inline(never)
    func replaceSlowly(_ next: B.State, ticket: UInt64, _ state: inout CoreState<B>) -> PublishAction {
        let record = isRunning(ticket) ? state.runningEvent : state.running[ticket]
        var trigger = TransitionTrigger<B.Event>.method
        if let record, let event = record.event { trigger = .event(event, record.context) }
        if let answer = record?.answer { post(.record(next, in: answer), &state) }
        // As in `leave`: the event's receipt must not resolve before this is delivered.
        if state.hasAnswers, isRunning(ticket) { seize(&state) }
        return postState(next, trigger, &state)
    }

    /// Replaces the state and posts that to hooks and subscribers.
    @inlinable
    func postState(
        _ next: B.State,
        _ trigger: TransitionTrigger<B.Event>,
        _ state: inout CoreState<B>
    ) -> PublishAction {
        switch trigger {
        case .event, .method:
            if state.history != nil {
                let current = state.state
                state.written.history?.changed(from: current)
            }
        case .undo, .redo, .restore: break
        }
        post(.hook(.transition(Transition(current: state.state, trigger: trigger, next: next))), &state)
        state.state = next
        if !state.subscribers.isEmpty { state.deliveries.append(.state(next, to: state.subscribers)) }
        return takeDelivery(&state) ? .deliverAll : .published
    }

    /// Does outside the lock what publishing requires.
    @inlinable
    @inline(__always)
    func perform(
        _ action: PublishAction,
        _ next: B.State,
        _ sole: Unmanaged<Subscriber<B.State>>?,
        _ subscribers: [Subscriber<B.State>],
        ticket: UInt64
    ) {
        switch action {
        case .unchanged:
            break
        case .published:
            notifyTracking()
        case .deliver:
            notifyTracking()
            // Unretained, and alive: an unsubscribed one is released by a delivery, and this thread has that role.
            sole?._withUnsafeGuaranteedRef { $0.deliver(next) }
            for subscriber in subscribers { subscriber.deliver(next) }
            if !role.release() { deliverAll() }
        case .deliverAll:
            notifyTracking()
            deliverAll()
        case .late:
            reportLate(next, ticket: ticket)
        }
    }

    /// Notifies Observation if the state was ever read through it.
    @inlinable
    @inline(__always)
    func notifyTracking() {
        if isTracked.load(ordering: .relaxed) { notifyObservation() }
    }

    @usableFromInline
    @inline(never)
    func notifyObservation() {
        tracking.load()?.stateChanged(self)
    }

    /// Reports, once for each handler, that it tried to publish after it ended.
    ///
    /// While a cancelled handler unwinds, that is expected and not reported.
    @usableFromInline
    @inline(never)
    func reportLate(_ next: B.State, ticket: UInt64) {
        guard hooks != nil else { return }
        settle { state in
            guard state.running[ticket] == nil, state.runningEvent?.ticket != ticket,
                !state.reportedLate.contains(ticket)
            else { return }
            if state.reportedLate.count == 64 { state.reportedLate.removeFirst() }
            state.reportedLate.append(ticket)
            post(.hook(.lateEmit(next, EventContext(sequence: ticket))), &state)
        }
    }

    /// Publishes without an event: for a method of a cubit, an undo, a redo or a restored state.
    ///
    /// - Returns: Whether the bloc was still open for it.
    @discardableResult
    package func publish(_ trigger: TransitionTrigger<B.Event>, _ body: (inout B.State) -> Void) -> Bool {
        let mark = ThreadMark(key: threadKey)
        mark.requireUnlocked()
        var released: B.State?
        var sole: Unmanaged<Subscriber<B.State>>?
        var subscribers: [Subscriber<B.State>] = []
        let (action, current) = guarded.withLock { state -> (PublishAction, B.State) in
            var next = state.state
            mark.enterUserCode()
            body(&next)
            let isSame = state.state == next
            mark.leaveUserCode()
            guard state.life.phase != .closed else { return (.late, next) }
            if isSame { return (.unchanged, next) }
            released = state.state
            if isPublishingSlowly { return (postState(next, trigger, &state), next) }
            return (replace(with: next, ticket: 0, &state, &sole, &subscribers), next)
        }
        perform(action, current, sole, subscribers, ticket: 0)
        withExtendedLifetime(released) {}
        if case .late = action { return false }
        return true
    }

    /// Sends an effect on behalf of a handler, or of a cubit's method when the ticket is 0.
    package func send(_ effect: B.Effect, ticket: UInt64) {
        ThreadMark(key: threadKey).requireUnlocked()
        let late = settle { state -> B.State? in
            let isAllowed =
                ticket == 0
                ? state.life.phase != .closed : isRunning(ticket) || state.isActive(ticket)
            guard isAllowed else { return state.state }
            let record = isRunning(ticket) ? state.runningEvent : state.running[ticket]
            let context = record?.context ?? (ticket == 0 ? nil : EventContext(sequence: ticket))
            post(.hook(.effect(effect, context)), &state)
            post(.effect(effect, effectStream(&state)), &state)
            return nil
        }
        if let late { reportLate(late, ticket: ticket) }
    }

    /// The stream of effects, created with the first effect or the first consumer.
    @usableFromInline
    func effectStream(_ state: inout CoreState<B>) -> StreamStorage<B.Effect> {
        if let effects = state.effects { return effects }
        let effects = StreamStorage<B.Effect>(buffering: .unbounded)
        if state.hasEnded { effects.end() }
        state.effects = effects
        return effects
    }

    /// The current state, not tracked by Observation.
    @inlinable
    var state: B.State {
        ThreadMark(key: threadKey).requireUnlocked()
        return guarded.withLock { $0.state }
    }
}
