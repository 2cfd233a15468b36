/// Why a file could not be read.
public enum ConfigFileError: Error, Hashable, Sendable {
    /// Nothing is there.
    case missing
    /// It is a folder, a pipe, a device or a socket.
    case notRegular
    /// It is larger than this many bytes.
    case tooLarge(limit: Int)
    /// The system refused, for the reason given.
    case unreadable(String)

    /// The reason as the end of a sentence.
    public var reason: String {
        switch self {
        case .missing: "there is no such file"
        case .notRegular: "it is not a regular file"
        case .tooLarge(let limit): "it is larger than \(limit) bytes"
        case .unreadable(let reason): reason
        }
    }
}
