/// From open to closed.
@usableFromInline
struct LifeStateMachine: Sendable {
    /// The stages of a life.
    @usableFromInline
    enum Phase: Equatable, Sendable {
        /// Events are accepted.
        case open
        /// What was accepted is finished; only events of running handlers are accepted.
        case draining
        /// What was accepted is cancelled; running handlers unwind.
        case cancelling
        /// Nothing runs any more.
        case closed
    }

    /// What a request to close asks for.
    enum CloseAction: Equatable {
        /// Begin to drain, and cancel after the time if there is one.
        case drain(deadline: Duration?)
        /// Cancel what runs and waits.
        case cancel
        /// While draining without a bound, a bound was set.
        case bound(Duration)
        /// Nothing: it is as short already.
        case nothing
    }

    /// The stage.
    @usableFromInline
    var phase = Phase.open
    /// Whether the owner asked to close; false when the bloc was released without.
    @usableFromInline
    var isClosedByOwner = true

    @inlinable
    init() {}

    /// Whether events from outside are accepted.
    @inlinable
    var isOpen: Bool { phase == .open }

    /// Somebody asks to close; a later request may only shorten.
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

    /// The time for draining is over.
    ///
    /// - Returns: Whether what is left must be cancelled now.
    mutating func deadlinePassed() -> Bool {
        guard phase == .draining else { return false }
        phase = .cancelling
        return true
    }

    /// Nothing runs or waits any more.
    ///
    /// - Returns: Whether the life ends with this; false while open and after the end.
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
