public import Bloc

/// Turns any error into a displayed error and a log entry.
///
/// Blocs report errors to it; views observe it.
public final class ErrorService: Sendable {
    private struct Guarded {
        var listeners: [(number: Int, body: @Sendable (DisplayedError) -> Void)] = []
        var last = 0
    }

    private let translate: @Sendable (any Error) -> (any Error)?
    private let log: @Sendable (any LoggableError) -> Void
    private let guarded = Lock(Guarded())

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - translate: Turns errors of other libraries into displayable and loggable ones, such as a ``ConnectivityError``; `nil`
    ///     keeps the error.
    ///   - log: Receives each error, for the log.
    public init(
        translate: @escaping @Sendable (any Error) -> (any Error)? = { _ in nil },
        log: @escaping @Sendable (any LoggableError) -> Void = { _ in }
    ) {
        self.translate = translate
        self.log = log
    }

    /// Logs an error, and notifies the observers unless it is suppressed.
    ///
    /// - Parameter error: Any error. One that is neither displayable nor loggable is treated as an ``UnknownError``.
    /// - Returns: The displayed error; `nil` when the error is suppressed or a cancellation.
    @discardableResult
    public func report(_ error: any Error) -> DisplayedError? {
        if error is CancellationError { return nil }
        let error = translate(error) ?? error
        log(error as? any LoggableError ?? UnknownError(error))
        if let suppressible = error as? any SuppressibleError, suppressible.isSuppressed { return nil }
        let displayed = DisplayedError(error as? any DisplayableError ?? UnknownError(error))
        for listener in guarded.withLock({ $0.listeners.map(\.body) }) { listener(displayed) }
        return displayed
    }

    /// Calls a closure for each displayed error, on the thread that reports it.
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
