/// How an event ended.
public enum Outcome: Sendable {
    /// Its handler ran to its end.
    case handled
    /// No handler ran to completion for it, for the given reason.
    case dropped(DropReason)
    /// Its handler was cancelled, or it was cancelled before its handler began.
    case cancelled
    /// Its handler threw.
    case failed(any Error)
}

extension Outcome: CustomStringConvertible {
    /// The name of the case; of an error only the type, since errors may carry personal data.
    public var description: String {
        switch self {
        case .handled: "handled"
        case .dropped(let reason): "dropped(\(reason))"
        case .cancelled: "cancelled"
        case .failed(let error): "failed(\(type(of: error)))"
        }
    }
}
