extension BlocBuilder {
    // MARK: Events that give a payload

    /// Registers a synchronous handler for the events that give a payload.
    ///
    /// The payload is what the handler needs of the event, so that it need not take the event apart again:
    ///
    /// ```swift
    /// bloc.on({ if case .renamed(let name) = $0 { name } else { nil } }) { name, emit in
    ///     emit.update { $0.name = name }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - payload: Takes the payload out of an event; `nil` leaves the event to another registration. If several select an event,
    ///     the first one registered gets it. It runs outside the lock of the bloc, perhaps more than once for an event.
    ///   - lane: The lane that the handler shares with others; a lane of its own by default.
    ///   - policy: How its runs overlap with others in the lane.
    ///   - file: The file of the registration, for reports.
    ///   - line: The line of the registration, for reports.
    ///   - handler: Runs on the thread that adds the event, one at a time for the whole bloc.
    public mutating func on<Payload>(
        _ payload: @escaping @Sendable (B.Event) -> Payload?,
        lane: Lane? = nil,
        policy: EventPolicy = .concurrent,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping @Sendable (Payload, Emitter<B>) throws -> Void
    ) {
        register(.matching { payload($0) != nil }, lane, policy, .of(payload, handler), B.Event.self, file, line)
    }

    /// Registers an async handler for the events that give a payload.
    ///
    /// ```swift
    /// bloc.on({ if case .queryChanged(let q) = $0 { q } else { nil } }, lane: "search", policy: .restartable) { q, emit in
    ///     emit(.results(try await service.search(q)))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - payload: Takes the payload out of an event; `nil` leaves the event to another registration. If several select an event,
    ///     the first one registered gets it. It runs outside the lock of the bloc, perhaps more than once for an event.
    ///   - lane: The lane that the handler shares with others; a lane of its own by default.
    ///   - policy: How its runs overlap with others in the lane.
    ///   - file: The file of the registration, for reports.
    ///   - line: The line of the registration, for reports.
    ///   - handler: Runs in a task of its own.
    public mutating func on<Payload>(
        _ payload: @escaping @Sendable (B.Event) -> Payload?,
        lane: Lane? = nil,
        policy: EventPolicy = .concurrent,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping @Sendable (Payload, Emitter<B>) async throws -> Void
    ) {
        register(.matching { payload($0) != nil }, lane, policy, .of(payload, handler), B.Event.self, file, line)
    }

    // MARK: A policy for each event

    /// Registers a synchronous handler whose policy is chosen for each event.
    ///
    /// - Parameters:
    ///   - lane: The lane of all policies that name none. Without it, the events of one rule share a lane, and do not affect events
    ///     of another rule.
    ///   - policy: Chooses the policy, in one switch without a default. It runs outside the lock of the bloc, perhaps more than once
    ///     for an event.
    ///   - takes: Selects its events; by default all that no other registration takes.
    ///   - file: The file of the registration, for reports.
    ///   - line: The line of the registration, for reports.
    ///   - handler: Runs on the thread that adds the event, one at a time for the whole bloc.
    public mutating func on(
        lane: Lane? = nil,
        policy: @escaping @Sendable (B.Event) -> EventPolicy,
        where takes: (@Sendable (B.Event) -> Bool)? = nil,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping @Sendable (B.Event, Emitter<B>) throws -> Void
    ) {
        register(.where(takes), lane, choosing: policy, .sync(SyncHandler(body: handler)), file, line)
    }

    /// Registers an async handler whose policy is chosen for each event.
    ///
    /// The compiler checks that every case of the event has one:
    ///
    /// ```swift
    /// bloc.on(policy: { event in
    ///     switch event {
    ///     case .queryChanged: .restartable.debounce(for: .milliseconds(300))
    ///     case .saved: .sequential
    ///     case .refreshed: .droppable
    ///     }
    /// }) { event, emit in
    ///     switch event { … }
    /// }
    /// ```
    ///
    /// Here a query cancels an older query and no save. To let cases of one rule overlap, or cases of different rules not, name
    /// their lanes: `.restartable.lane("search")`.
    ///
    /// - Parameters:
    ///   - lane: The lane of all policies that name none. Without it, the events of one rule share a lane, and do not affect events
    ///     of another rule.
    ///   - policy: Chooses the policy, in one switch without a default. It runs outside the lock of the bloc, perhaps more than once
    ///     for an event.
    ///   - takes: Selects its events; by default all that no other registration takes.
    ///   - file: The file of the registration, for reports.
    ///   - line: The line of the registration, for reports.
    ///   - handler: Runs in a task of its own.
    public mutating func on(
        lane: Lane? = nil,
        policy: @escaping @Sendable (B.Event) -> EventPolicy,
        where takes: (@Sendable (B.Event) -> Bool)? = nil,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping @Sendable (B.Event, Emitter<B>) async throws -> Void
    ) {
        register(.where(takes), lane, choosing: policy, .async(handler), file, line)
    }
}
