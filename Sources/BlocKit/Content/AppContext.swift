public import Bloc

/// The loading indicator and the error service that all blocs of an app share.
///
/// Handlers capture it.
public struct AppContext: Sendable {
    /// The loading indicator of the app.
    public let loading: LoadingBloc
    /// The service that errors are reported to.
    public let errors: ErrorService

    /// Creates a context.
    public init(loading: LoadingBloc = LoadingBloc(), errors: ErrorService = ErrorService()) {
        self.loading = loading
        self.errors = errors
    }

    /// Shows the loading indicator; each call must be balanced by a call to ``hideAppLoading()``.
    public func showAppLoading() { loading.add(.shown) }

    /// Balances one ``showAppLoading()``; the indicator is hidden once all calls are balanced.
    public func hideAppLoading() { loading.add(.hidden) }

    /// Runs a call while the loading indicator is shown, and reports its error.
    ///
    /// - Returns: The result of the call; `nil` after a failure, which has been reported.
    /// - Throws: `CancellationError` if the call was cancelled; this is not reported.
    public func run<Result>(showsLoading: Bool = true, _ call: () async throws -> Result) async throws -> Result? {
        if showsLoading { showAppLoading() }
        defer { if showsLoading { hideAppLoading() } }
        do {
            return try await call()
        } catch  where !(error is CancellationError) {
            try Task.checkCancellation()
            errors.report(error)
            return nil
        }
    }
}

/// A bloc of an app that shows the app's loading indicator and reports to its error service.
///
/// Handlers can't capture the bloc, so they capture its ``AppContext``, which has the same methods.
public protocol BaseBloc: Bloc {
    /// The loading indicator and the error service.
    var app: AppContext { get }
}

extension BaseBloc {
    /// Shows the loading indicator until ``hideAppLoading()``.
    public func showAppLoading() { app.showAppLoading() }

    /// Balances one ``showAppLoading()``.
    public func hideAppLoading() { app.hideAppLoading() }

    /// Runs a call while the loading indicator is shown, and reports its error; see ``AppContext/run(showsLoading:_:)``.
    public func run<Result>(showsLoading: Bool = true, _ call: () async throws -> Result) async throws -> Result? {
        try await app.run(showsLoading: showsLoading, call)
    }
}
