/// An error while restoring or saving the state of a bloc, as reported to `onError`.
public struct HydrationError: Error, CustomStringConvertible {
    /// The kinds of error.
    public enum Code: String, Sendable {
        /// The storage couldn't be read; it is left unchanged, and nothing is saved in this run.
        case unreadable
        /// The data has a newer version; it is left unchanged, and nothing is saved in this run.
        case newerVersion = "newer-version"
        /// The data is not valid; it was moved aside.
        case corrupt
        /// The data is not valid and couldn't be moved aside; nothing is saved in this run.
        case cannotMoveAside = "cannot-move-aside"
        /// A state couldn't be saved; the next change, or a flush, tries again.
        case notSaved = "not-saved"
        /// A newer bloc uses the same storage and key, so this one no longer saves anything.
        case superseded
        /// The key wasn't prefetched from the async storage before the bloc was created; nothing is saved in this run.
        case notPrefetched = "not-prefetched"
        /// The storage can't list its keys.
        case cannotList = "cannot-list"
    }

    /// The kind of error.
    public let code: Code
    /// The key of the data; empty if the error concerns the whole storage.
    public let key: String
    /// The error of the storage, the encoder or the decoder.
    public let underlying: (any Error)?

    package init(_ code: Code, key: String = "", underlying: (any Error)? = nil) {
        self.code = code
        self.key = key
        self.underlying = underlying
    }

    /// What happened, without the data or the text of the underlying error, which may contain personal data.
    public var description: String {
        let cause = underlying.map { " (\(type(of: $0)))" } ?? ""
        return switch code {
        case .unreadable:
            "The saved state “\(key)” could not be read\(cause). It was left unchanged, and nothing is saved in this run. "
                + "Repair the storage and start again."
        case .newerVersion:
            "The saved state “\(key)” was written by a newer version of the program. It was left unchanged, and nothing is "
                + "saved in this run. Update the program."
        case .corrupt:
            "The saved state “\(key)” is not valid\(cause). It was moved aside for inspection, and the bloc began with its "
                + "initial state."
        case .cannotMoveAside:
            "The saved state “\(key)” is not valid and could not be moved aside\(cause). Nothing is saved in this run. "
                + "Move it away and start again."
        case .notSaved:
            "The state “\(key)” could not be saved\(cause). The next change, or flush(), tries again."
        case .superseded:
            "The last state “\(key)” was not saved: a newer bloc saves under this key. Await close() of the old bloc before "
                + "you create the new one."
        case .notPrefetched:
            "The saved state “\(key)” was not prefetched, and nothing is saved in this run. Call the storage's "
                + "prefetch([…]) before you create the bloc."
        case .cannotList:
            "The storage cannot list its keys. Implement keys() in it, or prefetch all keys."
        }
    }
}
