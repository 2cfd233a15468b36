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
