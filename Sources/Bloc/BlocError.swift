/// An error that the runtime itself reports to `onError`.
public struct BlocError: Error, Equatable, CustomStringConvertible {
    /// The kinds of error.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name of the code.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// An event has no handler.
        public static let unhandledEvent = Code(rawValue: "unhandled-event")
        /// A cancelled handler did not end within the grace period.
        public static let ignoredCancellation = Code(rawValue: "ignored-cancellation")
        /// An event was dropped, so that there is no answer to it.
        public static let droppedEvent = Code(rawValue: "dropped-event")
    }

    /// The kind of error.
    public let code: Code
    /// What happened and what to do.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
