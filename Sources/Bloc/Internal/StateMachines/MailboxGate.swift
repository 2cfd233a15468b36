/// The fast path into a bloc: one atomic word that holds the role of draining and numbers the events.
///
/// It has three modes:
/// - *open*: the bloc is idle; a thread may take the role by changing the word, without the lock.
/// - *fast*: a thread that took the role in this way runs the handler. *Flagged*: there is more work, so the thread must end
///   its event under the lock.
/// - *slow*: ``MailboxStateMachine`` holds the role, under the lock.
@usableFromInline
struct MailboxGate: RawRepresentable, Equatable, Sendable {
    @usableFromInline
    let rawValue: UInt64

    @inlinable
    init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    @usableFromInline
    static let modeMask: UInt64 = 0b111
    @usableFromInline
    static let open: UInt64 = 0
    @usableFromInline
    static let fast: UInt64 = 1
    @usableFromInline
    static let slow: UInt64 = 2
    @usableFromInline
    static let flagged: UInt64 = 5
    /// The number of the last event is above the three bits of the mode.
    @usableFromInline
    static let step: UInt64 = 0b1000

    /// The gate of a bloc without a fast path, before its first event.
    @usableFromInline
    static let closed = MailboxGate(rawValue: slow)

    /// The number of the last event.
    @inlinable
    var sequence: UInt64 { rawValue >> 3 }

    /// Whether a thread may take the role without the lock.
    @inlinable
    var isOpen: Bool { rawValue & 0b111 == 0 }

    /// Whether a thread on the fast path has the role.
    @usableFromInline
    var isFast: Bool { rawValue & 1 == 1 }

    /// The gate after a thread took the role for the next event; only from *open*.
    @inlinable
    var entered: MailboxGate { MailboxGate(rawValue: rawValue &+ MailboxGate.step &+ 1) }

    /// The gate after that thread left; only from *fast*, not flagged.
    @inlinable
    var left: MailboxGate { MailboxGate(rawValue: rawValue &- 1) }

    /// The gate after some events were numbered under the lock; the mode stays.
    @usableFromInline
    func numbered(_ count: UInt64 = 1) -> MailboxGate { MailboxGate(rawValue: rawValue &+ MailboxGate.step &* count) }

    /// The gate after the lock's holder claimed the role: *open* becomes *slow*, *fast* is flagged.
    @usableFromInline
    var seized: MailboxGate {
        switch rawValue & MailboxGate.modeMask {
        case MailboxGate.open: MailboxGate(rawValue: rawValue | MailboxGate.slow)
        case MailboxGate.fast: MailboxGate(rawValue: rawValue & ~MailboxGate.modeMask | MailboxGate.flagged)
        default: self
        }
    }

    /// The gate after the thread on the fast path gave the role to the mailbox.
    @usableFromInline
    var slowed: MailboxGate { MailboxGate(rawValue: rawValue & ~MailboxGate.modeMask | MailboxGate.slow) }

    /// The gate after the bloc became idle.
    @usableFromInline
    var opened: MailboxGate { MailboxGate(rawValue: rawValue & ~MailboxGate.modeMask) }
}
