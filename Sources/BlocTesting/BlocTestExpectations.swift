public import Bloc

/// The kinds of unexpected output that `testBloc` tolerates.
///
/// The expected output must still occur, in order.
public struct BlocTestTolerance: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// States before, between and after the expected ones.
    public static let states = BlocTestTolerance(rawValue: 1)
    /// Effects before, between and after the expected ones.
    public static let effects = BlocTestTolerance(rawValue: 2)
    /// Errors before, between and after the expected ones.
    public static let errors = BlocTestTolerance(rawValue: 4)
    /// Events that have not ended: their handlers are running or waiting.
    public static let runningHandlers = BlocTestTolerance(rawValue: 8)
    /// Dropped events before, between and after the expected ones.
    public static let drops = BlocTestTolerance(rawValue: 16)
    /// Late emits before, between and after the expected ones.
    public static let lateEmits = BlocTestTolerance(rawValue: 32)
}

/// An error that `testBloc` expects a bloc to report.
public struct ExpectedError: Sendable, CustomStringConvertible {
    /// The text of the expectation in failure messages.
    public let description: String
    let matches: @Sendable (any Error) -> Bool

    /// Expects an error equal to this one.
    public static func error(_ error: some Error & Equatable) -> ExpectedError {
        ExpectedError(description: "\(Swift.type(of: error)): \(error)") { areSame($0, error) }
    }

    /// Expects any error of a type.
    public static func type<Failure: Error>(_ type: Failure.Type) -> ExpectedError {
        ExpectedError(description: "\(type)") { $0 is Failure }
    }

    /// Expects an error of the runtime itself, such as an event without a handler.
    public static func bloc(_ code: BlocError.Code) -> ExpectedError {
        ExpectedError(description: "BlocError \(code.rawValue)") { ($0 as? BlocError)?.code == code }
    }

    /// Expects an error that matches a predicate; the description appears in failure messages.
    public static func matching(
        _ description: String,
        _ matches: @escaping @Sendable (any Error) -> Bool
    ) -> ExpectedError {
        ExpectedError(description: description, matches: matches)
    }
}

/// A dropped event that `testBloc` expects.
public struct ExpectedDrop<Event: Sendable>: Sendable, CustomStringConvertible {
    /// The text of the expectation in failure messages.
    public let description: String
    private let event: Event?
    private let reason: DropReason?

    /// Expects this event to be dropped, for any reason or for the given one.
    ///
    /// Events are compared with `==` if they are `Equatable`, otherwise by their text.
    public static func event(_ event: Event, _ reason: DropReason? = nil) -> ExpectedDrop {
        ExpectedDrop(description: reason.map { "\(event): \($0)" } ?? "\(event)", event: event, reason: reason)
    }

    /// Expects any event to be dropped for this reason.
    public static func reason(_ reason: DropReason) -> ExpectedDrop {
        ExpectedDrop(description: "any event: \(reason)", event: nil, reason: reason)
    }

    func matches(_ drop: DroppedEvent<Event>) -> Bool {
        (event.map { areSame($0, drop.event) } ?? true) && (reason.map { $0 == drop.reason } ?? true)
    }
}

/// An event that a bloc dropped.
public struct DroppedEvent<Event: Sendable>: Sendable, CustomStringConvertible {
    /// The event.
    public let event: Event
    /// The reason that it was dropped.
    public let reason: DropReason

    /// The event and the reason.
    public var description: String { "\(event): \(reason)" }
}
