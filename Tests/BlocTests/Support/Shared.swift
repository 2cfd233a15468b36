import Bloc

/// A value that threads and tasks share.
final class Shared<Value: Sendable>: Sendable {
    private let guarded: Lock<Value>

    init(_ value: Value) {
        guarded = Lock(value)
    }

    var value: Value {
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

    func change(_ body: (inout Value) -> Void) {
        guarded.withLock { body(&$0) }
    }
}
