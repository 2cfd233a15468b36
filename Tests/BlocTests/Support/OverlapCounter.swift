import Bloc

/// Counts overlapping calls.
final class OverlapCounter: Sendable {
    private let guarded = Lock((inside: 0, most: 0))

    /// The largest number of overlapping calls.
    var most: Int { guarded.withLock { $0.most } }

    /// Counts a call.
    func count<Result>(_ call: () throws -> Result) rethrows -> Result {
        enter()
        defer { leave() }
        return try call()
    }

    func enter() {
        guarded.withLock { guarded in
            guarded.inside += 1
            guarded.most = max(guarded.most, guarded.inside)
        }
    }

    func leave() { guarded.withLock { $0.inside -= 1 } }
}
