/// How many accepted events may wait, over all lanes, and what gives way when one more comes.
public struct MailboxLimit: Hashable, Sendable {
    /// What gives way.
    public enum Overflow: Hashable, Sendable {
        /// The oldest event that waits.
        case dropOldest
        /// The event that arrives.
        case reject
    }

    /// The most events that may wait, 1 or more.
    public let capacity: Int
    /// What gives way.
    public let overflow: Overflow

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - capacity: The most events that may wait, 1 or more; less stops the program with a message.
    ///   - overflow: What gives way.
    public init(capacity: Int, overflow: Overflow) {
        if capacity < 1 {
            Misuse.stop(
                "A mailbox needs room for at least one event, but its capacity is \(capacity).",
                wrong: "MailboxLimit(capacity: \(capacity), overflow: .\(overflow))",
                right: "MailboxLimit(capacity: 1, overflow: .\(overflow))"
            )
        }
        self.capacity = capacity
        self.overflow = overflow
    }
}
