// What doesn't compile, or only with a warning, so that the compiler says what to write instead.

extension BlocBuilder {
    /// Catches a condition without its label: a `Bool` would be a payload, which every event gives.
    @available(*, deprecated, message: "A condition has a label: bloc.on(where: { … }) { event, emit in … }")
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

    /// The same for an async handler.
    @available(*, deprecated, message: "A condition has a label: bloc.on(where: { … }) { event, emit in … }")
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
    /// A class that conforms declares its runtime itself.
    @available(
        *,
        unavailable,
        message:
            "Declare it in the class, by the name of the class instead of Self: `let runtime: BlocRuntime<CounterBloc>`."
    )
    public var runtime: BlocRuntime<Self> {
        // Unreachable: the compiler rejects every use.
        fatalError("The bloc or cubit declares no runtime.")
    }
}
