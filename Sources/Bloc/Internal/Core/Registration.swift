/// A handler, the events that it takes, and its policy.
@usableFromInline
struct Registration<B: StateSource>: Sendable {
    /// The events that a registration takes.
    @usableFromInline
    enum Selector: Sendable {
        /// All events that no other registration takes.
        case all
        /// The events of one concrete type.
        case type(ObjectIdentifier)
        /// The events for which the predicate holds.
        case matching(@Sendable (B.Event) -> Bool)
    }

    @usableFromInline
    let selector: Selector
    @usableFromInline
    let name: RegistrationName
    /// The index of the lane.
    @usableFromInline
    let lane: Int
    @usableFromInline
    let policy: Policy
    @usableFromInline
    let work: HandlerWork<B>
}

/// The name of a handler in reports: the type of its events and where it was registered.
///
/// The text is built on demand: building it costs more than the rest of a registration.
@usableFromInline
struct RegistrationName: Sendable, CustomStringConvertible {
    /// The type of the events.
    @usableFromInline
    let takes: any Any.Type
    @usableFromInline
    let file: StaticString
    @usableFromInline
    let line: UInt

    @inlinable
    var description: String { "The handler for \(takes) registered at \(file):\(line)" }
}

/// The work of a registration.
@usableFromInline
enum HandlerWork<B: StateSource>: Sendable {
    case sync(SyncHandler<B>)
    case async(@Sendable (B.Event, Emitter<B>) async throws -> Void)
}

/// A synchronous handler.
///
/// An object, so that calling it through a borrowed reference costs no reference counting.
@usableFromInline
final class SyncHandler<B: StateSource>: Sendable {
    @usableFromInline
    let body: @Sendable (B.Event, Emitter<B>) throws -> Void

    @inlinable
    init(body: @escaping @Sendable (B.Event, Emitter<B>) throws -> Void) {
        self.body = body
    }
}

/// The async handler of a bloc that has no other.
///
/// An object, so that what a lane needs to start it is at hand without copies.
@usableFromInline
final class AsyncHandler<B: StateSource>: Sendable {
    @usableFromInline
    let body: @Sendable (B.Event, Emitter<B>) async throws -> Void
    /// The index of its lane.
    @usableFromInline
    let lane: Int
    @usableFromInline
    let policy: Policy

    init(lane: Int, policy: Policy, body: @escaping @Sendable (B.Event, Emitter<B>) async throws -> Void) {
        self.lane = lane
        self.policy = policy
        self.body = body
    }
}

/// The conversion of a broadcast message into an event of the bloc.
@usableFromInline
struct BroadcastRegistration<B: StateSource>: Sendable {
    @usableFromInline
    let message: ObjectIdentifier
    @usableFromInline
    let convert: @Sendable (any Sendable) -> B.Event?
}

/// The registrations of a bloc, fixed at its creation.
@usableFromInline
final class HandlerTable<B: StateSource>: Sendable {
    /// The only handler, if it is synchronous, takes every event without debounce or throttle, and starts whenever its lane is
    /// idle.
    @usableFromInline
    let fastHandler: SyncHandler<B>?
    /// The only handler, if all of that holds and it is async.
    @usableFromInline
    let soleAsync: AsyncHandler<B>?
    @usableFromInline
    let registrations: [Registration<B>]
    @usableFromInline
    let broadcasts: [BroadcastRegistration<B>]
    @usableFromInline
    let byType: [ObjectIdentifier: Int]
    @usableFromInline
    let matching: [Int]
    @usableFromInline
    let catchAll: Int?
    /// Whether events may wait in a debounce.
    @usableFromInline
    let hasDebounces: Bool
    /// The named lanes that are known when the bloc is created.
    @usableFromInline
    let lanes: [Lane: Int]
    /// The registrations for policies that are chosen for each event, if there are any.
    @usableFromInline
    let variants: PolicyVariants<B>?

    init(
        registrations: [Registration<B>],
        broadcasts: [BroadcastRegistration<B>],
        lanes: [Lane: Int] = [:],
        variants: PolicyVariants<B>? = nil
    ) {
        self.lanes = lanes
        self.variants = variants
        hasDebounces = variants != nil || registrations.contains { $0.policy.arrival.isDebounce }
        // A copy without the spare capacity of the builder's array.
        self.registrations = registrations.map { $0 }
        self.broadcasts = broadcasts
        var byType: [ObjectIdentifier: Int] = [:]
        var matching: [Int] = []
        var catchAll: Int?
        for (index, registration) in registrations.enumerated() {
            switch registration.selector {
            case .all: catchAll = index
            case .type(let type): byType[type] = index
            case .matching: matching.append(index)
            }
        }
        self.byType = byType
        self.matching = matching
        self.catchAll = catchAll
        var sole: (sync: SyncHandler<B>?, async: AsyncHandler<B>?) = (nil, nil)
        if let only = registrations.first, registrations.count == 1, catchAll == 0, variants == nil,
            only.policy.arrival == .immediate, only.policy.startsWhenIdle
        {
            switch only.work {
            case .sync(let handler): sole.sync = handler
            case .async(let body): sole.async = AsyncHandler(lane: only.lane, policy: only.policy, body: body)
            }
        }
        fastHandler = sole.sync
        soleAsync = sole.async
    }

    /// The registration of an index.
    @inlinable
    subscript(index: Int) -> Registration<B> {
        if index < registrations.count { return registrations[index] }
        // Unreachable without variants: an index beyond the registrations comes from them.
        return variants?[index - registrations.count] ?? registrations[0]
    }

    /// The index of the lane of a name, if there is one.
    func lane(named lane: Lane) -> Int? { lanes[lane] ?? variants?.lane(named: lane) }

    /// The policy for an event of a registration.
    ///
    /// Call it outside every lock: it may run user code.
    @inlinable
    func policy(for event: B.Event, of index: Int) -> Policy {
        guard index >= registrations.count, let variants else { return registrations[index].policy }
        return variants.policy(for: event, of: index - registrations.count)
    }

    /// The index of the registration that takes the event, with the policy that is chosen for the event.
    ///
    /// Call it outside every lock: it runs user code.
    @inlinable
    func index(for event: B.Event) -> Int? {
        let index = taker(of: event)
        guard let index, let variants, variants.chooses(index) else { return index }
        return registrations.count + variants.index(for: event, of: registrations[index], at: index, lanes)
    }

    /// The index of the registration that takes the event: by type, then the first that matches, then the one for all.
    @inlinable
    func taker(of event: B.Event) -> Int? {
        if !byType.isEmpty, let index = byType[ObjectIdentifier(type(of: event as Any))] { return index }
        for index in matching {
            if case .matching(let takes) = registrations[index].selector, takes(event) { return index }
        }
        return catchAll
    }
}
