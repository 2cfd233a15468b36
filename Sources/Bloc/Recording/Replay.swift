/// The result of replaying a recording.
public struct Replay<Event: Sendable, State: Equatable & Sendable>: Sendable {
    /// The transitions of the replay, in order: the event that triggered each one, if any, and the resulting state.
    public let replayed: [(event: Event?, state: State)]
    /// The index of the first transition whose state differs, or which is missing from the replay or the recording;
    /// `nil` if the replay repeated every state.
    public let firstDifference: Int?
}

/// A recorded transition, read back from an event log.
public struct RecordedTransition<Event: Sendable, State: Equatable & Sendable>: Sendable {
    /// The number of the record in the log.
    package let sequence: UInt64
    /// The number of the record that caused this one, if any.
    package let cause: UInt64?
    /// The event; `nil` if no event triggered the transition.
    public let event: Event?
    /// The state after the transition.
    public let state: State

    /// Creates a recorded transition.
    public init(sequence: UInt64, cause: UInt64?, event: Event?, state: State) {
        self.sequence = sequence
        self.cause = cause
        self.event = event
        self.state = state
    }
}

/// Replays the recording of one bloc on a new bloc.
///
/// Only events from outside the bloc are added, because the bloc itself repeats the events that its handlers added.
/// Each event is added once all consequences of the previous one have ended. Transitions without an event (an undo, a
/// cubit's method) are not repeated. The new bloc must not be used elsewhere; it is closed at the end.
public func replay<B: Bloc>(
    _ recorded: [RecordedTransition<B.Event, B.State>],
    on create: () throws -> B
) async rethrows -> Replay<B.Event, B.State> {
    let own = Set(recorded.map(\.sequence))
    let events = recorded.filter { $0.cause.map { !own.contains($0) } ?? true }.compactMap(\.event)
    let replayer = try BlocReplayer(create)
    var replayed: [(event: B.Event?, state: B.State)] = []
    for event in events { replayed += await replayer.run(event).transitions }
    await replayer.close()
    let common = zip(recorded, replayed).prefix { $0.state == $1.state }.count
    let isSame = common == recorded.count && common == replayed.count
    return Replay(replayed: replayed, firstDifference: isSame ? nil : common)
}

/// A new bloc that runs events one after another and returns the transitions of each.
package struct BlocReplayer<B: Bloc>: Sendable {
    private let bloc: B
    private let observer = ReplayObserver<B>()

    /// Creates the bloc, which must not be used elsewhere.
    package init(_ create: () throws -> B) rethrows { bloc = try withBlocObserver(observer, create) }

    /// Adds an event, and waits until the event and all events that it caused have ended.
    ///
    /// - Returns: The outcome of the event, and the transitions since the previous event, in order; for the first event
    ///   this includes those from the bloc's creation.
    package func run(_ event: B.Event) async -> (outcome: Outcome, transitions: [(event: B.Event?, state: B.State)]) {
        // Observers get an event before its receipt resolves, but maybe after `add` has returned.
        let outcome = await bloc.add(event).outcome
        await observer.untilQuiet()
        return (outcome, observer.takeTransitions())
    }

    /// Closes the bloc.
    package func close() async { await bloc.close() }
}

/// An observer that collects the transitions of a replayed bloc and counts its open events.
private final class ReplayObserver<B: Bloc>: BlocObserver {
    private struct Guarded {
        var transitions: [(event: B.Event?, state: B.State)] = []
        /// The number of events that were accepted and have not ended.
        var open = 0
        var waiter: UnsafeContinuation<Void, Never>?
    }

    private let guarded = Lock(Guarded())

    func takeTransitions() -> [(event: B.Event?, state: B.State)] {
        guarded.withLock { exchange(&$0.transitions, with: []) }
    }

    /// Waits until every accepted event has ended.
    ///
    /// This includes events that handlers add, because they are accepted before the handler's event ends.
    func untilQuiet() async {
        await withUnsafeContinuation { continuation in
            let isQuiet = guarded.withLock { guarded in
                if guarded.open > 0 { guarded.waiter = continuation }
                return guarded.open == 0
            }
            if isQuiet { continuation.resume() }
        }
    }

    func onEvent(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext) {
        guarded.withLock { $0.open += 1 }
    }

    func onDone(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ outcome: Outcome) {
        let waiter = guarded.withLock { guarded in
            guarded.open -= 1
            return guarded.open == 0 ? guarded.waiter.take() : nil
        }
        waiter?.resume()
    }

    func onTransition(_ bloc: BlocID, _ transition: AnyTransition) {
        guard let state = transition.next as? B.State else { return }
        var event: B.Event?
        if case .event(let any, _) = transition.trigger { event = any as? B.Event }
        guarded.withLock { $0.transitions.append((event, state)) }
    }
}
