/// A handler, and the condition for the events that it handles.
///
/// Unchecked like its superclass: it holds only `Sendable` constants.
@usableFromInline
final class Registration<B: StateSource>: Route, @unchecked Sendable {
    @usableFromInline
    enum Work: Sendable {
        case sync(@Sendable (B.Event, Emitter<B>) throws -> Void)
        case async(@Sendable (B.Event, Emitter<B>) async throws -> Void)
    }

    /// The condition that selects its events; `nil` for the catch-all.
    @usableFromInline
    let takes: (@Sendable (B.Event) -> Bool)?
    /// The handler, if it is synchronous.
    @usableFromInline
    let sync: @Sendable (B.Event, Emitter<B>) throws -> Void
    /// The handler, if it is async.
    @usableFromInline
    let async: (@Sendable (B.Event, Emitter<B>) async throws -> Void)?
    /// Chooses the policy for an event.
    @usableFromInline
    let choose: (@Sendable (B.Event) -> Policy)?

    init(
        index: Int,
        name: RegistrationName,
        takes: (@Sendable (B.Event) -> Bool)?,
        lane: Lane?,
        policy: EventPolicy<B.Event>,
        work: Work
    ) {
        switch work {
        case .sync(let body): (sync, async) = (body, nil)
        case .async(let body): (sync, async) = ({ _, _ in }, body)
        }
        self.takes = takes
        choose = policy.choose
        super.init(
            name: name,
            lane: LaneKey(lane, of: index),
            isBackground: lane?.isBackground ?? false,
            policy: policy.fixed,
            isAsync: async != nil,
            choosesPolicy: choose != nil
        )
    }
}

/// The type of a broadcast message, and its conversion into an event of the bloc.
typealias BroadcastRegistration<B: StateSource> = (
    message: ObjectIdentifier, convert: @Sendable (any Sendable) -> B.Event?
)

/// The registrations of a bloc, fixed when it is created.
@usableFromInline
final class HandlerTable<B: StateSource>: Sendable {
    let broadcasts: [BroadcastRegistration<B>]
    let works: [StateWork<B>]
    /// The registrations with a predicate, in order.
    ///
    /// Unretained: ``registrations`` keeps them alive, and lookups don't count references.
    @usableFromInline
    let matching: [Unmanaged<Registration<B>>]
    @usableFromInline
    let catchAll: Unmanaged<Registration<B>>?
    private let registrations: [Registration<B>]
    /// Whether finding an event's registration runs user code.
    let matchesOutside: Bool

    init(registrations: [Registration<B>], broadcasts: [BroadcastRegistration<B>], works: [StateWork<B>]) {
        self.broadcasts = broadcasts
        self.works = works
        self.registrations = registrations
        matching = registrations.filter { $0.takes != nil }.map { .passUnretained($0) }
        catchAll = registrations.first { $0.takes == nil }.map { .passUnretained($0) }
        matchesOutside =
            !matching.isEmpty || registrations.contains { $0.choose != nil || $0.policy.arrival.isThrottle }
    }

    /// Finds the registration for an event, and the policy that it chooses, before the event is added.
    ///
    /// All of this is user code. The job isn't shared yet.
    @inlinable
    func match(_ event: B.Event, _ job: EventJob<B>, _ clock: BlocClock) {
        guard let taker = taker(of: event) else { return job.assign(to: nil) }
        taker._withUnsafeGuaranteedRef { registration in
            let chosen = registration.choose?(event)
            job.assign(to: .passUnretained(registration), chosen: chosen)
            if (chosen ?? registration.policy).arrival.isThrottle { job.addedAt = clock.now() }
        }
    }

    /// Returns the registration for an event: the first one that matches, otherwise the catch-all.
    @inlinable
    func taker(of event: B.Event) -> Unmanaged<Registration<B>>? {
        for index in matching.indices
        where matching[index]._withUnsafeGuaranteedRef({ $0.takes?(event) ?? false }) {
            return matching[index]
        }
        return catchAll
    }
}

/// An event of a bloc, until it has ended.
///
/// Unchecked, with its superclass's proof: it is written before it is shared, and then only under the lock of its bloc.
@usableFromInline
final class EventJob<B: StateSource>: Job, @unchecked Sendable {
    /// The event, until it has ended; work that belongs to a state doesn't have one.
    @usableFromInline
    @exclusivity(unchecked) var event: B.Event?

    @inlinable
    init(for core: BlocCore<B>) { super.init(owner: core) }

    /// The answer for a caller of `answer(to:)`: the last state that the event's handler published or, if it published
    /// none, the state when the event ended.
    @inlinable
    var answer: Lock<B.State?>? {
        guard case .question(let answer) = origin else { return nil }
        // Only `answer(to:)` of a bloc of this type creates one.
        return unsafeDowncast(answer, to: Lock<B.State?>.self)
    }

    /// The registration that takes the event.
    @inlinable
    var registration: Unmanaged<Registration<B>>? {
        // The routes of a bloc's events are always registrations of that bloc.
        unretainedRoute.map { .fromOpaque($0.toOpaque()) }
    }
}
