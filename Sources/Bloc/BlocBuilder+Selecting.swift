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
    @inlinable
    public mutating func on<Payload>(
        _ payload: @escaping @Sendable (B.Event) -> Payload?,
        lane: Lane? = nil,
        policy: EventPolicy<B.Event> = .concurrent,
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
    @inlinable
    public mutating func on<Payload>(
        _ payload: @escaping @Sendable (B.Event) -> Payload?,
        lane: Lane? = nil,
        policy: EventPolicy<B.Event> = .concurrent,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping @Sendable (Payload, Emitter<B>) async throws -> Void
    ) {
        register(.matching { payload($0) != nil }, lane, policy, .of(payload, handler), B.Event.self, file, line)
    }

    // MARK: Events of one type

    /// Registers a synchronous handler for one concrete event type, where events are a family of types.
    ///
    /// ```swift
    /// bloc.on(.type(Saved.self)) { saved, emit in emit(saved.text) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The concrete type of the events, as `.type(Saved.self)`.
    ///   - lane: The lane that the handler shares with others; a lane of its own by default.
    ///   - policy: How its runs overlap with others in the lane.
    ///   - file: The file of the registration, for reports.
    ///   - line: The line of the registration, for reports.
    ///   - handler: Runs on the thread that adds the event, one at a time for the whole bloc.
    @inlinable
    public mutating func on<E>(
        _ type: EventType<E>,
        lane: Lane? = nil,
        policy: EventPolicy<B.Event> = .concurrent,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping @Sendable (E, Emitter<B>) throws -> Void
    ) {
        register(.type(ObjectIdentifier(E.self)), lane, policy, .of({ $0 as? E }, handler), E.self, file, line)
    }

    /// Registers an async handler for one concrete event type, where events are a family of types.
    ///
    /// - Parameters:
    ///   - type: The concrete type of the events, as `.type(Saved.self)`.
    ///   - lane: The lane that the handler shares with others; a lane of its own by default.
    ///   - policy: How its runs overlap with others in the lane.
    ///   - file: The file of the registration, for reports.
    ///   - line: The line of the registration, for reports.
    ///   - handler: Runs in a task of its own.
    @inlinable
    public mutating func on<E>(
        _ type: EventType<E>,
        lane: Lane? = nil,
        policy: EventPolicy<B.Event> = .concurrent,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping @Sendable (E, Emitter<B>) async throws -> Void
    ) {
        register(.type(ObjectIdentifier(E.self)), lane, policy, .of({ $0 as? E }, handler), E.self, file, line)
    }
}

/// A concrete type of events, for a bloc whose events are a family of types.
public struct EventType<E>: Sendable {
    /// The events of this type, without those of its subclasses.
    public static func type(_ type: E.Type) -> EventType { EventType() }
}
