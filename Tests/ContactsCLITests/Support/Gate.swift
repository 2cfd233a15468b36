import Synchronization

/// Holds tasks until the test lets them through, cancelled or not, and tells the test that one has come.
final class Gate: Sendable {
    private let arrivals: AsyncStream<Void>
    private let arrived: AsyncStream<Void>.Continuation
    private let passage: AsyncStream<Void>
    private let passed: AsyncStream<Void>.Continuation

    init() {
        (arrivals, arrived) = AsyncStream.makeStream()
        (passage, passed) = AsyncStream.makeStream()
    }

    /// Called by the code under test: waits until the test opens the gate.
    func pass() async {
        arrived.yield()
        // A task of its own, since cancellation of the caller must not open the gate.
        await Task { [passage] in for await _ in passage {} }.value
    }

    /// Waits until a caller stands at the gate.
    func waitForArrival() async {
        for await _ in arrivals { return }
    }

    /// Lets through who stands there and who comes later.
    func open() {
        passed.finish()
    }
}
