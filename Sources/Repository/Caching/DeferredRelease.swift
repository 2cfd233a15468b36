import Synchronization

/// Holds a value that is no longer needed until a task with time to spare releases it.
///
/// Freeing a page of 5,000 people takes as long as storing some hundred of them.
final class DeferredRelease<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    /// Holds the value in place of the previous one.
    func hold(_ new: Value?) {
        value.withLock { $0 = new }
    }

    /// Frees the memory of the held value.
    func release() {
        let old = value.withLock { $0.take() }
        withExtendedLifetime(old) {}
    }
}
