/// The policy of a registration: a rule for overlapping handlers, with an optional debounce or throttle.
///
/// ```swift
/// bloc.on(policy: .restartable.debounce(for: .milliseconds(300)), where: \.isQuery) { event, emit in ... }
/// ```
///
/// It holds for all events of the registration, unless ``each(_:)`` chooses one for each event.
public struct EventPolicy<Event: Sendable>: Sendable {
    /// The policy for all events, unless one is chosen for each.
    @usableFromInline
    let fixed: Policy
    @usableFromInline
    let choose: (@Sendable (Event) -> Policy)?

    @usableFromInline
    init(_ fixed: Policy, choose: (@Sendable (Event) -> Policy)? = nil) {
        self.fixed = fixed
        self.choose = choose
    }

    /// Starts every handler at once, so that handlers overlap; this is the default.
    ///
    /// Tasks are created in the order of the events, but their bodies may begin in any order, and states are published in the
    /// order in which they are emitted. Where order matters, use ``sequential``.
    public static var concurrent: EventPolicy { EventPolicy(.concurrent) }

    /// Handles one event at a time, in order.
    public static var sequential: EventPolicy { EventPolicy(.sequential) }

    /// Drops events that arrive while a handler runs.
    public static var droppable: EventPolicy { EventPolicy(.droppable) }

    /// Cancels the running handler, what waits in the lane and what waits in a debounce in front of it, then starts the new one.
    public static var restartable: EventPolicy { EventPolicy(.restartable) }

    /// Uses a rule of your own, which runs under the lock of the bloc and must not touch a bloc.
    public static func custom(_ rule: some ConcurrencyRule) -> EventPolicy { EventPolicy(Policy(rule)) }

    /// The concurrent policy with a debounce.
    public static func debounce(for interval: Duration) -> EventPolicy { concurrent.debounce(for: interval) }

    /// The concurrent policy with a throttle.
    public static func throttle(for interval: Duration) -> EventPolicy { concurrent.throttle(for: interval) }

    /// Chooses a policy for each event.
    ///
    /// The compiler checks that every case of the event has one:
    ///
    /// ```swift
    /// bloc.on(
    ///     policy: .each { event in
    ///         switch event {
    ///         case .queryChanged: .restartable.debounce(for: .milliseconds(300))
    ///         case .saved: .sequential
    ///         case .refreshed: .droppable
    ///         }
    ///     }
    /// ) { event, emit in
    ///     switch event { … }
    /// }
    /// ```
    ///
    /// Here a query cancels an older query and no save. Without a lane of the registration, the events of one rule share a lane,
    /// and do not affect events of another rule. To let cases of one rule overlap, or cases of different rules not, name their
    /// lanes: `.restartable.lane("search")`.
    ///
    /// The closure runs outside the lock of the bloc, perhaps more than once for an event.
    @inlinable
    public static func each(_ choose: @escaping @Sendable (Event) -> EventPolicy<Event>) -> EventPolicy<Event> {
        EventPolicy(.concurrent, choose: { choose($0).policy(for: $0) })
    }

    /// Adds a debounce: lets the last event through once no event has arrived for a time, more than zero, on the clock of the bloc.
    public func debounce(for interval: Duration) -> EventPolicy {
        map { $0.arriving(.debounced(interval)) }
    }

    /// Adds a throttle: lets an event through, then drops events for a time, more than zero, on the clock of the bloc.
    public func throttle(for interval: Duration) -> EventPolicy {
        map { $0.arriving(.throttled(interval)) }
    }

    /// Names the lane in which the policy holds, for policies that ``each(_:)`` chooses; it comes before the lane of the registration.
    public func lane(_ lane: Lane) -> EventPolicy { map { $0.lane(lane) } }

    @inlinable
    func policy(for event: Event) -> Policy { choose?(event) ?? fixed }

    private func map(_ change: @escaping @Sendable (Policy) -> Policy) -> EventPolicy {
        guard let choose else { return EventPolicy(change(fixed)) }
        return EventPolicy(fixed, choose: { change(choose($0)) })
    }
}

/// A group of handlers whose policies apply to the whole group.
///
/// Handlers of one bloc that are registered on lanes of the same name share the lane: with one lane for load, next page and
/// refresh, no two of these overlap.
///
/// ```swift
/// bloc.on(lane: "loading", policy: .restartable, where: \.isRefresh) { event, emit in ... }
/// bloc.on(lane: "loading", policy: .droppable, where: \.isNextPage) { event, emit in ... }
/// ```
public struct Lane: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name of the lane, unique in its bloc.
    let name: String
    private(set) var isBackground = false

    /// Creates a lane.
    public init(_ name: String) { self.name = name }

    /// Creates a lane whose handlers a closing bloc does not wait for: draining finishes everything else, then cancels them.
    public static func background(_ name: String) -> Lane {
        var lane = Lane(name)
        lane.isBackground = true
        return lane
    }

    /// Creates a lane from a literal.
    public init(stringLiteral name: String) { self.init(name) }

    /// Compares names.
    public static func == (left: Lane, right: Lane) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The name.
    public var description: String { name }
}
