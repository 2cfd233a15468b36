/// What the thread that drains does next.
///
/// It is done once and never copied: a copy would count references to all that it holds.
@usableFromInline
enum Turn<B: StateSource>: ~Copyable, Sendable {
    /// Call the synchronous handler of this event, which has begun.
    case run(SyncHandler<B>, EventRecord<B>, B.Event)
    /// Move the event in hand on.
    case handle(EventMove<B>)
    /// Start the only handler, which is async and registered, for this event.
    case launch(AsyncHandler<B>, EventRecord<B>, B.Event)
    /// Take the next event: this one waits in its lane, or has ended.
    case next
    /// Leave the rest to a task.
    case handOver
    /// Nothing: the role is given back.
    case rest
}

/// An event in hand and its next step.
@usableFromInline
struct EventMove<B: StateSource>: Sendable {
    @usableFromInline
    let record: EventRecord<B>
    @usableFromInline
    let event: B.Event
    @usableFromInline
    let step: EventLife.Step
    @usableFromInline
    let table: HandlerTable<B>

    @inlinable
    init(_ record: EventRecord<B>, _ event: B.Event, _ step: EventLife.Step, _ table: HandlerTable<B>) {
        self.record = record
        self.event = event
        self.step = step
        self.table = table
    }
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
