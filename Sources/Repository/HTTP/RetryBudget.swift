import Synchronization

/// What all requests of a client may repeat together, so that a server in trouble is not asked several times as often.
///
/// It begins full; a repetition costs one, and an answer earns a fifth back.
package final class RetryBudget: Sendable {
    private let capacity: Double
    private let left: Mutex<Double>

    /// Creates a full budget for so many repetitions.
    package init(capacity: Int = 20) {
        self.capacity = Double(capacity)
        left = Mutex(Double(capacity))
    }

    /// Takes one repetition, when there is one.
    func spend() -> Bool {
        left.withLock { left in
            guard left >= 1 else { return false }
            left -= 1
            return true
        }
    }

    /// Takes note of an answer.
    func earn() {
        left.withLock { $0 = min(capacity, $0 + 0.2) }
    }
}
