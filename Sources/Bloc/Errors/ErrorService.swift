/// The one place that turns any error into what is shown and what is logged.
///
/// Blocs report to it; views listen to it.
public final class ErrorService: Sendable {
    private struct Guarded {
        var listeners: [(number: Int, body: @Sendable (DisplayedError) -> Void)] = []
        var last = 0
    }

    private let translate: @Sendable (any Error) -> (any Error)?
    private let log: @Sendable (ErrorLogEntry) -> Void
    private let guarded = Lock(Guarded())

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - translate: Turns errors of other libraries into ones that say how they are shown and logged, such as a
    ///     ``ConnectivityError``; `nil` leaves one as it is.
    ///   - log: Takes what is to be logged.
    public init(
        translate: @escaping @Sendable (any Error) -> (any Error)? = { _ in nil },
        log: @escaping @Sendable (ErrorLogEntry) -> Void = { _ in }
    ) {
        self.translate = translate
        self.log = log
    }

    /// Logs an error, and tells the listeners unless it is suppressed.
    ///
    /// - Parameter error: Any error. One that says nothing of itself is treated as an ``UnknownError``.
    /// - Returns: What is shown; `nil` when the error is suppressed, or is a cancellation, which is none.
    @discardableResult
    public func report(_ error: any Error) -> DisplayedError? {
        if error is CancellationError { return nil }
        let error = translate(error) ?? error
        if let loggable = error as? any LoggableError {
            log(ErrorLogEntry(level: loggable.level, details: loggable.details))
        } else {
            let unknown = UnknownError(error)
            log(ErrorLogEntry(level: unknown.level, details: unknown.details))
        }
        if let suppressible = error as? any SuppressibleError, suppressible.isSuppressed { return nil }
        let displayed = DisplayedError(error as? any DisplayableError ?? UnknownError(error))
        for listener in guarded.withLock({ $0.listeners.map(\.body) }) { listener(displayed) }
        return displayed
    }

    /// Calls a closure for each error that is to be shown, on the thread that reports it.
    ///
    /// - Parameter body: Shows the error.
    /// - Returns: The token: cancelling or releasing it ends the calls.
    public func observe(_ body: @escaping @Sendable (DisplayedError) -> Void) -> BlocSubscription {
        let number = guarded.withLock { guarded in
            guarded.last += 1
            guarded.listeners.append((guarded.last, body))
            return guarded.last
        }
        return BlocSubscription { [weak self] in
            let removed = self?.guarded.withLock { guarded -> (@Sendable (DisplayedError) -> Void)? in
                guard let index = guarded.listeners.firstIndex(where: { $0.number == number }) else { return nil }
                return guarded.listeners.remove(at: index).body
            }
            withExtendedLifetime(removed) {}
        }
    }
}

/// What an ``ErrorService`` gives to the log.
public struct ErrorLogEntry: Equatable, Sendable {
    /// How grave the error is.
    public let level: ErrorLevel
    /// What a developer wants to know.
    public let details: String

    /// Creates an entry.
    public init(level: ErrorLevel, details: String) {
        self.level = level
        self.details = details
    }
}

/// How grave an error is, in the six levels of logging.
public enum ErrorLevel: String, CaseIterable, Comparable, Sendable {
    /// For following a single step.
    case trace
    /// For finding defects.
    case debug
    /// Worth knowing.
    case info
    /// Something is not as it should be, and the work went on.
    case warning
    /// Something failed.
    case error
    /// The program cannot go on.
    case fatal

    /// Compares by gravity.
    public static func < (left: ErrorLevel, right: ErrorLevel) -> Bool { left.gravity < right.gravity }

    private var gravity: Int {
        switch self {
        case .trace: 0
        case .debug: 1
        case .info: 2
        case .warning: 3
        case .error: 4
        case .fatal: 5
        }
    }
}
