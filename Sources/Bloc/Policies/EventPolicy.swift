/// The policy of a registration: a rule for overlapping handlers, with an optional debounce or throttle.
///
/// ```swift
/// bloc.on(policy: .restartable.debounce(for: .milliseconds(300)), where: \.isQuery) { event, emit in ... }
/// ```
public struct EventPolicy: Sendable {
    /// A rule, shared by all copies of the policy.
    private final class Rules: Sendable {
        let rule: any ConcurrencyRule
        /// The rule, if it is one of the library's.
        let builtIn: BuiltInRule?
        /// Whether an arriving event also cancels older ones that wait in a debounce in front of its lane.
        let cancelsDebounced: Bool
        let lane: Lane?

        init(_ rule: any ConcurrencyRule, lane: Lane? = nil) {
            self.rule = rule
            self.lane = lane
            builtIn = rule as? BuiltInRule
            cancelsDebounced = builtIn == .restartable
        }
    }

    private let rules: Rules
    @usableFromInline
    let arrival: Arrival

    var rule: any ConcurrencyRule { rules.rule }
    /// The same rule, if it is one of the library's.
    var builtIn: BuiltInRule? { rules.builtIn }

    /// Whether an arriving event also cancels older ones that wait in a debounce in front of its lane.
    @usableFromInline
    var cancelsDebounced: Bool { rules.cancelsDebounced }
    /// The lane that the policy names.
    var lane: Lane? { rules.lane }

    private init(_ rules: Rules, arrival: Arrival) {
        self.rules = rules
        self.arrival = arrival
    }

    private init(rule: any ConcurrencyRule) {
        self.init(Rules(rule), arrival: .immediate)
    }

    /// Starts every handler at once, so that handlers overlap; this is the default.
    ///
    /// Tasks are created in the order of the events, but their bodies may begin in any order, and states are published in the
    /// order in which they are emitted. Where order matters, use ``sequential``.
    public static let concurrent = EventPolicy(rule: BuiltInRule.concurrent)

    /// Handles one event at a time, in order.
    public static let sequential = EventPolicy(rule: BuiltInRule.sequential)

    /// Drops events that arrive while a handler runs.
    public static let droppable = EventPolicy(rule: BuiltInRule.droppable)

    /// Cancels the running handler, what waits in the lane and what waits in a debounce in front of it, then starts the new one.
    public static let restartable = EventPolicy(rule: BuiltInRule.restartable)

    /// Uses a rule of your own.
    ///
    /// - Parameter rule: Decides for each event; it runs under the lock of the bloc and must not touch a bloc.
    /// - Returns: The policy.
    public static func custom(_ rule: some ConcurrencyRule) -> EventPolicy {
        EventPolicy(rule: rule)
    }

    /// Lets the last event through once no event has arrived for a while, concurrently.
    ///
    /// - Parameter interval: The quiet time, more than zero, on the clock of the bloc.
    /// - Returns: The policy.
    public static func debounce(for interval: Duration) -> EventPolicy {
        concurrent.debounce(for: interval)
    }

    /// Lets an event through, then drops events for a while, concurrently.
    ///
    /// - Parameter interval: The time, more than zero, on the clock of the bloc.
    /// - Returns: The policy.
    public static func throttle(for interval: Duration) -> EventPolicy {
        concurrent.throttle(for: interval)
    }

    /// Adds a debounce: lets the last event through once no event has arrived for a while.
    ///
    /// - Parameter interval: The quiet time, more than zero, on the clock of the bloc.
    /// - Returns: The policy.
    public func debounce(for interval: Duration) -> EventPolicy {
        EventPolicy(rules, arrival: .debounced(interval))
    }

    /// Adds a throttle: lets an event through, then drops events for a while.
    ///
    /// - Parameter interval: The time, more than zero, on the clock of the bloc.
    /// - Returns: The policy.
    public func throttle(for interval: Duration) -> EventPolicy {
        EventPolicy(rules, arrival: .throttled(interval))
    }

    /// Names the lane in which the policy holds, for policies that are chosen for each event.
    ///
    /// It comes before the lane of the registration.
    ///
    /// - Parameter lane: The lane, which other registrations may share.
    /// - Returns: The policy.
    public func lane(_ lane: Lane) -> EventPolicy {
        EventPolicy(Rules(rule, lane: lane), arrival: arrival)
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
    public let name: String

    /// Creates a lane.
    public init(_ name: String) {
        self.name = name
    }

    /// Creates a lane from a literal.
    public init(stringLiteral name: String) {
        self.name = name
    }

    /// The name.
    public var description: String { name }
}
