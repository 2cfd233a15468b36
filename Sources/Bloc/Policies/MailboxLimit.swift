/// A limit for waiting events across all lanes, and what happens when it is exceeded.
public struct MailboxLimit: Hashable, Sendable {
    /// The event that is dropped when the mailbox is full.
    public enum Overflow: Hashable, Sendable {
        /// The oldest waiting event.
        case dropOldest
        /// The arriving event.
        case reject
    }

    package let capacity: Int
    package let overflow: Overflow

    /// Limits the number of waiting events to 1 or more; a lower number stops the program with a message.
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
