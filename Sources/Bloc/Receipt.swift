/// The receipt of an added event, with which the caller awaits its outcome or cancels it.
///
/// It keeps neither the bloc nor its handlers alive, and resolves exactly once, in every case, after the observers have seen the
/// states that the event's handler published.
public struct Receipt: Sendable {
    /// The event; `nil` if it was handled before `add` returned, and its job serves another one.
    let job: Job?

    @usableFromInline
    init(job: Job?) { self.job = job }

    /// The outcome of the event; waits until the event has ended.
    public var outcome: Outcome {
        get async { await job?.outcome ?? .handled }
    }

    package var isOver: Bool { job?.isOver ?? true }

    /// Cancels the event: the task of its handler if it runs, the event itself if it waits.
    ///
    /// A cancelled handler can publish nothing any more. A synchronous handler that runs, and an event that has ended, are not
    /// affected.
    public func cancel() { job?.cancel() }
}

/// How an event ended.
public enum Outcome: Sendable, CustomStringConvertible {
    /// Its handler returned.
    case handled
    /// No handler ran for it, for the given reason.
    case dropped(DropReason)
    /// It was cancelled, while its handler ran or before.
    case cancelled
    /// Its handler threw.
    case failed(any Error)

    /// Whether its handler returned.
    public var isHandled: Bool { if case .handled = self { true } else { false } }

    /// Whether it was cancelled, while its handler ran or before.
    public var isCancelled: Bool { if case .cancelled = self { true } else { false } }

    /// The name of the case; of an error only its type, because errors may contain personal data.
    public var description: String {
        switch self {
        case .handled: "handled"
        case .dropped(let reason): "dropped(\(reason))"
        case .cancelled: "cancelled"
        case .failed(let error): "failed(\(type(of: error)))"
        }
    }
}

/// Why an event was not handled.
public enum DropReason: Hashable, Sendable {
    /// The bloc was closing or closed.
    case closed
    /// No handler takes the event.
    case unhandled
    /// The bounded mailbox was full.
    case overflow
    /// Its policy is droppable, and a handler was running or waiting in its lane.
    case busy
    /// A later event replaced it within the debounce time.
    case debounced
    /// It arrived within the throttle time after another event.
    case throttled
    /// A custom rule dropped it.
    case policy
}

extension Bloc {
    /// Accepts an event as ``add(_:)`` does, and waits for the last state that its handler publishes.
    ///
    /// Reading `state` after an event's outcome may show what another event's handler has published since; an answer is a state of
    /// its own event. Cancelling the task that waits cancels the event.
    ///
    /// - Returns: The last state that the event's handler published, or the state at the event's end if it published none.
    /// - Throws: The error that the handler threw; `CancellationError` when the event or the waiting task was cancelled, or the
    ///   bloc closed; ``BlocError`` with the code `droppedEvent` when the event was dropped for another reason.
    public func answer(to event: Event) async throws -> State {
        let answer = Lock<State?>(nil)
        guard let job = core.accept(event, from: .question(answer)).job else {
            throw CancellationError()  // Unreachable: an event that wants an answer has a receipt.
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
            throw BlocError(.droppedEvent, "The event was dropped (\(reason)), so that there is no answer to it.")
        }
    }
}
