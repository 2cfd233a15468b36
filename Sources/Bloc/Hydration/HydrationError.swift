/// What went wrong in restoring or saving the state of a bloc, as it is reported to `onError`.
public struct HydrationError: Error, CustomStringConvertible {
    /// The kinds of error.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name of the code.
        public let rawValue: String

        /// Takes the name as it is.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The storage could not be read; nothing was changed in it, and nothing is saved in this run.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The data is of a newer version; it is left alone, and nothing is saved in this run.
        public static let newerVersion = Code(rawValue: "newer-version")
        /// The data makes no sense; it was moved aside.
        public static let corrupt = Code(rawValue: "corrupt")
        /// The data makes no sense and could not be moved aside; nothing is saved in this run.
        public static let cannotMoveAside = Code(rawValue: "cannot-move-aside")
        /// A state could not be saved; the next change, or a flush, tries again.
        public static let notSaved = Code(rawValue: "not-saved")
    }

    /// The kind of error.
    public let code: Code
    /// The key of the data.
    public let key: String
    /// What the storage, the encoder or the decoder threw.
    public let underlying: (any Error)?

    /// Creates an error.
    public init(_ code: Code, key: String, underlying: (any Error)? = nil) {
        self.code = code
        self.key = key
        self.underlying = underlying
    }

    /// What happened.
    ///
    /// The data, and the text of the underlying error, are left out: they may be personal.
    public var description: String {
        let cause = underlying.map { " (\(type(of: $0)))" } ?? ""
        return switch code {
        case .unreadable: "The saved state \"\(key)\" could not be read\(cause); it was left alone."
        case .newerVersion: "The saved state \"\(key)\" is of a newer version of the program; it was left alone."
        case .corrupt: "The saved state \"\(key)\" makes no sense\(cause); it was moved aside."
        case .cannotMoveAside: "The saved state \"\(key)\" makes no sense and could not be moved aside\(cause)."
        case .notSaved: "The state \"\(key)\" could not be saved\(cause); the next change tries again."
        default: "The saved state \"\(key)\": \(code.rawValue)\(cause)."
        }
    }
}
