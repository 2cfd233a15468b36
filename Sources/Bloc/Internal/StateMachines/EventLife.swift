/// The life of one event, from `add` to its outcome.
///
/// A bloc keeps one with each event that has not ended; the article *Inside BlocCore* shows the chart. An event on the fast path
/// has none: it arrives, runs and ends within one call of `add`, and the gate is its record.
@usableFromInline
struct EventLife: Equatable, Sendable {
    /// What an event in the mailbox needs next.
    @usableFromInline
    enum Step: Equatable, Sendable {
        /// Its registration is to be found; then it passes the debounce or throttle.
        case match
        /// It passed the debounce of this registration and enters the lane.
        case enterLane(registration: Int)
        /// Its lane let it start: its handler runs.
        case run(registration: Int)
    }

    /// The states of a life.
    @usableFromInline
    enum State: Equatable, Sendable {
        /// It has a number and a receipt; whether the bloc accepts it is not decided.
        case arrived
        /// It waits in the mailbox.
        case queued(Step)
        /// The thread that drains took it out of the mailbox for this step.
        case inHand(Step)
        /// It was cancelled while it was in hand, where only the draining thread can reach it.
        case cancelledInHand
        /// It waits for the quiet time of its registration.
        case debounced(registration: Int)
        /// It waits in the lane of its registration.
        case waiting(registration: Int)
        /// Its synchronous handler runs, which nothing can cancel.
        case runningSync
        /// Its async handler runs.
        case running
        /// Its handler was cancelled and has not ended; it can publish nothing.
        case unwinding
        /// Its outcome is known.
        case ended
    }

    /// What cancelling an event requires.
    @usableFromInline
    enum CancelAction: Equatable, Sendable {
        /// Remove it from where it waits, and end it.
        case end
        /// Cancel the task of its handler, and free its place in the lane.
        case cancelTask
        /// Nothing: its current holder ends it, or it cannot be cancelled any more.
        case nothing
    }

    /// What the end of an event requires.
    @usableFromInline
    enum EndAction: Sendable {
        /// Report that it was not accepted, and resolve its receipt.
        case reportRefusal(Outcome)
        /// Report how it ended, and resolve its receipt.
        case reportEnd(Outcome)
        /// Nothing: it has ended before.
        case nothing
    }

    @usableFromInline
    var state: State

    /// The life of an event that was just added.
    @usableFromInline
    static let arrived = EventLife(state: .arrived)

    /// The life of an event whose handler runs on the fast path.
    @usableFromInline
    static let onFastPath = EventLife(state: .runningSync)

    @usableFromInline
    init(state: State) {
        self.state = state
    }

    /// Whether the handler of the event may publish.
    @usableFromInline
    var mayPublish: Bool {
        switch state {
        case .runningSync, .running:
            true
        case .arrived, .queued, .inHand, .cancelledInHand, .debounced, .waiting, .unwinding, .ended:
            false
        }
    }

    /// The bloc accepts the event.
    @usableFromInline
    mutating func accepted() {
        switch state {
        case .arrived:
            state = .queued(.match)
        case .queued, .inHand, .cancelledInHand, .debounced, .waiting, .runningSync, .running, .unwinding, .ended:
            break
        }
    }

    /// The draining thread takes the event out of the mailbox.
    @usableFromInline
    mutating func taken() {
        switch state {
        case .queued(let step):
            state = .inHand(step)
        case .arrived, .inHand, .cancelledInHand, .debounced, .waiting, .runningSync, .running, .unwinding, .ended:
            break
        }
    }

    /// The event in hand waits for the quiet time of its registration.
    @usableFromInline
    mutating func debounced(registration: Int) {
        switch state {
        case .inHand:
            state = .debounced(registration: registration)
        case .arrived, .queued, .cancelledInHand, .debounced, .waiting, .runningSync, .running, .unwinding, .ended:
            break
        }
    }

    /// The quiet time is over, or the bloc drains and does not wait for it.
    @usableFromInline
    mutating func debouncePassed() {
        switch state {
        case .debounced(let registration):
            state = .queued(.enterLane(registration: registration))
        case .arrived, .queued, .inHand, .cancelledInHand, .waiting, .runningSync, .running, .unwinding, .ended:
            break
        }
    }

    /// The event in hand waits in the lane of its registration.
    @usableFromInline
    mutating func heldByLane(registration: Int) {
        switch state {
        case .inHand:
            state = .waiting(registration: registration)
        case .arrived, .queued, .cancelledInHand, .debounced, .waiting, .runningSync, .running, .unwinding, .ended:
            break
        }
    }

    /// The lane lets the waiting event start.
    @usableFromInline
    mutating func releasedByLane() {
        switch state {
        case .waiting(let registration):
            state = .queued(.run(registration: registration))
        case .arrived, .queued, .inHand, .cancelledInHand, .debounced, .runningSync, .running, .unwinding, .ended:
            break
        }
    }

    /// The handler of the event in hand starts.
    @usableFromInline
    mutating func started(isAsync: Bool) {
        switch state {
        case .inHand:
            state = isAsync ? .running : .runningSync
        case .arrived, .queued, .cancelledInHand, .debounced, .waiting, .runningSync, .running, .unwinding, .ended:
            break
        }
    }

    /// The event is cancelled: by its receipt, by a rule of its lane, or because the bloc closes.
    @usableFromInline
    mutating func cancelled() -> CancelAction {
        switch state {
        case .arrived, .queued, .debounced, .waiting:
            return .end
        case .inHand:
            state = .cancelledInHand
            return .nothing
        case .running:
            state = .unwinding
            return .cancelTask
        case .cancelledInHand, .runningSync, .unwinding, .ended:
            return .nothing
        }
    }

    /// The synchronous handler that runs loses the right to publish, because another handler cancelled its lane.
    mutating func muted() {
        switch state {
        case .runningSync:
            state = .unwinding
        case .arrived, .queued, .inHand, .cancelledInHand, .debounced, .waiting, .running, .unwinding, .ended:
            break
        }
    }

    /// The event ends.
    ///
    /// - Parameter outcome: How it ends, unless it was cancelled before.
    /// - Returns: What is to be reported.
    @usableFromInline
    mutating func ended(_ outcome: Outcome) -> EndAction {
        defer { state = .ended }
        switch state {
        case .arrived:
            return .reportRefusal(outcome)
        case .queued, .inHand, .debounced, .waiting, .runningSync, .running:
            return .reportEnd(outcome)
        case .cancelledInHand, .unwinding:
            // Whatever the handler threw or returned after that.
            return .reportEnd(.cancelled)
        case .ended:
            return .nothing
        }
    }
}
