/// The receipt of an added event; the caller uses it to await the outcome or to cancel the event.
///
/// It keeps neither the bloc nor its handlers alive. It always resolves, exactly once, after the observers have seen
/// the states that the event's handler published.
public struct Receipt: Sendable {
    /// The event; `nil` if it was handled before `add` returned, in which case its job is reused for another event.
    let job: Job?

    @usableFromInline
    init(job: Job?) { self.job = job }

    /// The outcome of the event; reading it waits until the event has ended.
    public var outcome: Outcome {
        get async { await job?.outcome ?? .handled }
    }

    package var isOver: Bool { job?.isOver ?? true }

    /// Cancels the event: the task of its handler if it is running, or the event itself if it is waiting.
    ///
    /// A cancelled handler can't publish anymore. A running synchronous handler and an event that has ended are not
    /// affected.
    public func cancel() { job?.cancel() }
}

/// The outcome of an event.
public enum Outcome: Sendable, CustomStringConvertible {
    /// Its handler returned.
    case handled
    /// No handler ran for it, for the given reason.
    case dropped(DropReason)
    /// The event was cancelled, before or while its handler ran.
    case cancelled
    /// Its handler threw.
    case failed(any Error)

    /// Whether the event's handler returned.
    public var isHandled: Bool { if case .handled = self { true } else { false } }

    /// Whether the event was cancelled, before or while its handler ran.
    public var isCancelled: Bool { if case .cancelled = self { true } else { false } }

    /// The name of the case; for an error only its type, because errors may contain personal data.
    public var description: String {
        switch self {
        case .handled: "handled"
        case .dropped(let reason): "dropped(\(reason))"
        case .cancelled: "cancelled"
        case .failed(let error): "failed(\(type(of: error)))"
        }
    }
}

/// The reason that an event was not handled.
public enum DropReason: Hashable, Sendable {
    /// The bloc was closing or closed.
    case closed
    /// The event has no handler.
    case unhandled
    /// The bounded mailbox was full.
    case overflow
    /// Its policy is droppable, and another event was running or waiting in its lane.
    case busy
    /// A later event replaced it within the debounce interval.
    case debounced
    /// It arrived within the throttle interval after another event.
    case throttled
    /// A custom rule dropped it.
    case policy
}

extension Bloc {
    /// Adds an event like ``add(_:)``, and waits for the last state that its handler publishes.
    ///
    /// A read of `state` after an event's outcome may already show what another event's handler has published; an
    /// answer is always a state of its own event. Cancelling the waiting task cancels the event.
    ///
    /// - Returns: The last state that the event's handler published, or the state when the event ended if it published none.
    /// - Throws: The error that the handler threw; `CancellationError` if the event or the waiting task was cancelled, or the
    ///   bloc closed; ``BlocError`` with the code `droppedEvent` if the event was dropped for another reason.
    public func answer(to event: Event) async throws -> State {
        let answer = Lock<State?>(nil)
        guard let job = core.accept(event, from: .question(answer)).job else {
            throw CancellationError()  // Unreachable: an event added with a question has a receipt.
        }
        // Unlike the outcome, this does not keep a cancelled task waiting.
        let ending = StreamStorage<Outcome>(buffering: .latest)
        job.whenResolved { ending.send($0) }
        guard let outcome = await ending.next() else {
            job.cancel()
            throw CancellationError()
        }
        switch outcome {
        case .handled:
            guard let state = answer.withLock({ $0 }) else { throw CancellationError() }
            return state
        case .failed(let error):
            throw error
        case .cancelled, .dropped(.closed):
            throw CancellationError()
        case .dropped(let reason):
            throw BlocError(.droppedEvent, "The event was dropped (\(reason)), so there is no answer.")
        }
    }
}
