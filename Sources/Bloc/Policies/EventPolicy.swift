/// The policy of a registration: how its handlers may overlap, with an optional debounce or throttle.
///
/// ```swift
/// bloc.on(policy: .restartable.debounce(for: .milliseconds(300)), where: \.isQuery) { event, emit in ... }
/// ```
///
/// It applies to all events of the registration, unless ``each(_:)`` chooses a policy for each event.
public struct EventPolicy<Event: Sendable>: Sendable {
    /// The policy of all events, unless one is chosen for each event.
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
    /// Tasks are created in the order of the events, but their bodies may begin in any order, and states are published
    /// in the order in which they are emitted. If order matters, use ``sequential``.
    public static var concurrent: EventPolicy { EventPolicy(.concurrent) }

    /// Handles one event at a time, in order.
    public static var sequential: EventPolicy { EventPolicy(.sequential) }

    /// Drops events that arrive while a handler runs.
    public static var droppable: EventPolicy { EventPolicy(.droppable) }

    /// Cancels the running handler and all events waiting in the lane or in a debounce before it, then starts the new handler.
    public static var restartable: EventPolicy { EventPolicy(.restartable) }

    /// Uses a custom rule, which runs under the lock of the bloc and must not touch a bloc.
    public static func custom(_ rule: some ConcurrencyRule) -> EventPolicy { EventPolicy(Policy(rule)) }

    /// Returns the concurrent policy with a debounce.
    public static func debounce(for interval: Duration) -> EventPolicy { concurrent.debounce(for: interval) }

    /// Returns the concurrent policy with a throttle.
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
    /// Here a new query cancels an older query but never a save. Without a lane in the registration, events with the
    /// same rule share a lane and don't affect events with another rule. Name the lanes to let cases with the same rule
    /// overlap, or to keep cases with different rules from overlapping: `.restartable.lane("search")`.
    ///
    /// The closure runs outside the lock of the bloc, perhaps more than once per event.
    @inlinable
    public static func each(_ choose: @escaping @Sendable (Event) -> EventPolicy<Event>) -> EventPolicy<Event> {
        EventPolicy(.concurrent, choose: { choose($0).policy(for: $0) })
    }

    /// Adds a debounce: lets the last event through once none has arrived for an interval above zero, on the bloc's clock.
    public func debounce(for interval: Duration) -> EventPolicy {
        map { $0.arriving(.debounced(interval)) }
    }

    /// Adds a throttle: lets an event through, then drops events for an interval above zero, on the bloc's clock.
    public func throttle(for interval: Duration) -> EventPolicy {
        map { $0.arriving(.throttled(interval)) }
    }

    /// Names the lane of a policy that ``each(_:)`` chooses; it takes precedence over the lane of the registration.
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
/// Handlers of one bloc that are registered on lanes with the same name share the lane: with one lane for load, next
/// page and refresh, none of them overlap.
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

    /// Creates a lane that a closing bloc doesn't wait for: draining finishes everything else, then cancels its handlers.
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
