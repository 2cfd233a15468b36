extension StateSource {
    /// Turns every state after the current one into an event of another bloc, for as long as both are open.
    ///
    /// Call it at the end of the listening bloc's initializer:
    ///
    /// ```swift
    /// session.forward(to: self) { .sessionChanged($0) }
    /// ```
    ///
    /// Events arrive in the order in which the states are published. Neither bloc keeps the other alive, and forwarding
    /// ends when either of them closes. The closure returns `nil` to ignore a state. It must not capture the listener.
    public func forward<Listener: Bloc>(
        to listener: Listener,
        _ event: @escaping @Sendable (State) -> Listener.Event?
    ) {
        let token = core.subscribe(
            Subscriber(isOfRuntime: true) { [weak listener] state in
                guard let listener, let event = event(state) else { return }
                listener.add(event)
            }
        )
        // This source keeps the token until it has closed and delivered its last state. The listener holds only a weak
        // reference, so that a listener to many short-lived blocs doesn't accumulate their tokens.
        core.keep(token)
        listener.core.whenClosing { [weak token] in token?.cancel() }
    }
}

/// A weak reference that a `Sendable` closure can capture.
struct WeakReference<Object: AnyObject & Sendable>: Sendable {
    weak let object: Object?

    init(_ object: Object?) { self.object = object }
}
