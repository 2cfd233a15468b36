/// What a bloc answers to one event: the states that the event's handler publishes.
///
/// Reading `state` after an event's outcome may show what another event's handler has published since. An answer has only
/// the states of its own event.
///
/// ```swift
/// let answer = bloc.ask(.requested)
/// let last = try await answer.state
/// ```
public struct Answer<State: Sendable>: Sendable {
    /// The receipt of the event.
    public let receipt: Receipt
    private let record: AnswerRecord<State>

    init(receipt: Receipt, record: AnswerRecord<State>) {
        self.receipt = receipt
        self.record = record
    }

    /// The states that the event's handler publishes, in order; it ends with the event, or when the task is cancelled.
    ///
    /// Each state is delivered to one consumer, once.
    public var states: EffectSequence<State> { EffectSequence(storage: record.states) }

    /// The last state that the event's handler published, or the state it left as it was; waits until the event is over.
    ///
    /// Cancelling the task that waits cancels the event.
    ///
    /// - Throws: The error that the handler threw; `CancellationError` when the event or the waiting task was cancelled,
    ///   or the bloc closed; ``BlocError`` with the code `droppedEvent` when the event was dropped for another reason.
    public var state: State {
        get async throws {
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
}

extension Bloc {
    /// Accepts an event as ``add(_:)`` does, and records the states that its handler publishes.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - buffering: Which states ``Answer/states`` keeps for a consumer that is slower than the bloc; the last one of all
    ///     is always kept.
    /// - Returns: The answer, to be awaited now or later.
    public func ask(_ event: Event, buffering: Buffering = .unbounded) -> Answer<State> {
        let record = AnswerRecord<State>(buffering: buffering)
        return Answer(receipt: core.acceptRecorded(event, in: record), record: record)
    }

    /// Accepts an event as ``add(_:)`` does, and waits for the last state that its handler publishes.
    ///
    /// - Parameter event: The event.
    /// - Returns: The last state that the event's handler published, or the state it left as it was.
    /// - Throws: What ``Answer/state`` throws.
    public func answer(to event: Event) async throws -> State {
        try await ask(event, buffering: .latest).state
    }
}

/// Keeps the states that the handler of one event publishes.
///
/// It is written by deliveries only, so that it is complete when the receipt of the event resolves.
@usableFromInline
final class AnswerRecord<State: Sendable>: Sendable {
    let states: StreamStorage<State>
    /// Ends, empty, when the event is over.
    let ending = StreamStorage<Never>(buffering: .latest)
    private let last = Lock<State?>(nil)

    init(buffering: Buffering) {
        states = StreamStorage(buffering: buffering)
    }

    /// The handler published a state.
    @usableFromInline
    func published(_ state: State) {
        let replaced = last.withLock { last in
            let replaced = last
            last = state
            return replaced
        }
        withExtendedLifetime(replaced) {}
        states.send(state)
    }

    /// The event is over and left a state behind; counts only when its handler published none.
    @usableFromInline
    func left(_ state: State) {
        last.withLock { $0 = $0 ?? state }
    }

    /// The receipt of the event resolved.
    @usableFromInline
    func end() {
        states.end()
        ending.end()
    }

    /// The last state; there is one after an event that was handled.
    func lastState() throws -> State {
        guard let state = last.withLock({ $0 }) else { throw CancellationError() }
        return state
    }
}
