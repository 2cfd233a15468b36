/// An error that can be shown to people.
public protocol DisplayableError: Error {
    /// A few words: what kind of thing went wrong.
    var title: String { get }
    /// What happened, in a sentence.
    var message: String { get }
    /// What to do about it, if anything.
    var recovery: String? { get }
}

/// An error as it is shown, as a value for states.
public struct DisplayedError: DisplayableError, Equatable {
    /// A few words: what kind of thing went wrong.
    public let title: String
    /// What happened, in a sentence.
    public let message: String
    /// What to do about it, if anything.
    public let recovery: String?

    /// Creates an error to be shown.
    public init(title: String, message: String, recovery: String? = nil) {
        self.title = title
        self.message = message
        self.recovery = recovery
    }

    init(_ error: any DisplayableError) {
        self.init(title: error.title, message: error.message, recovery: error.recovery)
    }
}

/// An error that says how it is to be logged.
public protocol LoggableError: Error {
    /// How grave it is.
    var level: ErrorLevel { get }
    /// What a developer wants to know, without secrets and personal data.
    var details: String { get }
}

/// An error that may turn out not to be worth showing.
public protocol SuppressibleError: Error {
    /// Whether it is to be kept from people this time. It is asked each time the error is reported; logging is not affected.
    var isSuppressed: Bool { get }
}

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
