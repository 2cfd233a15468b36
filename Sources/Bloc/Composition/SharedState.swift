/// A state that several blocs read, and that their event handlers can change.
///
/// ```swift
/// let cart = SharedState(Cart(), name: "cart")
/// // In a handler of any bloc; a cancelled handler changes nothing:
/// emit.update(cart) { $0.items.append(item) }
/// // At the end of the initializer of a bloc that reacts to changes:
/// cart.forward(to: self) { .cartChanged($0) }
/// ```
///
/// It is a cubit: it can be observed, saved and undone like any other, and all readers see its states in the same order. It
/// has no mutating method of its own, so every change comes from an event handler and shows up in logs and recordings.
public final class SharedState<Value: Equatable & Sendable>: Cubit {
    /// The type of the shared value.
    public typealias State = Value

    /// The runtime.
    public let runtime: CubitRuntime<SharedState>

    /// Creates a shared state, with a name for logs; the closure configures an observer, a history or a storage.
    public init(
        _ initialState: Value,
        name: String? = nil,
        _ build: (inout BlocBuilder<SharedState>) -> Void = { _ in }
    ) {
        (runtime, _) = CubitRuntime.make(initialState: initialState, name: name, build)
    }
}

extension Emitter {
    /// Reads, changes and publishes a shared state in one step, so that concurrent handlers lose no changes.
    ///
    /// Like publishing, it works until this handler ends or is cancelled: a handler that was restarted can't overwrite
    /// its successor's changes. The closure runs under a lock: it must be quick and must not touch a bloc.
    public func update<Value>(_ shared: SharedState<Value>, _ body: (inout Value) -> Void) {
        var refused: B.State?
        shared.core.publish(ticket: 0) { value in
            var next = value
            // Under both locks: whoever cancels the handler sees the state from before this change or after it, and no later
            // change. This can't deadlock: nothing takes the lock of a shared state while it holds another bloc's lock.
            core.withLock { own in
                if core.isLive(ticket, &own) { body(&next) } else { refused = own.state }
            }
            return next
        }
        if let refused { core.reportLate(refused, ticket: ticket) }
    }
}
