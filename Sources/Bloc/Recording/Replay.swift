/// What came of replaying a recording, beside what was recorded.
public struct Replay<Event: Sendable, State: Equatable & Sendable>: Sendable {
    /// What was recorded.
    public let recorded: [RecordedTransition<Event, State>]
    /// What came, in order.
    public let replayed: [ReplayedTransition<Event, State>]

    /// The index of the first transition whose state differs, that did not come, or that was not recorded; `nil` when the
    /// recording was repeated state by state.
    public var firstDifference: Int? {
        let common = min(recorded.count, replayed.count)
        if let index = (0..<common).first(where: { recorded[$0].state != replayed[$0].state }) { return index }
        return recorded.count == replayed.count ? nil : common
    }
}

/// A transition of a bloc as it was recorded, read back from an event log.
public struct RecordedTransition<Event: Sendable, State: Equatable & Sendable>: Sendable {
    /// The number of the record in the log.
    public let sequence: UInt64
    /// The record that led to this one, if any.
    public let cause: UInt64?
    /// The event; `nil` when none triggered the transition.
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

/// A transition that came when a recording was replayed.
public struct ReplayedTransition<Event: Sendable, State: Equatable & Sendable>: Sendable {
    /// The event that triggered it, if any.
    public let event: Event?
    /// The state after it.
    public let state: State
}

/// Runs a recording of one bloc again.
///
/// The events that came from outside the bloc are added to a fresh one, each after everything that the one before it led to is
/// over; what they caused, the bloc does by itself again. What was no event (an undo, a method of a cubit) is not repeated.
///
/// - Parameters:
///   - recorded: The transitions of the bloc in an event log, in their order.
///   - create: Creates the bloc; it must not be used elsewhere. It is closed in the end.
/// - Returns: What came, beside what was recorded.
/// - Throws: What `create` throws.
public func replay<B: Bloc>(
    _ recorded: [RecordedTransition<B.Event, B.State>],
    on create: () throws -> B
) async rethrows -> Replay<B.Event, B.State> {
    let own = Set(recorded.map(\.sequence))
    let events = recorded.filter { $0.cause.map { !own.contains($0) } ?? true }.compactMap(\.event)
    let replayer = try BlocReplayer(create)
    var replayed: [ReplayedTransition<B.Event, B.State>] = []
    for event in events {
        replayed += await replayer.add(event)
    }
    await replayer.close()
    return Replay(recorded: recorded, replayed: replayed)
}

/// Runs events on a fresh bloc, one after the other, and tells what came of each.
public final class BlocReplayer<B: Bloc>: Sendable {
    private let bloc: B
    private let observer: ReplayObserver<B.Event, B.State>

    /// Creates the bloc.
    ///
    /// - Parameter create: Creates the bloc; it must not be used elsewhere.
    /// - Throws: What `create` throws.
    public init(_ create: () throws -> B) rethrows {
        let observer = ReplayObserver<B.Event, B.State>()
        self.observer = observer
        bloc = try withBlocObserver(observer, create)
    }

    /// Adds an event, and waits until everything that it led to is over.
    ///
    /// - Parameter event: An event from outside the bloc.
    /// - Returns: The transitions since the last event, in their order; with the first event also those that came when the
    ///   bloc was created.
    public func add(_ event: B.Event) async -> [ReplayedTransition<B.Event, B.State>] {
        bloc.add(event)
        await observer.untilQuiet()
        return observer.takeTransitions()
    }

    /// Closes the bloc.
    public func close() async {
        await bloc.close()
    }
}

/// Collects the transitions of a bloc that is replayed, and knows whether it is at rest.
final class ReplayObserver<Event: Sendable, State: Equatable & Sendable>: BlocObserver {
    private struct Guarded {
        var transitions: [ReplayedTransition<Event, State>] = []
        /// The events that were accepted and are not over.
        var open = 0
        var waiter: UnsafeContinuation<Void, Never>?
    }

    private let guarded = Lock(Guarded())

    /// Gives what came since this was asked last.
    func takeTransitions() -> [ReplayedTransition<Event, State>] {
        guarded.withLock { guarded in
            defer { guarded.transitions = [] }
            return guarded.transitions
        }
    }

    /// Waits until every accepted event is over, those that events added included: they are accepted before the event that
    /// adds them is over.
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
        guard let state = transition.next as? State else { return }
        var event: Event?
        if case .event(let any, _) = transition.trigger { event = any as? Event }
        guarded.withLock { $0.transitions.append(ReplayedTransition(event: event, state: state)) }
    }
}
