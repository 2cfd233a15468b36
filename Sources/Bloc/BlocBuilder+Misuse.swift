// Declarations that catch common mistakes, so that the compiler says what to write instead.

extension BlocBuilder {
    /// Catches a condition without its label: its `Bool` would count as a payload, which every event has.
    @available(*, deprecated, message: "A condition needs its label: bloc.on(where: { … }) { event, emit in … }")
    public mutating func on(
        _ takes: @escaping @Sendable (B.Event) -> Bool,
        lane: Lane? = nil,
        policy: EventPolicy<B.Event> = .concurrent,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping @Sendable (B.Event, Emitter<B>) throws -> Void
    ) {
        on(lane: lane, policy: policy, where: takes, file: file, line: line, handler)
    }

    /// Catches the same mistake for an async handler.
    @available(*, deprecated, message: "A condition needs its label: bloc.on(where: { … }) { event, emit in … }")
    public mutating func on(
        _ takes: @escaping @Sendable (B.Event) -> Bool,
        lane: Lane? = nil,
        policy: EventPolicy<B.Event> = .concurrent,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ handler: @escaping @Sendable (B.Event, Emitter<B>) async throws -> Void
    ) {
        on(lane: lane, policy: policy, where: takes, file: file, line: line, handler)
    }
}

extension StateSource {
    /// Catches a class that conforms without declaring its own runtime.
    @available(
        *,
        unavailable,
        message:
            "Declare it in the class, by the name of the class instead of Self: `let runtime: BlocRuntime<CounterBloc>`."
    )
    public var runtime: BlocRuntime<Self> {
        // Unreachable: the compiler rejects every use.
        fatalError("The bloc or cubit doesn't declare a runtime.")
    }
}
