extension Bloc {
    /// Accepts an event as ``add(_:)`` does, and waits for the last state that its handler publishes.
    ///
    /// ```swift
    /// let results = try await bloc.answer(to: .requested).results
    /// ```
    ///
    /// Reading `state` after an event's outcome may show what another event's handler has published since. The answer is a state
    /// of this event, and the observers have seen it. Cancelling the task that waits cancels the event, and ends the wait at once.
    ///
    /// - Parameter event: The event.
    /// - Returns: The last state that the event's handler published, or the state it left as it was.
    /// - Throws: The error that the handler threw; `CancellationError` when the event or the waiting task was cancelled,
    ///   or the bloc closed; ``BlocError`` with the code `droppedEvent` when the event was dropped for another reason.
    public func answer(to event: Event) async throws -> State {
        let record = AnswerRecord<State>()
        let receipt = core.acceptRecorded(event, in: record)
        // Unlike the outcome, the end of the record does not keep a cancelled task waiting.
        _ = await record.ending.next()
        if Task.isCancelled {
            receipt.cancel()
            throw CancellationError()
        }
        switch await receipt.outcome {
        case .handled: return try record.lastState()
        case .failed(let error): throw error
        case .cancelled, .dropped(.closed): throw CancellationError()
        case .dropped(let reason):
            throw BlocError(.droppedEvent, "The event was dropped (\(reason)), so that there is no answer to it.")
        }
    }
}

/// Keeps the last state that the handler of one event publishes.
///
/// It is written by deliveries only, so that it is complete when the receipt of the event resolves.
@usableFromInline
final class AnswerRecord<State: Sendable>: Sendable {
    /// Ends, empty, when the event is over.
    let ending = StreamStorage<Never>(buffering: .latest)
    private let last = Lock<State?>(nil)

    init() {}

    /// The handler published a state.
    @usableFromInline
    func published(_ state: State) {
        let replaced = last.withLock { last in
            let replaced = last
            last = state
            return replaced
        }
        withExtendedLifetime(replaced) {}
    }

    /// The event is over and left a state behind; counts only when its handler published none.
    @usableFromInline
    func left(_ state: State) {
        last.withLock { $0 = $0 ?? state }
    }

    /// The receipt of the event resolved.
    @usableFromInline
    func end() {
        ending.end()
    }

    /// The last state; there is one after an event that was handled.
    func lastState() throws -> State {
        guard let state = last.withLock({ $0 }) else { throw CancellationError() }
        return state
    }
}
