/// A builder that registers the handlers, the observer and the limits of a bloc while it is being created.
///
/// It exists only inside the closure of ``BlocRuntime/init(initialState:name:_:)``.
public struct BlocBuilder<B: StateSource> {
    let context: BlocContext
    /// The registrations for one concrete event type, which are tried first.
    private var forTypes: [Registration<B>] = []
    private var registrations: [Registration<B>] = []
    var works: [StateWork<B>] = []
    private var broadcasts: [BroadcastRegistration<B>] = []
    private(set) var history: History<B.State>?
    private(set) var hydration: Hydration<B.State>?

    /// The limit for accepted events that are waiting, across all lanes; `nil` means no limit.
    public var mailboxLimit: MailboxLimit?
    /// The time that cancelled handlers get to finish when the bloc closes, on the clock of the bloc; 5 seconds by default.
    public var gracePeriod = Duration.seconds(5)
    /// The bloc's own observer, called before all others and released once the bloc has closed.
    public var observer: (any BlocObserver)?
    /// The clock of this bloc; `nil` uses the clock of the ``BlocContext``.
    public var clock: BlocClock?

    init(context: BlocContext) { self.context = context }

    // MARK: Handlers

    /// Registers a synchronous handler for selected events, or for all events that no other registration takes.
    ///
    /// It runs on the thread that adds the event, one at a time for the whole bloc. The policy says how it may overlap
    /// with other handlers in its lane; without a lane it gets its own. If several registrations select an event, the
    /// first one gets it. Reports identify a handler by the file and line of its registration.
    public mutating func on(
        lane: Lane? = nil,
        policy: EventPolicy<B.Event> = .concurrent,
        where takes: (@Sendable (B.Event) -> Bool)? = nil,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping @Sendable (B.Event, Emitter<B>) throws -> Void
    ) {
        register(takes, lane, policy, .sync(handler), file, line)
    }

    /// Registers an async handler for selected events, or for all events that no other registration takes.
    ///
    /// It runs in its own task; everything else works as for a synchronous handler.
    public mutating func on(
        lane: Lane? = nil,
        policy: EventPolicy<B.Event> = .concurrent,
        where takes: (@Sendable (B.Event) -> Bool)? = nil,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping @Sendable (B.Event, Emitter<B>) async throws -> Void
    ) {
        register(takes, lane, policy, .async(handler), file, line)
    }

    /// Turns broadcast messages of a concrete type into events of this bloc; by default the message itself is the event.
    ///
    /// The closure returns `nil` to ignore a message. It runs outside the lock of the bloc.
    public mutating func onBroadcast<Message: Sendable>(
        _ type: Message.Type,
        _ convert: @escaping @Sendable (Message) -> B.Event? = { $0 as? B.Event }
    ) {
        broadcasts.append((ObjectIdentifier(type), { message in (message as? Message).flatMap(convert) }))
    }

    // MARK: History

    /// Restores the state when the bloc is created, and saves it when it changes.
    ///
    /// Saves are coalesced: while one is in progress, only the latest state is kept for the next one. Errors are
    /// reported to `onError` and don't affect the state. The last state is saved before the bloc's `close()` returns.
    public mutating func hydrate(_ hydration: Hydration<B.State>) { self.hydration = hydration }

    /// Keeps previous states, so that as many changes as the limit allows can be undone and redone.
    ///
    /// The closure decides whether undo and redo may return to a state; states that it rejects are skipped. It runs
    /// under the lock of the bloc and must not touch a bloc.
    public mutating func history(limit: Int = 100, where accepts: @escaping @Sendable (B.State) -> Bool = { _ in true })
    {
        history = History(limit: max(0, limit), accepts: accepts)
    }

    /// The registrations that the bloc uses to handle its events.
    var table: HandlerTable<B> {
        HandlerTable(registrations: forTypes + registrations, broadcasts: broadcasts, works: works)
    }

    /// Adds a registration for a concrete event type, for events that a predicate selects, or for all remaining events.
    @usableFromInline
    mutating func register(
        _ takes: (@Sendable (B.Event) -> Bool)?,
        type: (any Any.Type)? = nil,
        _ lane: Lane?,
        _ policy: EventPolicy<B.Event>,
        _ work: Registration<B>.Work,
        _ file: StaticString,
        _ line: UInt
    ) {
        let events = type ?? B.Event.self
        let isTaken =
            type == nil
            ? takes == nil && registrations.contains { $0.takes == nil } : forTypes.contains { $0.name.takes == events }
        if isTaken { refuseDuplicate(events) }
        let registration = Registration(
            index: forTypes.count + registrations.count,
            name: RegistrationName(takes: events, file: file, line: line),
            takes: takes,
            lane: policy.fixed.lane ?? lane,
            policy: policy,
            work: work
        )
        if type == nil { registrations.append(registration) } else { forTypes.append(registration) }
    }

    private func refuseDuplicate(_ takes: any Any.Type) -> Never {
        Misuse.stop(
            "\(B.self) has two handlers for events of type \(takes). An event has one handler.",
            wrong: "bloc.on { event, emit in … }\nbloc.on { event, emit in … }",
            right: """
                bloc.on { event, emit in
                    switch event { … }
                }
                // or, to treat some cases differently:
                bloc.on(policy: .restartable, where: { $0 == .refreshed }) { event, emit in … }
                bloc.on { event, emit in … }
                """
        )
    }
}

@available(*, unavailable)
extension BlocBuilder: Sendable {}
