import Foundation

/// A value that threads and tasks share.
public final class Shared<Value: Sendable>: Sendable {
    private let guarded: Locked<Value>

    /// Creates a shared value.
    public init(_ value: Value) {
        guarded = Locked(value)
    }

    /// The value now.
    public var value: Value {
        get { guarded.withLock { $0 } }
        set {
            let old = guarded.withLock { value in
                let old = value
                value = newValue
                return old
            }
            // Released here, outside the lock.
            withExtendedLifetime(old) {}
        }
    }

    /// Changes the value in one step.
    public func change(_ body: (inout Value) -> Void) {
        guarded.withLock { body(&$0) }
    }
}

/// A value under a lock whose order the thread sanitizer sees, unlike that of a `Mutex` on Linux.
///
/// Unchecked: the lock guards the value.
final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}
