/// The buffer between a bloc and one consumer, or several that share its elements.
@usableFromInline
final class StreamStorage<Element: Sendable>: Sendable {
    private struct Guarded {
        var machine: StreamStateMachine<Element>
        var lastDemand = 0
    }

    private let guarded: Lock<Guarded>

    init(buffering: Buffering) {
        guarded = Lock(Guarded(machine: StreamStateMachine(buffering: buffering)))
    }

    var count: Int { guarded.withLock { $0.machine.count } }

    func send(_ element: Element) {
        switch guarded.withLock({ $0.machine.arrived(element) }) {
        case .resume(let continuation, let element): continuation.resume(returning: element)
        case .buffered(let displaced): withExtendedLifetime(displaced) {}
        }
    }

    func end() {
        for continuation in guarded.withLock({ $0.machine.ended() }) { continuation.resume(returning: nil) }
    }

    /// The next element; `nil` at the end and when the task is cancelled.
    func next(isolation: isolated (any Actor)? = #isolation) async -> Element? {
        let number = guarded.withLock { guarded in
            guarded.lastDemand += 1
            return guarded.lastDemand
        }
        return await withTaskCancellationHandler {
            await withUnsafeContinuation(isolation: isolation) { (continuation: UnsafeContinuation<Element?, Never>) in
                if Task.isCancelled {
                    continuation.resume(returning: nil)
                    return
                }
                switch guarded.withLock({ $0.machine.demanded(number: number, continuation) }) {
                case .resume(let element):
                    continuation.resume(returning: element)
                case .wait:
                    // Cancellation between the check above and the demand finds no consumer to resume: look again.
                    if Task.isCancelled { cancel(number) }
                }
            }
        } onCancel: {
            cancel(number)
        }
    }

    private func cancel(_ number: Int) {
        guarded.withLock { $0.machine.cancelled(number: number) }?.resume(returning: nil)
    }
}
