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
