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
