/// An error that the runtime itself reports to `onError`.
public struct BlocError: Error, Equatable, CustomStringConvertible {
    /// The kinds of error.
    public enum Code: String, Sendable {
        /// An event has no handler.
        case unhandledEvent = "unhandled-event"
        /// A cancelled handler did not end within the grace period.
        case ignoredCancellation = "ignored-cancellation"
        /// An event was dropped, so there is no answer to it.
        case droppedEvent = "dropped-event"
    }

    /// The kind of error.
    public let code: Code
    /// What happened and what to do.
    public let description: String

    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
