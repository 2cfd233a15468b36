/// What the thread that drains does next.
@usableFromInline
enum Turn<B: StateSource>: Sendable {
    /// Call the synchronous handler of this event, which has begun.
    case run(SyncHandler<B>, EventRecord<B>, B.Event)
    /// Move the event in hand on.
    case handle(EventRecord<B>, B.Event, EventLife.Step, HandlerTable<B>)
    /// Leave the rest to a task.
    case handOver
    /// Nothing: the role is given back.
    case rest
}

/// An event whose synchronous handler has returned or thrown.
@usableFromInline
struct EndedEvent<B: StateSource>: Sendable {
    @usableFromInline
    let record: EventRecord<B>
    @usableFromInline
    let outcome: Outcome

    @inlinable
    init(record: EventRecord<B>, outcome: Outcome) {
        self.record = record
        self.outcome = outcome
    }
}
