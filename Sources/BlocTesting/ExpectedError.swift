public import Bloc

/// An error that `testBloc` expects a bloc to report.
public struct ExpectedError: Sendable, CustomStringConvertible {
    /// What is expected, for the report of a failure.
    public let description: String
    let fits: @Sendable (any Error) -> Bool

    private init(description: String, fits: @escaping @Sendable (any Error) -> Bool) {
        self.description = description
        self.fits = fits
    }

    /// An error equal to this one.
    public static func error(_ error: some Error & Equatable) -> ExpectedError {
        ExpectedError(description: "\(Swift.type(of: error)): \(error)") { areSame($0, error) }
    }

    /// Any error of a type.
    public static func type<Failure: Error>(_ type: Failure.Type) -> ExpectedError {
        ExpectedError(description: "\(type)") { $0 is Failure }
    }

    /// An error that the runtime itself reports, such as an event without a handler.
    public static func bloc(_ code: BlocError.Code) -> ExpectedError {
        ExpectedError(description: "BlocError \(code.rawValue)") { ($0 as? BlocError)?.code == code }
    }

    /// An error for which a predicate holds.
    ///
    /// - Parameters:
    ///   - description: What is expected, for the report of a failure.
    ///   - fits: Decides.
    /// - Returns: The expectation.
    public static func matching(
        _ description: String,
        _ fits: @escaping @Sendable (any Error) -> Bool
    ) -> ExpectedError {
        ExpectedError(description: description, fits: fits)
    }
}
