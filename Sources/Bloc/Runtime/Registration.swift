/// A handler and the events that it takes.
///
/// Unchecked like its superclass: it holds constants that are `Sendable`.
@usableFromInline
final class Registration<B: StateSource>: Route, @unchecked Sendable {
    @usableFromInline
    enum Work: Sendable {
        case sync(@Sendable (B.Event, Emitter<B>) throws -> Void)
        case async(@Sendable (B.Event, Emitter<B>) async throws -> Void)
    }

    /// The concrete type of its events, if it is selected by that.
    let type: ObjectIdentifier?
    /// Whether it takes an event, if it is selected by a predicate.
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
        type: ObjectIdentifier?,
        takes: (@Sendable (B.Event) -> Bool)?,
        lane: (number: Int, isNamed: Bool, isBackground: Bool),
        policy: Policy,
        choose: (@Sendable (B.Event) -> Policy)? = nil,
        work: Work
    ) {
        switch work {
        case .sync(let body): (sync, async) = (body, nil)
        case .async(let body): (sync, async) = ({ _, _ in }, body)
        }
        self.type = type
        self.takes = takes
        self.choose = choose
        super.init(
            index: index,
            name: name,
            lane: lane,
            policy: policy,
            isAsync: async != nil,
            choosesPolicy: choose != nil
        )
    }
}

/// The type of a broadcast message and its conversion into an event of the bloc.
typealias BroadcastRegistration<B: StateSource> = (
    message: ObjectIdentifier, convert: @Sendable (any Sendable) -> B.Event?
)

/// The registrations of a bloc, fixed at its creation.
@usableFromInline
final class HandlerTable<B: StateSource>: Sendable {
    let broadcasts: [BroadcastRegistration<B>]
    let works: [StateWork<B>]
    /// The numbers of the named lanes.
    @usableFromInline
    let lanes: [Lane: Int]
    @usableFromInline
    let byType: [(type: ObjectIdentifier, registration: Unmanaged<Registration<B>>)]
    /// The registrations with a predicate, in order.
    ///
    /// Unretained, as in ``byType``: ``registrations`` keeps them, and finding one counts no references.
    @usableFromInline
    let matching: [Unmanaged<Registration<B>>]
    @usableFromInline
    let catchAll: Unmanaged<Registration<B>>?
    private let registrations: [Registration<B>]
    /// Whether the type of events is a protocol, whose values can be looked into.
    @usableFromInline
    let isOpaque = OpaqueExistential.holds(B.Event.self)
    /// Whether finding the registration of an event runs user code.
    let matchesOutside: Bool

    init(
        registrations: [Registration<B>],
        broadcasts: [BroadcastRegistration<B>],
        works: [StateWork<B>],
        lanes: [Lane: Int]
    ) {
        self.broadcasts = broadcasts
        self.works = works
        self.lanes = lanes
        self.registrations = registrations
        byType = registrations.compactMap { registration in
            registration.type.map { ($0, .passUnretained(registration)) }
        }
        matching = registrations.filter { $0.takes != nil }.map { .passUnretained($0) }
        catchAll = registrations.first { $0.type == nil && $0.takes == nil }.map { .passUnretained($0) }
        matchesOutside =
            !byType.isEmpty || !matching.isEmpty
            || registrations.contains { $0.choose != nil || $0.policy.arrival.isThrottle }
    }

    /// Finds the registration that takes an event, and the policy that it chooses, before the event is added.
    ///
    /// All of it is code of users. The job is not shared yet.
    @inlinable
    func match(_ event: B.Event, _ job: EventJob<B>, _ clock: BlocClock) {
        guard let taker = taker(of: event) else {
            job.unretainedRoute = nil
            return
        }
        taker._withUnsafeGuaranteedRef { registration in
            job.assign(to: registration)
            if registration.isPlain { return }
            var policy = registration.policy
            if let choose = registration.choose {
                policy = choose(event)
                registration.choose(policy, for: job, numbers: lanes)
            }
            if policy.arrival.isThrottle { job.addedAt = clock.now() }
        }
    }

    /// The registration that takes an event: by type, then the first that matches, then the one for all.
    @inlinable
    func taker(of event: B.Event) -> Unmanaged<Registration<B>>? {
        if !byType.isEmpty {
            let type = isOpaque ? OpaqueExistential.type(of: event) : ObjectIdentifier(type(of: event as Any))
            for index in byType.indices where byType[index].type == type { return byType[index].registration }
        }
        for index in matching.indices
        where matching[index]._withUnsafeGuaranteedRef({ $0.takes?(event) ?? false }) {
            return matching[index]
        }
        return catchAll
    }
}

/// An event of a bloc, until it has ended.
///
/// Unchecked with the proof of its superclass: it is written before it is shared, and then under the lock of its bloc only.
@usableFromInline
final class EventJob<B: StateSource>: Job, @unchecked Sendable {
    /// The event, until it has ended; a work that belongs to a state has none.
    @usableFromInline
    @exclusivity(unchecked) var event: B.Event?
    /// Whether a caller wants to know what the event's handler published.
    @usableFromInline
    @exclusivity(unchecked) var wantsAnswer = false
    /// The last state that the handler published; when it published none, the state when the event ended.
    @exclusivity(unchecked) var answer: B.State?

    @inlinable
    init(for core: BlocCore<B>) { super.init(owner: core) }

    /// The registration that takes the event.
    @inlinable
    var registration: Unmanaged<Registration<B>>? {
        // Only registrations of the bloc are routes of its events.
        unretainedRoute.map { .fromOpaque($0.toOpaque()) }
    }
}

/// What comes with an event: whose it is, and who wants to know of it.
@usableFromInline
struct Origin: Sendable {
    /// The event whose handler added it.
    var cause: EventReference?
    /// Whether that was a handler of the same bloc.
    var isOwn = false
    /// Whether a handler of any bloc added it; one that no event led to has no cause.
    var isOfHandler = false
    /// Whether the caller wants to know what its handler publishes.
    var wantsAnswer = false
}
