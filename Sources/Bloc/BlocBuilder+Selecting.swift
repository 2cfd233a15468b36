extension BlocBuilder {
    // MARK: Events that give a payload

    /// Registers a synchronous handler for the events that give a payload.
    ///
    /// ```swift
    /// bloc.on({ if case .renamed(let name) = $0 { name } else { nil } }) { name, emit in
    ///     emit.update { $0.name = name }
    /// }
    /// ```
    ///
    /// The first closure takes what the handler needs out of an event; `nil` leaves the event to another registration. It runs outside
    /// the lock of the bloc, perhaps more than once for an event. Everything else is as for the events that a predicate selects.
    @inlinable
    public mutating func on<Payload>(
        _ payload: @escaping @Sendable (B.Event) -> Payload?,
        lane: Lane? = nil,
        policy: EventPolicy<B.Event> = .concurrent,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping @Sendable (Payload, Emitter<B>) throws -> Void
    ) {
        register({ payload($0) != nil }, lane, policy, .of(payload, handler), file, line)
    }

    /// Registers an async handler, which runs in a task of its own, for the events that give a payload.
    @inlinable
    public mutating func on<Payload>(
        _ payload: @escaping @Sendable (B.Event) -> Payload?,
        lane: Lane? = nil,
        policy: EventPolicy<B.Event> = .concurrent,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping @Sendable (Payload, Emitter<B>) async throws -> Void
    ) {
        register({ payload($0) != nil }, lane, policy, .of(payload, handler), file, line)
    }

    // MARK: Events of one type

    /// Registers a synchronous handler for one concrete event type, where events are a family of types.
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
        register({ EventType<E>.takes($0) }, type: E.self, lane, policy, .of({ $0 as? E }, handler), file, line)
    }

    /// Registers an async handler, which runs in a task of its own, for one concrete event type.
    @inlinable
    public mutating func on<E>(
        _ type: EventType<E>,
        lane: Lane? = nil,
        policy: EventPolicy<B.Event> = .concurrent,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping @Sendable (E, Emitter<B>) async throws -> Void
    ) {
        register({ EventType<E>.takes($0) }, type: E.self, lane, policy, .of({ $0 as? E }, handler), file, line)
    }
}

/// A concrete type of events, for a bloc whose events are a family of types.
public struct EventType<E>: Sendable {
    /// The events of this type, without those of its subclasses.
    public static func type(_ type: E.Type) -> EventType { EventType() }

    @inlinable
    static func takes<Event>(_ event: Event) -> Bool { Swift.type(of: event as Any) == E.self }
}
