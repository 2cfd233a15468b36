/// A synchronous handler.
///
/// An object, so that calling it through a borrowed reference costs no reference counting.
@usableFromInline
final class SyncHandler<B: StateSource>: Sendable {
    @usableFromInline
    let body: @Sendable (B.Event, Emitter<B>) throws -> Void

    init(body: @escaping @Sendable (B.Event, Emitter<B>) throws -> Void) {
        self.body = body
    }
}
