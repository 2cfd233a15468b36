extension StateSource {
    // MARK: On the main actor

    /// Calls a closure on the main actor with the current state, then with every later one.
    ///
    /// Called on the main actor, it makes the first call before it returns; elsewhere the first call follows soon. Calls come one at
    /// a time, in the order of publishing. A state that is published on the main actor arrives before `emit` returns, unless earlier
    /// ones from other threads are due. After the token was cancelled on the main actor, no call comes.
    ///
    /// ```swift
    /// token = bloc.bind { @MainActor [weak self] state in self?.show(state) }
    /// ```
    ///
    /// - Parameters:
    ///   - isWanted: Decides, from the state before and the new one, whether the new one is shown; `nil` shows all. The state that it
    ///     begins with is always shown.
    ///   - show: Receives each state.
    /// - Returns: The token: cancelling or releasing it ends the calls.
    public func bind(
        when isWanted: (@Sendable (State, State) -> Bool)? = nil,
        _ show: @escaping @MainActor (State) -> Void
    ) -> BlocSubscription {
        bind({ $0 }, when: isWanted, show)
    }

    /// Calls a closure on the main actor with a part of the state, then whenever that part changes.
    ///
    /// Everything else is as for ``bind(when:_:)``.
    public func bind<Part: Equatable & Sendable>(
        _ part: @escaping @Sendable (State) -> Part,
        when isWanted: (@Sendable (Part, Part) -> Bool)? = nil,
        _ show: @escaping @MainActor (Part) -> Void
    ) -> BlocSubscription {
        // Subscribed before the first call is made, so that no state is missed in between.
        let delivery = MainDelivery(show)
        let selection = Selection(part, when: isWanted) { delivery.arrived($0) }
        var first: State?
        let token = core.subscribe(Subscriber { selection.arrived($0) }) { state in
            selection.began(with: state)
            first = state
        }
        if let first { delivery.begin(with: part(first)) }
        return BlocSubscription {
            delivery.cancel()
            token.cancel()
        }
    }
}
