/// Registers the handlers, the observer and the limits of a bloc while it is created.
///
/// It exists only inside the closure of ``BlocRuntime/init(initialState:name:_:)``.
public struct BlocBuilder<B: StateSource> {
    let context: BlocContext
    /// The registrations for one type of events, which come first.
    private var forTypes: [Registration<B>] = []
    private var registrations: [Registration<B>] = []
    var works: [StateWork<B>] = []
    private var broadcasts: [BroadcastRegistration<B>] = []
    private(set) var history: History<B.State>?
    private(set) var hydration: Hydration<B.State>?

    /// The limit for accepted events that wait, over all lanes; `nil` is no limit.
    public var mailboxLimit: MailboxLimit?
    /// The time that cancelled handlers have to end when the bloc closes, on the clock of the bloc; 5 seconds by default.
    public var gracePeriod = Duration.seconds(5)
    /// The bloc's own observer, called before the others; released when the bloc has closed.
    public var observer: (any BlocObserver)?
    /// The clock of this bloc; `nil` uses the one of the ``BlocContext``.
    public var clock: BlocClock?

    init(context: BlocContext) { self.context = context }

    // MARK: Handlers

    /// Registers a synchronous handler for selected events, or for all that no other registration takes.
    ///
    /// It runs on the thread that adds the event, one at a time for the whole bloc. The policy says how it overlaps with others in its
    /// lane; without a lane it has one of its own. If several registrations select an event, the first one gets it. Reports name a
    /// handler by the file and line of its registration.
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

    /// Registers an async handler for selected events, or for all that no other registration takes.
    ///
    /// It runs in a task of its own; everything else is as for a synchronous handler.
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

    /// Turns broadcast messages of a concrete type into events of this bloc; by default a message is the event itself.
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
    /// Saves are coalesced: while one is in progress, only the latest state is kept for the next one. Errors go to `onError`
    /// and do not affect the state. The last state is saved before the bloc's `close()` returns.
    public mutating func hydrate(_ hydration: Hydration<B.State>) { self.hydration = hydration }

    /// Keeps former states, so that as many changes as the limit can be undone and redone.
    ///
    /// The closure decides whether a state may be returned to; others are skipped. It runs under the lock of the bloc and must not
    /// touch a bloc.
    public mutating func history(limit: Int = 100, where accepts: @escaping @Sendable (B.State) -> Bool = { _ in true })
    {
        history = History(limit: max(0, limit), accepts: accepts)
    }

    /// The registrations, with which the bloc handles its events.
    var table: HandlerTable<B> {
        HandlerTable(registrations: forTypes + registrations, broadcasts: broadcasts, works: works)
    }

    /// Adds a registration for the events of one concrete type, for those that a predicate selects, or for all others.
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

extension Registration.Work {
    /// A synchronous handler of a value that is taken out of each event.
    @inlinable
    static func of<Value>(
        _ value: @escaping @Sendable (B.Event) -> Value?,
        _ handler: @escaping @Sendable (Value, Emitter<B>) throws -> Void
    ) -> Self {
        .sync { event, emit in
            // Always there: the registration was selected by it.
            if let value = value(event) { try handler(value, emit) }
        }
    }

    /// An async handler of a value that is taken out of each event.
    @inlinable
    static func of<Value>(
        _ value: @escaping @Sendable (B.Event) -> Value?,
        _ handler: @escaping @Sendable (Value, Emitter<B>) async throws -> Void
    ) -> Self {
        .async { event, emit in
            // Always there, for the same reason.
            if let value = value(event) { try await handler(value, emit) }
        }
    }
}
