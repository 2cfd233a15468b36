/// An error that nobody knows how to show.
///
/// Its own text stays out of what is shown: it may hold personal data.
public struct UnknownError: DisplayableError, LoggableError {
    /// The error.
    public let underlying: any Error

    /// Wraps an error.
    public init(_ underlying: any Error) {
        self.underlying = underlying
    }

    /// A few words: what kind of thing went wrong.
    public var title: String { "Something went wrong" }
    /// What happened, in a sentence.
    public var message: String { "An unexpected error occurred." }
    /// What to do about it.
    public var recovery: String? { "Try again." }
    /// How grave it is.
    public var level: ErrorLevel { .error }
    /// The type of the error.
    public var details: String { "\(type(of: underlying))" }
}
