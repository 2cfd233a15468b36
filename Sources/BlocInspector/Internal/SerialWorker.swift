import Dispatch

/// Runs blocks one after the other, outside Swift's pool.
final class SerialWorker: Sendable {
    private let queue = DispatchQueue(label: "bloc.inspector", qos: .utility)

    func run(after delay: Duration, _ body: @escaping @Sendable () -> Void) {
        let (seconds, attoseconds) = delay.components
        let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
        queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds), execute: body)
    }

    /// Runs a block after those before it, and waits for it.
    func run(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            queue.async {
                body()
                continuation.resume()
            }
        }
    }
}
