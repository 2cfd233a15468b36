extension BlocBuilder {
    // MARK: Events with a payload

    /// Registers a synchronous handler for the events from which a payload can be extracted.
    ///
    /// ```swift
    /// bloc.on({ if case .renamed(let name) = $0 { name } else { nil } }) { name, emit in
    ///     emit.update { $0.name = name }
    /// }
    /// ```
    ///
    /// The first closure extracts what the handler needs from an event; `nil` leaves the event to another registration. It runs
    /// outside the lock of the bloc, perhaps more than once per event. Everything else works as for events selected by a predicate.
    @inlinable
    public mutating func on<Payload>(
        _ payload: @escaping @Sendable (B.Event) -> Payload?,
        lane: Lane? = nil,
        policy: EventPolicy<B.Event> = .concurrent,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping @Sendable (Payload, Emitter<B>) throws -> Void
    ) {
        let work = Registration<B>.Work.sync { event, emit in
            // Never `nil`: the registration was selected because the closure returned a value.
            if let payload = payload(event) { try handler(payload, emit) }
        }
        register({ payload($0) != nil }, lane, policy, work, file, line)
    }

    /// Registers an async handler, which runs in its own task, for the events from which a payload can be extracted.
    @inlinable
    public mutating func on<Payload>(
        _ payload: @escaping @Sendable (B.Event) -> Payload?,
        lane: Lane? = nil,
        policy: EventPolicy<B.Event> = .concurrent,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping @Sendable (Payload, Emitter<B>) async throws -> Void
    ) {
        let work = Registration<B>.Work.async { event, emit in
            if let payload = payload(event) { try await handler(payload, emit) }
        }
        register({ payload($0) != nil }, lane, policy, work, file, line)
    }

    // MARK: Events of one type

    /// Registers a synchronous handler for one concrete event type, for blocs whose events are a family of types.
    ///
    /// ```swift
    /// bloc.on(.type(Saved.self)) { saved, emit in emit(saved.text) }
    /// ```
    @inlinable
    public mutating func on<E>(
        _ type: EventType<E>,
        lane: Lane? = nil,
        policy: EventPolicy<B.Event> = .concurrent,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping @Sendable (E, Emitter<B>) throws -> Void
    ) {
        let work = Registration<B>.Work.sync { event, emit in
            if let event = event as? E { try handler(event, emit) }
        }
        register({ EventType<E>.takes($0) }, type: E.self, lane, policy, work, file, line)
    }

    /// Registers an async handler, which runs in its own task, for one concrete event type.
    @inlinable
    public mutating func on<E>(
        _ type: EventType<E>,
        lane: Lane? = nil,
        policy: EventPolicy<B.Event> = .concurrent,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping @Sendable (E, Emitter<B>) async throws -> Void
    ) {
        let work = Registration<B>.Work.async { event, emit in
            if let event = event as? E { try await handler(event, emit) }
        }
        register({ EventType<E>.takes($0) }, type: E.self, lane, policy, work, file, line)
    }
}

/// A concrete event type, for a bloc whose events are a family of types.
public struct EventType<E>: Sendable {
    /// Selects the events of exactly this type, not of its subclasses.
    public static func type(_ type: E.Type) -> EventType { EventType() }

    @inlinable
    static func takes<Event>(_ event: Event) -> Bool {
        // `is` alone is faster; only a class can have subclasses.
        event is E && (!(E.self is AnyClass) || Swift.type(of: event as Any) == E.self)
    }
}
