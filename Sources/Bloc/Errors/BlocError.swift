/// An error that the runtime itself reports to `onError`.
public struct BlocError: Error, Equatable, CustomStringConvertible {
    /// The kinds of error.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name of the code.
        public let rawValue: String

        /// Takes the name as it is.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// No handler takes an event of this type.
        public static let unhandledEvent = Code(rawValue: "unhandled-event")
        /// A cancelled handler did not end within the grace period.
        public static let ignoredCancellation = Code(rawValue: "ignored-cancellation")
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
