/// The role of draining a bloc's mailbox, and the events that wait in it.
///
/// One thread or task has the role at a time.
@usableFromInline
struct MailboxStateMachine<Element: Sendable>: Sendable {
    /// What follows after an event was handled.
    @usableFromInline
    enum NextAction: Sendable {
        /// Handle this event.
        case handle(Element)
        /// Leave the rest to a task: the thread has handled enough events of others.
        case handOver
        /// Nothing waits; the role is free.
        case rest
    }

    /// The number of events of others that a thread handles before it hands over.
    @usableFromInline
    static var foreignLimit: UInt8 { 64 }

    /// Whether the role is taken.
    @usableFromInline
    var isBusy = false
    @usableFromInline
    var foreignHandled: UInt8 = 0
    /// The events that wait.
    @usableFromInline
    var queue = Queue<Element>()

    @inlinable
    init() {}

    /// The number of events that wait.
    @inlinable
    var count: Int { queue.count }

    /// Whether the role is free; then nothing waits either.
    @inlinable
    var isIdle: Bool { !isBusy }

    /// Takes the role for an event that is handled at once, without waiting in the queue.
    @inlinable
    mutating func begun() {
        isBusy = true
    }

    /// Queues an event that arrives while the role is taken, or just before it is taken.
    @inlinable
    mutating func enqueued(_ element: Element) {
        queue.append(element)
    }

    /// Tells the holder of the role what to do next.
    @inlinable
    mutating func next(isForeign: (Element) -> Bool) -> NextAction {
        guard let first = queue.popFirst() else {
            isBusy = false
            foreignHandled = 0
            return .rest
        }
        if isForeign(first) {
            guard foreignHandled < Self.foreignLimit else {
                foreignHandled = 0
                queue.putBack(first)
                return .handOver
            }
            foreignHandled += 1
        }
        return .handle(first)
    }

    /// The lowest number that `number` returns for a waiting event.
    @inlinable
    func oldest(_ number: (Element) -> UInt64?) -> UInt64? {
        queue.compactMin(number)
    }

    /// Removes the oldest event that matches.
    @inlinable
    mutating func remove(where matches: (Element) -> Bool) -> Element? {
        queue.removeFirst(where: matches)
    }

    /// Removes all waiting events.
    @inlinable
    mutating func removeAll() -> [Element] {
        queue.removeAll()
    }
}
