/// A state that several blocs read, and change in the handlers of their events.
///
/// ```swift
/// let cart = SharedState(Cart(), name: "cart")
/// // In a handler of any bloc; a handler that was cancelled changes nothing:
/// emit.update(cart) { $0.items.append(item) }
/// // At the end of the initializer of a bloc that wants to know:
/// cart.forward(to: self) { .cartChanged($0) }
/// ```
///
/// It is a cubit: it can be observed, saved and undone like any other, and all readers see its states in one order. It has no
/// method that changes it, so that each change is made by the handler of an event, which logs and recordings show.
public final class SharedState<Value: Equatable & Sendable>: Cubit {
    /// The value that is shared.
    public typealias State = Value

    /// The runtime.
    public let runtime: CubitRuntime<SharedState>

    /// Creates a shared state, with a name for logs; the closure sets an observer, a history or a storage.
    public init(
        _ initialState: Value,
        name: String? = nil,
        _ build: (inout BlocBuilder<SharedState>) -> Void = { _ in }
    ) {
        (runtime, _) = CubitRuntime.make(initialState: initialState, name: name, build)
    }
}

extension Emitter {
    /// Reads, changes and publishes a shared state in one step, so that concurrent handlers lose no change.
    ///
    /// Like publishing, it works until this handler ends or is cancelled: a handler that was restarted cannot overwrite what its
    /// successor wrote. The closure runs under a lock: it must be quick and must not touch a bloc.
    public func update<Value>(_ shared: SharedState<Value>, _ body: (inout Value) -> Void) {
        var refused: B.State?
        shared.core.publish(ticket: 0) { value in
            // Under both locks: who cancels the handler sees the state before this change or after it, and no change later.
            // This cannot deadlock: nothing takes the lock of a shared state while it holds that of another bloc.
            core.withLock { own in
                if core.isLive(ticket, &own) { body(&value) } else { refused = own.state }
            }
        }
        if let refused { core.reportLate(refused, ticket: ticket) }
    }
}
