/// Something to be called outside every lock, in the order decided inside.
@usableFromInline
enum Delivery<B: StateSource>: Sendable {
    /// Tell these subscribers of a state.
    case state(B.State, to: [Subscriber<B.State>])
    /// Call the hooks.
    case hook(HookCall<B>)
    /// Send an effect to its consumers.
    case effect(B.Effect, StreamStorage<B.Effect>)
    /// Resolve the receipt of an event, and release the event.
    case receipt(PendingReceipt, Outcome, of: B.Event)
    /// Release a subscriber that was removed, after whatever is being delivered to it.
    case release(Subscriber<B.State>)
    /// Let somebody go who waited for the close.
    case resume(UnsafeContinuation<Void, Never>)
    /// End everything: the last delivery of a bloc.
    case end(Remains<B>)
}
