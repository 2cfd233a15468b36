public import Bloc

/// Turns any error into a displayed error and a log entry.
///
/// Blocs report errors to it; views observe it.
public final class ErrorService: Sendable {
    private let translate: @Sendable (any Error) -> (any Error)?
    private let log: @Sendable (any LoggableError) -> Void
    private let listeners = Subscribed<@Sendable (DisplayedError) -> Void>()

    /// Creates a service.
    ///
    /// `translate` turns errors of other libraries into displayable and loggable ones, such as a ``ConnectivityError``, or
    /// keeps them with `nil`; `log` receives each error.
    public init(
        translate: @escaping @Sendable (any Error) -> (any Error)? = { _ in nil },
        log: @escaping @Sendable (any LoggableError) -> Void = { _ in }
    ) {
        self.translate = translate
        self.log = log
    }

    /// Logs an error, and notifies the observers unless it is suppressed.
    ///
    /// One that is neither displayable nor loggable is treated as an ``UnknownError``. The result is `nil` when the error is
    /// suppressed or a cancellation.
    @discardableResult
    public func report(_ error: any Error) -> DisplayedError? {
        if error is CancellationError { return nil }
        let error = translate(error) ?? error
        log(error as? any LoggableError ?? UnknownError(error))
        if let suppressible = error as? any SuppressibleError, suppressible.isSuppressed { return nil }
        let displayed = DisplayedError(error as? any DisplayableError ?? UnknownError(error))
        for listen in listeners.all { listen(displayed) }
        return displayed
    }

    /// Calls a closure for each displayed error, on the thread that reports it, until the token is cancelled or released.
    public func observe(_ body: @escaping @Sendable (DisplayedError) -> Void) -> BlocSubscription {
        listeners.add(body)
    }
}

/// The severity of an error, in the six levels of logging.
public enum ErrorLevel: String, CaseIterable, Comparable, Sendable {
    /// A single step.
    case trace
    /// A detail for finding defects.
    case debug
    /// A normal event.
    case info
    /// Something is wrong, and the work continues.
    case warning
    /// Something failed.
    case error
    /// The program cannot continue.
    case fatal

    /// Compares by severity.
    public static func < (left: ErrorLevel, right: ErrorLevel) -> Bool { left.severity < right.severity }

    private var severity: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
