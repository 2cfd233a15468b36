/// Something costly that is made when it is needed first, once however many tasks ask for it at the same time.
actor LazyResource<Value: Sendable> {
    private let make: @Sendable () async throws -> Value
    private var making: Task<Value, any Error>?

    init(make: @escaping @Sendable () async throws -> Value) {
        self.make = make
    }

    /// The value, made now if nobody asked before; a failure is final.
    func value() async throws -> Value {
        if let making { return try await making.value }
        let task = Task { [make] in try await make() }
        making = task
        return try await task.value
    }

    /// The value if anybody asked for it and it could be made.
    func valueIfMade() async -> Value? {
        try? await making?.value
    }
}
