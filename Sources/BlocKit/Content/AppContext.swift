public import Bloc

/// The loading sign and the error service, which all blocs of an app share.
///
/// Handlers capture it.
public struct AppContext: Sendable {
    /// The loading sign of the app.
    public let loading: LoadingBloc
    /// Where errors are reported.
    public let errors: ErrorService

    /// Creates a context.
    public init(loading: LoadingBloc = LoadingBloc(), errors: ErrorService = ErrorService()) {
        self.loading = loading
        self.errors = errors
    }

    /// Shows the loading sign; each call needs a call of ``hideAppLoading()``.
    public func showAppLoading() { loading.add(.shown) }

    /// Ends one ``showAppLoading()``; the sign is hidden when all have ended.
    public func hideAppLoading() { loading.add(.hidden) }

    /// Runs a call, shows the loading sign during it, and reports its error.
    ///
    /// - Returns: What the call returned; `nil` after a failure, which was reported.
    /// - Throws: `CancellationError`, which is not reported, when the call was cancelled.
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

/// A bloc of an app: one that shows the app's loading sign and reports to its error service.
///
/// Handlers, which cannot capture the bloc, capture its ``AppContext`` and have the same methods there.
public protocol BaseBloc: Bloc {
    /// The loading sign and the error service.
    var app: AppContext { get }
}

extension BaseBloc {
    /// Shows the loading sign until ``hideAppLoading()``.
    public func showAppLoading() { app.showAppLoading() }

    /// Ends one ``showAppLoading()``.
    public func hideAppLoading() { app.hideAppLoading() }

    /// Runs a call, shows the loading sign during it, and reports its error; see ``AppContext/run(showsLoading:_:)``.
    public func run<Result>(showsLoading: Bool = true, _ call: () async throws -> Result) async throws -> Result? {
        try await app.run(showsLoading: showsLoading, call)
    }
}
