/// What a registration runs.
enum HandlerWork<B: StateSource>: Sendable {
    case sync(SyncHandler<B>)
    case async(@Sendable (B.Event, Emitter<B>) async throws -> Void)
}
