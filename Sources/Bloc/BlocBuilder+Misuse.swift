// What does not compile, or with a warning only, so that the compiler says what to write instead.

extension BlocBuilder {
    /// A handler without an emitter does not exist.
    @available(*, unavailable, message: "A handler has two parameters: bloc.on { event, emit in … }")
    public mutating func on(
        lane: Lane? = nil,
        policy: EventPolicy = .concurrent,
        where takes: (@Sendable (B.Event) -> Bool)? = nil,
        _ handler: @escaping @Sendable (B.Event) async throws -> Void
    ) {
        refuse()
    }

    /// A handler without an emitter does not exist.
    @available(*, unavailable, message: "A handler has two parameters: bloc.on(Type.self) { event, emit in … }")
    public mutating func on<E>(
        _ type: E.Type,
        lane: Lane? = nil,
        policy: EventPolicy = .concurrent,
        _ handler: @escaping @Sendable (E) async throws -> Void
    ) {
        refuse()
    }

    /// A handler without an emitter does not exist.
    @available(*, unavailable, message: "A handler has two parameters: bloc.on({ … }) { payload, emit in … }")
    public mutating func on<Payload>(
        _ payload: @escaping @Sendable (B.Event) -> Payload?,
        lane: Lane? = nil,
        policy: EventPolicy = .concurrent,
        _ handler: @escaping @Sendable (Payload) async throws -> Void
    ) {
        refuse()
    }

    /// A handler without an emitter does not exist.
    @available(*, unavailable, message: "A handler has two parameters: bloc.on(policy: { … }) { event, emit in … }")
    public mutating func on(
        lane: Lane? = nil,
        policy: @escaping @Sendable (B.Event) -> EventPolicy,
        _ handler: @escaping @Sendable (B.Event) async throws -> Void
    ) {
        refuse()
    }

    /// A handler without parameters does not exist.
    @available(*, unavailable, message: "A handler has two parameters: bloc.on { event, emit in … }")
    public mutating func on(
        lane: Lane? = nil,
        policy: EventPolicy = .concurrent,
        where takes: (@Sendable (B.Event) -> Bool)? = nil,
        _ handler: @escaping @Sendable () async throws -> Void
    ) {
        refuse()
    }

    /// A policy without its label does not exist.
    @available(*, unavailable, message: "A policy has a label: bloc.on(policy: .restartable) { event, emit in … }")
    public mutating func on(
        _ policy: EventPolicy,
        lane: Lane? = nil,
        where takes: (@Sendable (B.Event) -> Bool)? = nil,
        _ handler: @escaping @Sendable (B.Event, Emitter<B>) async throws -> Void
    ) {
        refuse()
    }

    /// A registration for one value of an event does not exist.
    @available(
        *,
        unavailable,
        message: "Select events by a condition: bloc.on(where: { $0 == .refreshed }) { event, emit in … }"
    )
    public mutating func on(
        _ event: B.Event,
        lane: Lane? = nil,
        policy: EventPolicy = .concurrent,
        _ handler: @escaping @Sendable (B.Event, Emitter<B>) async throws -> Void
    ) {
        refuse()
    }

    /// Registers a synchronous handler for selected events.
    ///
    /// Without this a `Bool` would be a payload, which every event gives.
    @available(*, deprecated, message: "A condition has a label: bloc.on(where: { … }) { event, emit in … }")
    public mutating func on(
        _ takes: @escaping @Sendable (B.Event) -> Bool,
        lane: Lane? = nil,
        policy: EventPolicy = .concurrent,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping @Sendable (B.Event, Emitter<B>) throws -> Void
    ) {
        on(lane: lane, policy: policy, where: takes, file: file, line: line, handler)
    }

    /// Registers an async handler for selected events.
    ///
    /// Without this a `Bool` would be a payload, which every event gives.
    @available(*, deprecated, message: "A condition has a label: bloc.on(where: { … }) { event, emit in … }")
    public mutating func on(
        _ takes: @escaping @Sendable (B.Event) -> Bool,
        lane: Lane? = nil,
        policy: EventPolicy = .concurrent,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping @Sendable (B.Event, Emitter<B>) async throws -> Void
    ) {
        on(lane: lane, policy: policy, where: takes, file: file, line: line, handler)
    }

    private func refuse() -> Never {
        // Unreachable: the compiler rejects every call.
        fatalError("The compiler rejects this call.")
    }
}

extension Bloc {
    /// A class that conforms declares its runtime itself.
    @available(
        *,
        unavailable,
        message:
            "Declare it in the class, by the name of the class instead of Self: `let runtime: BlocRuntime<CounterBloc>`."
    )
    public var runtime: BlocRuntime<Self> {
        // Unreachable: the compiler rejects every use.
        fatalError("The bloc declares no runtime.")
    }
}

extension Cubit {
    /// A class that conforms declares its runtime itself.
    @available(
        *,
        unavailable,
        message:
            "Declare it in the class, by the name of the class instead of Self: `let runtime: CubitRuntime<CounterCubit>`."
    )
    public var runtime: CubitRuntime<Self> {
        // Unreachable: the compiler rejects every use.
        fatalError("The cubit declares no runtime.")
    }
}
