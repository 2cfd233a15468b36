/// How the events of a registration arrive and how their handlers overlap: a rule, with debounce or throttle in front.
///
/// ```swift
/// bloc.on(policy: .restartable.debounce(for: .milliseconds(300)), where: \.isQuery) { event, emit in ... }
/// ```
public struct EventPolicy: Sendable {
    /// A rule, shared by all registrations that follow it.
    private final class Rules: Sendable {
        let rule: any ConcurrencyRule
        let idlenessRule: (any IdlenessRule)?

        init(_ rule: any ConcurrencyRule) {
            self.rule = rule
            idlenessRule = rule as? any IdlenessRule
        }
    }

    private let rules: Rules
    let arrival: Arrival

    var rule: any ConcurrencyRule { rules.rule }
    /// The same rule, when it needs no lists.
    var idlenessRule: (any IdlenessRule)? { rules.idlenessRule }

    private init(_ rules: Rules, arrival: Arrival) {
        self.rules = rules
        self.arrival = arrival
    }

    private init(rule: any ConcurrencyRule) {
        self.init(Rules(rule), arrival: .immediate)
    }

    /// Starts every handler at once; handlers overlap.
    ///
    /// The default.
    ///
    /// Tasks are created in the order of the events, but their bodies may begin in any order, and states come in the order
    /// in which they are emitted. Where order matters, use ``sequential``.
    public static let concurrent = EventPolicy(rule: ConcurrentRule())

    /// Handles one event at a time, in order.
    public static let sequential = EventPolicy(rule: SequentialRule())

    /// Drops events that arrive while a handler runs.
    public static let droppable = EventPolicy(rule: DroppableRule())

    /// Cancels the handler that runs, then starts the new one.
    public static let restartable = EventPolicy(rule: RestartableRule())

    /// Follows a rule of your own.
    ///
    /// - Parameter rule: Decides for each event; it runs under the lock of the bloc and must not touch a bloc.
    /// - Returns: The policy.
    public static func custom(_ rule: some ConcurrencyRule) -> EventPolicy {
        EventPolicy(rule: rule)
    }

    /// Waits until no event has arrived for a while, then takes the last one, concurrently.
    ///
    /// - Parameter interval: The quiet time, more than zero, on the clock of the bloc.
    /// - Returns: The policy.
    public static func debounce(for interval: Duration) -> EventPolicy {
        concurrent.debounce(for: interval)
    }

    /// Takes an event, then drops those that arrive within a while, concurrently.
    ///
    /// - Parameter interval: The time, more than zero, on the clock of the bloc.
    /// - Returns: The policy.
    public static func throttle(for interval: Duration) -> EventPolicy {
        concurrent.throttle(for: interval)
    }

    /// Puts a debounce in front: waits until no event has arrived for a while, then lets the last one through.
    ///
    /// - Parameter interval: The quiet time, more than zero, on the clock of the bloc.
    /// - Returns: The policy.
    public func debounce(for interval: Duration) -> EventPolicy {
        EventPolicy(rules, arrival: .debounced(interval))
    }

    /// Puts a throttle in front: lets an event through, then drops those that arrive within a while.
    ///
    /// - Parameter interval: The time, more than zero, on the clock of the bloc.
    /// - Returns: The policy.
    public func throttle(for interval: Duration) -> EventPolicy {
        EventPolicy(rules, arrival: .throttled(interval))
    }
}

/// A track on which handlers must respect each other.
///
/// Handlers that are registered on lanes of the same name in one bloc follow their policies with regard to all handlers of
/// that lane: one lane for load, next page and refresh means that no two of these overlap.
///
/// ```swift
/// bloc.on(lane: "loading", policy: .restartable, where: \.isRefresh) { event, emit in ... }
/// bloc.on(lane: "loading", policy: .droppable, where: \.isNextPage) { event, emit in ... }
/// ```
public struct Lane: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name of the lane, unique in its bloc.
    public let name: String

    /// Names a lane.
    public init(_ name: String) {
        self.name = name
    }

    /// Names a lane.
    public init(stringLiteral name: String) {
        self.name = name
    }

    /// The name.
    public var description: String { name }
}
