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
    /// The first closure takes what the handler needs out of an event; `nil` leaves the event to another registration. If several
    /// select an event, the first one registered gets it. It runs outside the lock of the bloc, perhaps more than once for an
    /// event. Everything else is as for the events that a predicate selects.
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
    ///
    /// Everything else is as for the events that give a payload.
    @inlinable
    public mutating func on<E>(
        _ type: EventType<E>,
        lane: Lane? = nil,
        policy: EventPolicy<B.Event> = .concurrent,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping @Sendable (E, Emitter<B>) throws -> Void
    ) {
        let isOpaque = OpaqueExistential.holds(B.Event.self)
        let work = Registration<B>.Work.of({ EventType<E>.value($0, isOpaque: isOpaque) }, handler)
        register(nil, type: E.self, lane, policy, work, file, line)
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
        let isOpaque = OpaqueExistential.holds(B.Event.self)
        let work = Registration<B>.Work.of({ EventType<E>.value($0, isOpaque: isOpaque) }, handler)
        register(nil, type: E.self, lane, policy, work, file, line)
    }
}

/// A concrete type of events, for a bloc whose events are a family of types.
public struct EventType<E>: Sendable {
    /// The events of this type, without those of its subclasses.
    public static func type(_ type: E.Type) -> EventType { EventType() }

    /// The event as one of this type.
    @inlinable
    static func value<Event>(_ event: Event, isOpaque: Bool) -> E? {
        guard isOpaque else { return event as? E }
        // The bits are those of an `E`: the types are the same.
        func opened<T>(_ event: T) -> E? { T.self == E.self ? unsafeBitCast(event, to: E.self) : event as? E }
        return _openExistential(OpaqueExistential.erased(event), do: opened)
    }
}

/// A look into events whose static type is a protocol; generic code can only cast them, which takes longer than all else of an event.
///
/// Such a value is an opaque existential container: three words of value, its type, and a witness table for each protocol. `Any`
/// is the same without witness tables ("Existential containers" in Swift's `docs/ABI/TypeLayout.rst`).
@usableFromInline
enum OpaqueExistential: Sendable {
    /// Whether the values of a type are such containers; those of classes, of errors and of protocols with arguments are others.
    @usableFromInline
    static func holds(_ type: any Any.Type) -> Bool {
        // A metatype points to the kind of the type, then the flags of an existential: not of classes, no special protocol.
        let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
        guard metadata.load(as: UInt.self) == 0x303 else { return false }
        return metadata.load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt32.self) & 0xBF00_0000 == 0x8000_0000
    }

    /// The concrete type of a value of such a type.
    @inlinable
    static func type<Event>(of event: Event) -> ObjectIdentifier {
        withUnsafePointer(to: event) { event in
            let metadata = UnsafeRawPointer(event)
                .load(fromByteOffset: 3 * MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
            // The type of an object may be a subclass of the one that is stored; kinds of other types are small numbers.
            let kind = metadata.load(as: UInt.self)
            guard kind != 0, kind <= 0x7FF else { return ObjectIdentifier(Swift.type(of: erased(event.pointee))) }
            // The identifier of a type is the address of its metadata.
            return unsafeBitCast(metadata, to: ObjectIdentifier.self)
        }
    }

    /// A value of such a type as `Any`; a conversion would put it into a box.
    @inlinable
    static func erased<Event>(_ event: Event) -> Any {
        withUnsafePointer(to: event) { UnsafeRawPointer($0).assumingMemoryBound(to: Any.self).pointee }
    }
}
