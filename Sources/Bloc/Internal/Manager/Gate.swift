/// Lets threads wait until another has finished something.
final class Gate: Sendable {
    private let lock = Lock<Void>(())

    /// Keeps the gate shut while `body` runs.
    func hold<Result: Sendable>(_ body: () throws -> Result) rethrows -> Result {
        try lock.withLock { _ in try body() }
    }

    /// Waits until the gate is open.
    func wait() {
        lock.withLock { _ in }
    }
}
