/// The network is not there.
///
/// Shown, unless whoever made it knows that it is not worth it (a refresh in the background).
public struct ConnectivityError: DisplayableError, LoggableError, SuppressibleError, Equatable {
    /// Whether it is to be kept from people.
    public let isSuppressed: Bool
    /// What a developer wants to know.
    public let details: String

    /// Creates an error.
    public init(details: String = "no connection", isSuppressed: Bool = false) {
        self.details = details
        self.isSuppressed = isSuppressed
    }

    /// A few words: what kind of thing went wrong.
    public var title: String { "No connection" }
    /// What happened, in a sentence.
    public var message: String { "The network could not be reached." }
    /// What to do about it.
    public var recovery: String? { "Check the connection, then try again." }
    /// How grave it is.
    public var level: ErrorLevel { .warning }
}
