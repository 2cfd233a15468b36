/// What one consumer of a stream has not seen yet, and whether it waits.
struct StreamStateMachine<Element: Sendable> {
    typealias Continuation = UnsafeContinuation<Element?, Never>

    private enum State {
        /// Nobody waits; these are buffered.
        case buffering(Queue<Element>)
        /// The buffer is empty and these consumers wait, in order.
        case waiting([Waiter])
        /// No more will come; these are still to be consumed.
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

    /// The outcome of an element that arrives.
    enum ArrivalAction {
        /// Resume this consumer with the element.
        case resume(Continuation, Element)
        /// It is buffered; release this displaced element, if any, outside the lock.
        case buffered(displaced: Element?)
    }

    /// An element arrives.
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

    /// The outcome of a consumer asking for an element.
    enum DemandAction {
        /// Here it is; `nil` is the end.
        case resume(Element?)
        /// It waits.
        case wait
    }

    /// A consumer asks for the next element.
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

    /// The task of a waiting consumer was cancelled.
    ///
    /// - Returns: The consumer to resume with the end, unless it was served already.
    mutating func cancelled(number: Int) -> Continuation? {
        guard case .waiting(var waiters) = state, let index = waiters.firstIndex(where: { $0.number == number }) else {
            return nil
        }
        let waiter = waiters.remove(at: index)
        state = waiters.isEmpty ? .buffering(Queue()) : .waiting(waiters)
        return waiter.continuation
    }

    /// No more elements will come.
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

    /// The number of elements that wait to be consumed.
    var count: Int {
        switch state {
        case .buffering(let queue), .ended(let queue): queue.count
        case .waiting: 0
        }
    }
}
