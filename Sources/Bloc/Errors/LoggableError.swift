/// An error that says how it is to be logged.
public protocol LoggableError: Error {
    /// How grave it is.
    var level: ErrorLevel { get }
    /// What a developer wants to know, without secrets and personal data.
    var details: String { get }
}
