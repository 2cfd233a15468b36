import Synchronization

/// Remembers the first signal that came.
final class SignalRecord: Sendable {
    private let number = Mutex<Int32?>(nil)

    /// The first signal; `nil` when none came.
    var first: Int32? { number.withLock { $0 } }

    /// Notes a signal, and says whether it is the first.
    func isFirst(_ signal: Int32) -> Bool {
        number.withLock { number in
            if number != nil { return false }
            number = signal
            return true
        }
    }
}
