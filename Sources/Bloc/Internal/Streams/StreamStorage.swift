/// The buffer between a bloc and one consumer, or several consumers that share its elements.
package final class StreamStorage<Element: Sendable>: Sendable {
    private typealias Continuation = UnsafeContinuation<Void, Never>

    private struct Guarded {
        /// The elements that no consumer has taken; empty while one waits.
        var elements = Queue<Element>()
        /// The waiting consumers, in order.
        var waiters: [(number: Int, continuation: Continuation)] = []
        /// The elements for resumed consumers.
        ///
        /// Not in their continuations: the thread sanitizer reports a race for a result that arrives before the task suspends.
        var handed: [Int: Element] = [:]
        var lastNumber = 0
        var isOver = false
    }

    private let buffering: Buffering
    private let guarded = Lock(Guarded())

    package init(buffering: Buffering) { self.buffering = buffering }

    package func send(_ element: Element) {
        // Elements that don't fit into the buffer are released outside the lock.
        let (waiter, displaced) = guarded.withLock { guarded -> (Continuation?, Element?) in
            if guarded.isOver { return (nil, nil) }
            if !guarded.waiters.isEmpty {
                let waiter = guarded.waiters.removeFirst()
                guarded.handed[waiter.number] = element
                return (waiter.continuation, nil)
            }
            var displaced: Element?
            switch buffering {
            case .unbounded: break
            case .latest: displaced = guarded.elements.popFirst()
            case .newest(let limit):
                if guarded.elements.count >= max(1, limit) { displaced = guarded.elements.popFirst() }
            case .oldest(let limit):
                if guarded.elements.count >= max(1, limit) { return (nil, element) }
            }
            guarded.elements.append(element)
            return (nil, displaced)
        }
        waiter?.resume()
        withExtendedLifetime(displaced) {}
    }

    /// Ends the stream: consumers get the buffered elements, then the end.
    func end() {
        let waiters = guarded.withLock { guarded in
            guarded.isOver = true
            return exchange(&guarded.waiters, with: [])
        }
        for waiter in waiters { waiter.continuation.resume() }
    }

    /// Returns the next element; `nil` at the end or when the task is cancelled.
    package func next(isolation: isolated (any Actor)? = #isolation) async -> Element? {
        let number = guarded.withLock { guarded in
            guarded.lastNumber += 1
            return guarded.lastNumber
        }
        var next: Element?
        await withTaskCancellationHandler {
            await withUnsafeContinuation(isolation: isolation) { (continuation: Continuation) in
                if Task.isCancelled { return continuation.resume() }
                let (element, waits) = guarded.withLock { guarded -> (Element?, Bool) in
                    if let element = guarded.elements.popFirst() { return (element, false) }
                    if !guarded.isOver { guarded.waiters.append((number, continuation)) }
                    return (nil, !guarded.isOver)
                }
                next = element
                if !waits { continuation.resume() }
                // A cancellation after the check above found no consumer to resume, so check again.
                if waits, Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            cancel(number)
        }
        return next ?? guarded.withLock { $0.handed.removeValue(forKey: number) }
    }

    private func cancel(_ number: Int) {
        let waiter = guarded.withLock { guarded in
            guarded.waiters.firstIndex { $0.number == number }.map { guarded.waiters.remove(at: $0) }
        }
        waiter?.continuation.resume()
    }
}

/// A part of a state, delivered when it has changed.
final class Selection<State: Sendable, Part: Equatable & Sendable>: Sendable {
    private let part: @Sendable (State) -> Part
    private let isWanted: (@Sendable (Part, Part) -> Bool)?
    private let body: @Sendable (Part) -> Void
    /// The part of the last state, or the state to start from.
    private let last = Lock<(part: Part?, state: State?)>((nil, nil))

    init(
        _ part: @escaping @Sendable (State) -> Part,
        when isWanted: (@Sendable (Part, Part) -> Bool)? = nil,
        body: @escaping @Sendable (Part) -> Void
    ) {
        self.part = part
        self.isWanted = isWanted
        self.body = body
    }

    /// Starts from a state whose part isn't delivered; without one, the first state's part is.
    ///
    /// The state is kept and its part extracted later, because user code must not run under the lock of the bloc.
    func began(with state: State) { last.withLock { $0.state = state } }

    /// Processes a published state; calls come one at a time.
    func arrived(_ state: State) {
        let next = part(state)
        let last = last.withLock { exchange(&$0, with: (next, nil)) }
        let old = last.part ?? last.state.map(part)
        if let old, old == next || isWanted?(old, next) == false { return }
        body(next)
    }
}
