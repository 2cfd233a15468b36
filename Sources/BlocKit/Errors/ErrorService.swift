public import Bloc

/// A service that turns errors into displayed errors and log entries.
///
/// Blocs report errors to it; views observe it.
public final class ErrorService: Sendable {
    private let translate: @Sendable (any Error) -> (any Error)?
    private let log: @Sendable (any LoggableError) -> Void
    private let listeners = Subscribed<@Sendable (DisplayedError) -> Void>()

    /// Creates a service.
    ///
    /// `translate` turns errors of other libraries into displayable and loggable ones, such as a ``ConnectivityError``,
    /// and returns `nil` to leave an error unchanged; `log` receives each error.
    public init(
        translate: @escaping @Sendable (any Error) -> (any Error)? = { _ in nil },
        log: @escaping @Sendable (any LoggableError) -> Void = { _ in }
    ) {
        self.translate = translate
        self.log = log
    }

    /// Logs an error, and notifies the observers unless it is suppressed.
    ///
    /// An error that is neither displayable nor loggable is treated as an ``UnknownError``. Returns `nil` if the error
    /// is suppressed or a cancellation.
    @discardableResult
    public func report(_ error: any Error) -> DisplayedError? {
        if error is CancellationError { return nil }
        let error = translate(error) ?? error
        log(error as? any LoggableError ?? UnknownError(error))
        if let suppressible = error as? any SuppressibleError, suppressible.isSuppressed { return nil }
        let shown = error as? any DisplayableError ?? UnknownError(error)
        let displayed = DisplayedError(title: shown.title, message: shown.message, recovery: shown.recovery)
        for listen in listeners.all { listen(displayed) }
        return displayed
    }

    /// Calls a closure for each displayed error, on the reporting thread, until the token is cancelled or released.
    public func observe(_ body: @escaping @Sendable (DisplayedError) -> Void) -> BlocSubscription {
        listeners.add(body)
    }
}

/// The severity of an error, in six log levels.
public enum ErrorLevel: String, CaseIterable, Comparable, Sendable {
    /// A single step.
    case trace
    /// A detail for debugging.
    case debug
    /// A normal event.
    case info
    /// Something is wrong, but the work continues.
    case warning
    /// Something failed.
    case error
    /// The program can't continue.
    case fatal

    /// Compares by severity.
    public static func < (left: ErrorLevel, right: ErrorLevel) -> Bool {
        left != right && allCases.first { $0 == left || $0 == right } == left
    }
}

/// An error that can be displayed to the user.
public protocol DisplayableError: Error {
    /// The kind of problem, in a few words.
    var title: String { get }
    /// What happened, in one sentence.
    var message: String { get }
    /// What to do about it, if anything.
    var recovery: String? { get }
}

/// The texts of a displayed error, as a value that a state can contain.
public struct DisplayedError: DisplayableError, Equatable {
    /// The kind of problem, in a few words.
    public let title: String
    /// What happened, in one sentence.
    public let message: String
    /// What to do about it, if anything.
    public let recovery: String?

    /// Creates a displayed error.
    public init(title: String, message: String, recovery: String? = nil) {
        self.title = title
        self.message = message
        self.recovery = recovery
    }
}

/// An error with a log level and details for the log.
public protocol LoggableError: Error {
    /// The severity.
    var level: ErrorLevel { get }
    /// Details for developers, without secrets or personal data.
    var details: String { get }
}

/// An error that can suppress its display.
public protocol SuppressibleError: Error {
    /// Whether the error is not displayed this time.
    ///
    /// It is read each time the error is reported; logging isn't affected.
    var isSuppressed: Bool { get }
}

/// A wrapper for an error that has no texts for the user.
///
/// The wrapped error's own text isn't displayed, because it may contain personal data.
public struct UnknownError: DisplayableError, LoggableError {
    /// The wrapped error.
    public let underlying: any Error

    /// Wraps an error.
    public init(_ underlying: any Error) {
        self.underlying = underlying
    }

    /// The kind of problem, in a few words.
    public var title: String { "Something went wrong" }
    /// What happened, in one sentence.
    public var message: String { "An unexpected error occurred." }
    /// What to do about it.
    public var recovery: String? { "Try again." }
    /// The severity.
    public var level: ErrorLevel { .error }
    /// The type of the error.
    public var details: String { "\(type(of: underlying))" }
}

/// An error for a network that couldn't be reached.
///
/// Whoever creates it can suppress it, for example during a background refresh.
public struct ConnectivityError: DisplayableError, LoggableError, SuppressibleError, Equatable {
    /// Whether the error is not displayed.
    public let isSuppressed: Bool
    /// Details for developers.
    public let details: String

    /// Creates an error.
    public init(details: String = "no connection", isSuppressed: Bool = false) {
        self.details = details
        self.isSuppressed = isSuppressed
    }

    /// The kind of problem, in a few words.
    public var title: String { "No connection" }
    /// What happened, in one sentence.
    public var message: String { "The network could not be reached." }
    /// What to do about it.
    public var recovery: String? { "Check the connection, then try again." }
    /// The severity.
    public var level: ErrorLevel { .warning }
}
