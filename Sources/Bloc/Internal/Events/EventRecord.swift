/// What a bloc knows of an event that has not ended: one object that is also its receipt and its place in the inbox.
///
/// Unchecked, with this proof: the thread that adds the event writes it before the record is shared. From then on everything in it
/// is written and read under the lock of the bloc only, except `answer` and `core`, which never change, and `older`, which only the
/// thread uses that put the record into the inbox, and after that the one that took it out.
@usableFromInline
final class EventRecord<B: StateSource>: PendingReceipt, @unchecked Sendable {
    /// The event, until it has ended.
    @usableFromInline
    @exclusivity(unchecked) var event: B.Event?
    /// The event whose handler added this one.
    @usableFromInline
    @exclusivity(unchecked) var cause: EventReference?
    @usableFromInline
    @exclusivity(unchecked) var life: EventLife
    /// Whether a handler of this bloc added it; such events do not count as work for others.
    @usableFromInline
    @exclusivity(unchecked) var isOwn: Bool
    /// The registration whose handler runs.
    @usableFromInline
    @exclusivity(unchecked) var registration: Int32 = 0
    /// The lane of that registration.
    @usableFromInline
    @exclusivity(unchecked) var lane: Int32 = 0
    /// The word of the inbox before this record.
    @usableFromInline
    @exclusivity(unchecked) var older: UInt = 0
    /// Records the states that the event's handler publishes, if the caller asked for them.
    @usableFromInline
    let answer: AnswerRecord<B.State>?
    /// The core of the bloc.
    ///
    /// Neither retained nor checked, with this proof: it is used while the event is pending only. Until its receipt has resolved,
    /// the thread, the task or the timer that works on the event holds the core.
    @usableFromInline
    unowned(unsafe) let core: BlocCore<B>

    @inlinable
    init(
        _ event: B.Event,
        of ticket: UInt64 = 0,
        cause: EventReference? = nil,
        isOwn: Bool = false,
        answer: AnswerRecord<B.State>? = nil,
        life: EventLife = .arrived,
        in core: BlocCore<B>
    ) {
        self.event = event
        self.cause = cause
        self.life = life
        self.isOwn = isOwn
        self.answer = answer
        self.core = core
        super.init(of: ticket)
    }

    /// The event as hooks get it.
    @inlinable
    var context: EventContext { EventContext(sequence: ticket, cause: cause) }

    @usableFromInline
    override var canceller: (@Sendable () -> Void)? {
        // A strong reference to the core, from here on.
        { [core, self] in core.cancel(self) }
    }

    @usableFromInline
    override func didResolve() { answer?.end() }
}

/// What is to be cancelled outside the lock.
@usableFromInline
enum Cancellation: Sendable {
    case timer(Task<Void, Never>)
    /// The task of the handler of this receipt's event.
    case handler(PendingReceipt)

    @inlinable
    func cancel() {
        switch self {
        case .timer(let task): task.cancel()
        case .handler(let receipt): receipt.cancelTask()
        }
    }
}
