/// How a bloc turns a broadcast message into an event of its own.
struct BroadcastRegistration<B: StateSource>: Sendable {
    let message: ObjectIdentifier
    let convert: @Sendable (any Sendable) -> B.Event?
}
