/// The life of a bloc, from open to closed.
@usableFromInline
struct LifeStateMachine: Sendable {
    /// The phases of a life.
    @usableFromInline
    enum Phase: Equatable, Sendable {
        /// Events are accepted.
        case open
        /// Accepted events are finished; only events of running handlers are accepted.
        case draining
        /// Accepted events are cancelled; running handlers unwind.
        case cancelling
        /// Nothing runs any more.
        case closed
    }

    /// What a request to close requires.
    @usableFromInline
    enum CloseAction: Equatable, Sendable {
        /// Begin to drain, and cancel after the deadline if there is one.
        case drain(deadline: Duration?)
        /// Cancel all running and waiting events.
        case cancel
        /// Set a deadline while draining.
        case bound(Duration)
        /// Nothing: closing is at least as quick already.
        case nothing
    }

    /// The current phase.
    @usableFromInline
    var phase = Phase.open
    /// Whether the owner asked to close; false when the bloc was released without being closed.
    @usableFromInline
    var isClosedByOwner = true

    @inlinable
    init() {}

    /// Whether events from outside are accepted.
    @inlinable
    var isOpen: Bool { phase == .open }

    /// Takes a request to close; a later request may only shorten.
    @usableFromInline
    mutating func closeRequested(_ mode: CloseMode, byOwner: Bool) -> CloseAction {
        switch (phase, mode) {
        case (.open, .drain), (.open, .deadline):
            phase = .draining
            isClosedByOwner = byOwner
            if case .deadline(let duration) = mode { return .drain(deadline: duration) }
            return .drain(deadline: nil)
        case (.open, .cancel):
            phase = .cancelling
            isClosedByOwner = byOwner
            return .cancel
        case (.draining, .cancel):
            phase = .cancelling
            return .cancel
        case (.draining, .deadline(let duration)):
            return .bound(duration)
        case (.draining, .drain), (.cancelling, _), (.closed, _):
            return .nothing
        }
    }

    /// Ends the draining whose deadline has passed.
    ///
    /// - Returns: Whether the remaining events must be cancelled now.
    @usableFromInline
    mutating func deadlinePassed() -> Bool {
        guard phase == .draining else { return false }
        phase = .cancelling
        return true
    }

    /// Ends a closing life when nothing runs or waits any more.
    ///
    /// - Returns: Whether the life ended now; false while open and after the end.
    @usableFromInline
    mutating func quieted() -> Bool {
        switch phase {
        case .draining, .cancelling:
            phase = .closed
            return true
        case .open, .closed:
            return false
        }
    }
}
