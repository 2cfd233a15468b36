/// Whether somebody handles the events of a bloc, and which events wait for it.
///
/// The role of handling them belongs to one thread or task at a time.
@usableFromInline
struct MailboxStateMachine<Element: Sendable>: Sendable {
    /// What is to be done after an event was handled.
    enum NextAction: Sendable {
        /// Handle this one.
        case handle(Element)
        /// Leave the rest to a task: the thread has worked enough for others.
        case handOver
        /// Nothing waits; the role is free.
        case rest
    }

    /// How many events of others a thread handles before it hands over.
    static var foreignLimit: Int { 64 }

    /// Whether somebody holds the role.
    @usableFromInline
    var isBusy = false
    /// The events that wait.
    @usableFromInline
    var queue = Queue<Element>()
    @usableFromInline
    var foreignHandled = 0

    @inlinable
    init() {}

    /// The number of events that wait.
    var count: Int { queue.count }

    /// Whether nobody holds the role; then nothing waits either.
    @inlinable
    var isIdle: Bool { !isBusy }

    /// The role is taken for an event that is handled at once, without waiting in the queue.
    @inlinable
    mutating func begun() {
        isBusy = true
    }

    /// An event arrives while the role is held, or in front of it being taken with ``next(isForeign:)``.
    mutating func enqueued(_ element: Element) {
        queue.append(element)
    }

    /// The holder of the role asks what to do next.
    mutating func next(isForeign: (Element) -> Bool) -> NextAction {
        guard let first = queue.first else {
            isBusy = false
            foreignHandled = 0
            return .rest
        }
        if isForeign(first) {
            guard foreignHandled < Self.foreignLimit else {
                foreignHandled = 0
                return .handOver
            }
            foreignHandled += 1
        }
        _ = queue.popFirst()
        return .handle(first)
    }

    /// The least number that `number` gives for an event that waits.
    func oldest(_ number: (Element) -> UInt64?) -> UInt64? {
        queue.compactMin(number)
    }

    /// Removes the oldest event that fits.
    mutating func remove(where fits: (Element) -> Bool) -> Element? {
        queue.removeFirst(where: fits)
    }

    /// Removes all that wait.
    mutating func removeAll() -> [Element] {
        queue.removeAll()
    }
}
