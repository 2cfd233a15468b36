/// The registrations of handlers whose policy is chosen for each event.
///
/// A lane and a debounce or throttle belong to a registration. So each combination that an event chooses becomes a registration of
/// its own, when it is chosen first, with an index after those of the builder.
@usableFromInline
final class PolicyVariants<B: StateSource>: Sendable {
    /// What a registration chooses with.
    struct Chooser: Sendable {
        let policy: @Sendable (B.Event) -> Policy
        /// Whether the registration names a lane, which then holds for all policies that name none.
        let hasLane: Bool
    }

    private struct Key: Hashable {
        let registration: Int
        let lane: Int
        let arrival: Arrival
    }

    /// A lane that has no name: events of one rule share it, and no others do.
    private struct RuleLane: Hashable {
        let registration: Int
        let type: ObjectIdentifier
        let builtIn: BuiltInRule?
    }

    private struct Guarded {
        var registrations: [Registration<B>] = []
        /// The index in the builder, for each registration.
        var origins: [Int] = []
        var indices: [Key: Int] = [:]
        var named: [Lane: Int] = [:]
        var unnamed: [RuleLane: Int] = [:]
        var laneCount: Int
    }

    private let choosers: [Int: Chooser]
    private let guarded: Lock<Guarded>

    init(choosers: [Int: Chooser], laneCount: Int) {
        self.choosers = choosers
        guarded = Lock(Guarded(laneCount: laneCount))
    }

    /// Whether the policy of a registration of the builder is chosen for each event.
    @usableFromInline
    func chooses(_ index: Int) -> Bool { choosers[index] != nil }

    @usableFromInline
    subscript(index: Int) -> Registration<B> { guarded.withLock { $0.registrations[index] } }

    func lane(named lane: Lane) -> Int? { guarded.withLock { $0.named[lane] } }

    /// The policy for an event of a variant: its rule may differ from that of the event that made the variant.
    @usableFromInline
    func policy(for event: B.Event, of index: Int) -> Policy {
        let (registration, origin) = guarded.withLock { ($0.registrations[index], $0.origins[index]) }
        return choosers[origin]?.policy(event) ?? registration.policy
    }

    /// Chooses the policy for an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - registration: The registration that takes it.
    ///   - origin: The index of that registration in the builder.
    ///   - lanes: The named lanes that are known when the bloc is created.
    /// - Returns: The index of the registration with that policy.
    @usableFromInline
    func index(for event: B.Event, of registration: Registration<B>, at origin: Int, _ lanes: [Lane: Int]) -> Int {
        guard let chooser = choosers[origin] else { return 0 }  // Unreachable: the caller asked `chooses`.
        let policy = chooser.policy(event)
        return guarded.withLock { guarded in
            let lane = Self.lane(of: policy, registration, origin, chooser, lanes, &guarded)
            let key = Key(registration: origin, lane: lane, arrival: policy.arrival)
            if let index = guarded.indices[key] { return index }
            let index = guarded.registrations.count
            guarded.indices[key] = index
            guarded.origins.append(origin)
            guarded.registrations.append(
                Registration(
                    selector: registration.selector,
                    name: registration.name,
                    lane: lane,
                    policy: policy,
                    work: registration.work
                )
            )
            return index
        }
    }

    private static func lane(
        of policy: Policy,
        _ registration: Registration<B>,
        _ origin: Int,
        _ chooser: Chooser,
        _ lanes: [Lane: Int],
        _ guarded: inout Guarded
    ) -> Int {
        if let lane = policy.lane {
            if let known = lanes[lane] ?? guarded.named[lane] { return known }
            guarded.named[lane] = guarded.laneCount
        } else {
            if chooser.hasLane { return registration.lane }
            let own = RuleLane(
                registration: origin,
                type: ObjectIdentifier(type(of: policy.rule)),
                builtIn: policy.builtIn
            )
            if let known = guarded.unnamed[own] { return known }
            guarded.unnamed[own] = guarded.laneCount
        }
        defer { guarded.laneCount += 1 }
        return guarded.laneCount
    }
}
