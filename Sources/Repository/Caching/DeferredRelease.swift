import Synchronization

/// A value that nobody needs any more, until somebody who has the time gives its memory back.
///
/// To give back 5,000 people takes as long as to store some hundred of them.
final class DeferredRelease<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    /// Keeps the value, in place of the one before.
    func put(_ new: Value?) {
        value.withLock { $0 = new }
    }

    /// Gives the memory of the value back.
    func discard() {
        let old = value.withLock { $0.take() }
        withExtendedLifetime(old) {}
    }
}
