extension StateSource {
    /// Turns every state after the current one into an event of another bloc, for as long as both are open.
    ///
    /// Call it at the end of the initializer of the bloc that listens:
    ///
    /// ```swift
    /// session.forward(to: self) { .sessionChanged($0) }
    /// ```
    ///
    /// The events come in the order in which the states are published. Neither bloc keeps the other alive, and closing either of them
    /// ends it. The closure returns `nil` to ignore a state. It must not capture the listener.
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
        // This source keeps the token until it has ended, and its last state was delivered. The listener has no more of it than
        // a weak reference, so that one that hears many short-lived blocs does not collect what is left of them.
        core.keep(token)
        listener.core.whenClosing { [weak token] in token?.cancel() }
    }
}

/// A weak reference that can be captured by a closure that runs anywhere.
struct WeakReference<Object: AnyObject & Sendable>: Sendable {
    weak let object: Object?

    init(_ object: Object?) { self.object = object }
}
