import Bloc

/// A value that is set later.
final class Slot<Value: Sendable>: Sendable {
    private let guarded = Lock<Value?>(nil)

    var value: Value? { guarded.withLock { $0 } }

    func set(_ value: Value?) {
        guarded.withLock { $0 = value }
    }
}
