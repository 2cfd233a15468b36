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
