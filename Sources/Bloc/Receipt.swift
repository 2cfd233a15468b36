/// What ``Bloc/add(_:)`` returns: tells how the event ends, and can cancel it.
///
/// A receipt keeps neither the bloc nor its handlers alive. It resolves exactly once, whatever happens, after the
/// observers have seen the states that the event's handler published.
public struct Receipt: Sendable {
    @usableFromInline
    enum Storage: Sendable {
        case handled
        case pending(PendingReceipt)
    }

    @usableFromInline
    let storage: Storage

    @inlinable
    init(storage: Storage) {
        self.storage = storage
    }

    /// How the event ended; waits until that is known.
    public var outcome: Outcome {
        get async {
            switch storage {
            case .handled: .handled
            case .pending(let receipt): await receipt.outcome
            }
        }
    }

    /// Cancels the event: its handler's task when it runs, the event itself while it waits.
    ///
    /// A cancelled handler can publish nothing any more. A synchronous handler that is running, and an event that ended,
    /// are left as they are.
    public func cancel() {
        switch storage {
        case .handled: break
        case .pending(let receipt): receipt.cancel()
        }
    }
}

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

/// Why an event was not handled.
public enum DropReason: Hashable, Sendable {
    /// The bloc was closed or closing.
    case closed
    /// No handler takes such an event.
    case unhandled
    /// The bounded mailbox was full.
    case overflow
    /// A handler was running in a droppable lane.
    case busy
    /// A later event replaced it within the debounce time.
    case debounced
    /// It came within the throttle time after another.
    case throttled
    /// A custom rule dropped it.
    case policy
}
