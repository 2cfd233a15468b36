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
