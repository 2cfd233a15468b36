/// The way into a bloc without its lock: one word that says who may handle events, and numbers them.
///
/// Three modes:
/// - *open*: the bloc is idle and plain; a thread may take the role of handling events by changing the word.
/// - *fast*: a thread that took the role so runs the plain handler. *Flagged*: somebody left work for it, so that it must
///   end under the lock.
/// - *slow*: the role is what ``MailboxStateMachine`` says, under the lock.
@usableFromInline
struct MailboxGate: RawRepresentable, Equatable, Sendable {
    @usableFromInline
    let rawValue: UInt64

    @inlinable
    init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    private static let modeMask: UInt64 = 0b111
    private static let open: UInt64 = 0
    private static let fast: UInt64 = 1
    private static let slow: UInt64 = 2
    private static let flagged: UInt64 = 5
    /// The number of the first event stands above the three bits of the mode.
    @usableFromInline
    static let step: UInt64 = 0b1000

    /// Nobody may enter without the lock; no event was numbered.
    static let closed = MailboxGate(rawValue: slow)

    /// The number of the last event.
    @inlinable
    var sequence: UInt64 { rawValue >> 3 }

    /// Whether a thread may take the role now.
    @inlinable
    var isOpen: Bool { rawValue & 0b111 == 0 }

    /// Whether a thread that took the role without the lock has it.
    var isFast: Bool { rawValue & 1 == 1 }

    /// A thread takes the role for the next event.
    ///
    /// Only from *open*.
    @inlinable
    var entered: MailboxGate { MailboxGate(rawValue: rawValue &+ MailboxGate.step &+ 1) }

    /// The thread that entered leaves.
    ///
    /// Only from *fast*, not flagged.
    @inlinable
    var left: MailboxGate { MailboxGate(rawValue: rawValue &- 1) }

    /// An event is numbered under the lock; the mode stays.
    var numbered: MailboxGate { MailboxGate(rawValue: rawValue &+ MailboxGate.step) }

    /// Somebody under the lock wants the mailbox to say the truth: *open* becomes *slow*, *fast* is flagged.
    var seized: MailboxGate {
        switch rawValue & MailboxGate.modeMask {
        case MailboxGate.open: MailboxGate(rawValue: rawValue | MailboxGate.slow)
        case MailboxGate.fast: MailboxGate(rawValue: rawValue & ~MailboxGate.modeMask | MailboxGate.flagged)
        default: self
        }
    }

    /// The role passes to the lock: whoever was fast is so no more.
    var slowed: MailboxGate { MailboxGate(rawValue: rawValue & ~MailboxGate.modeMask | MailboxGate.slow) }

    /// The bloc is idle and plain again.
    var opened: MailboxGate { MailboxGate(rawValue: rawValue & ~MailboxGate.modeMask) }
}
