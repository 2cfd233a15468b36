/// An event that was accepted and not started.
@usableFromInline
struct QueuedEvent<B: StateSource>: Sendable {
    /// How far an event has come.
    enum Stage: Sendable {
        /// Its registration is not known yet.
        case accepted
        /// It passed the debounce of this registration.
        case shaped(registration: Int)
        /// Its lane let it start, with this registration.
        case ready(registration: Int)
    }

    let event: B.Event
    let context: EventContext
    let receipt: PendingReceipt
    /// Whether a handler of this bloc added it; such events do not count as work for others.
    let isOwn: Bool
    var stage = Stage.accepted

    var ticket: UInt64 { context.sequence }
}
