/// The elements that a stream's consumers have not seen, or the consumers that wait.
struct StreamStateMachine<Element: Sendable> {
    typealias Continuation = UnsafeContinuation<Element?, Never>

    private enum State {
        /// No consumer waits; these elements are buffered.
        case buffering(Queue<Element>)
        /// The buffer is empty; these consumers wait, in order.
        case waiting([Waiter])
        /// No more elements will come; these have not been consumed.
        case ended(Queue<Element>)
    }

    private struct Waiter {
        let number: Int
        let continuation: Continuation
    }

    private let buffering: Buffering
    private var state = State.buffering(Queue())

    init(buffering: Buffering) {
        self.buffering = buffering
    }

    /// What an arriving element requires.
    enum ArrivalAction {
        /// Resume this consumer with the element.
        case resume(Continuation, Element)
        /// Release the displaced element, if any, outside the lock: the element was buffered.
        case buffered(displaced: Element?)
    }

    /// Takes in an element.
    mutating func arrived(_ element: Element) -> ArrivalAction {
        switch state {
        case .waiting(var waiters):
            let first = waiters.removeFirst()
            state = waiters.isEmpty ? .buffering(Queue()) : .waiting(waiters)
            return .resume(first.continuation, element)
        case .buffering(var queue):
            state = .ended(Queue())  // Gives up the second reference, so that the queue is changed in place.
            let displaced = Self.add(element, to: &queue, buffering: buffering)
            state = .buffering(queue)
            return .buffered(displaced: displaced)
        case .ended:
            return .buffered(displaced: element)
        }
    }

    private static func add(_ element: Element, to queue: inout Queue<Element>, buffering: Buffering) -> Element? {
        var displaced: Element?
        switch buffering {
        case .unbounded:
            break
        case .latest:
            displaced = queue.popFirst()
        case .newest(let limit):
            if queue.count >= max(1, limit) { displaced = queue.popFirst() }
        case .oldest(let limit):
            if queue.count >= max(1, limit) { return element }
        }
        queue.append(element)
        return displaced
    }

    /// What a consumer's demand requires.
    enum DemandAction {
        /// Resume the consumer with the element; `nil` is the end.
        case resume(Element?)
        /// Nothing: the consumer waits.
        case wait
    }

    /// Takes in a consumer's demand for the next element.
    mutating func demanded(number: Int, _ continuation: Continuation) -> DemandAction {
        switch state {
        case .buffering(var queue):
            if queue.isEmpty {
                state = .waiting([Waiter(number: number, continuation: continuation)])
                return .wait
            }
            state = .ended(Queue())  // As above.
            let element = queue.popFirst()
            state = .buffering(queue)
            return .resume(element)
        case .waiting(let waiters):
            state = .waiting(waiters + [Waiter(number: number, continuation: continuation)])
            return .wait
        case .ended(var queue):
            state = .ended(Queue())  // As above.
            let element = queue.popFirst()
            state = .ended(queue)
            return .resume(element)
        }
    }

    /// Removes a waiting consumer whose task was cancelled.
    ///
    /// - Returns: The consumer to resume with the end, unless it has its element already.
    mutating func cancelled(number: Int) -> Continuation? {
        guard case .waiting(var waiters) = state, let index = waiters.firstIndex(where: { $0.number == number }) else {
            return nil
        }
        let waiter = waiters.remove(at: index)
        state = waiters.isEmpty ? .buffering(Queue()) : .waiting(waiters)
        return waiter.continuation
    }

    /// Ends the stream.
    ///
    /// - Returns: The consumers to resume with the end.
    mutating func ended() -> [Continuation] {
        switch state {
        case .buffering(let queue):
            state = .ended(queue)
            return []
        case .waiting(let waiters):
            state = .ended(Queue())
            return waiters.map(\.continuation)
        case .ended:
            return []
        }
    }

    /// The number of buffered elements.
    var count: Int {
        switch state {
        case .buffering(let queue), .ended(let queue): queue.count
        case .waiting: 0
        }
    }
}
