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
    ///   - isWanted: Receives the state before and the new one, and decides whether the new one is shown; `nil` shows all. The state
    ///     that it begins with is always shown.
    ///   - show: Receives each state.
    /// - Returns: The token: cancelling or releasing it ends the calls.
    public func bind(
        when isWanted: (@Sendable (State, State) -> Bool)? = nil,
        _ show: @escaping @MainActor (State) -> Void
    ) -> BlocSubscription {
        let delivery = MainDelivery(show)
        return bind(delivery, StateFilter(isWanted) { delivery.arrived($0) }) { $0 }
    }

    /// Calls a closure on the main actor with a part of the state, then whenever that part changes.
    ///
    /// - Parameters:
    ///   - part: Extracts the part from a state, such as `\.name`.
    ///   - show: Receives each new part, as in ``bind(when:_:)``.
    /// - Returns: The token: cancelling or releasing it ends the calls.
    public func bind<Part: Equatable & Sendable>(
        _ part: @escaping @Sendable (State) -> Part,
        _ show: @escaping @MainActor (Part) -> Void
    ) -> BlocSubscription {
        let delivery = MainDelivery(show)
        let filter = StateFilter<State>({ part($0) != part($1) }, { delivery.arrived(part($0)) })
        return bind(delivery, filter, part)
    }

    /// Subscribes before the first call is made, so that no state is missed in between.
    private func bind<Shown: Sendable>(
        _ delivery: MainDelivery<Shown>,
        _ filter: StateFilter<State>,
        _ shown: (State) -> Shown
    ) -> BlocSubscription {
        var first: State?
        let token = core.subscribe(Subscriber { filter.arrived($0) }) { state in
            filter.began(with: state)
            first = state
        }
        if let first { delivery.begin(with: shown(first)) }
        return BlocSubscription {
            delivery.cancel()
            token.cancel()
        }
    }
}

/// Delivers the states that differ from the one before in a wanted way.
final class StateFilter<State: Sendable>: Sendable {
    /// Decides from the state before and the new one; `nil` wants every state.
    private let isWanted: (@Sendable (State, State) -> Bool)?
    private let body: @Sendable (State) -> Void
    private let last = Lock<State?>(nil)

    init(_ isWanted: (@Sendable (State, State) -> Bool)? = nil, _ body: @escaping @Sendable (State) -> Void) {
        self.isWanted = isWanted
        self.body = body
    }

    /// Begins with the current state, which is not delivered.
    func began(with state: State) {
        if isWanted != nil { last.withLock { $0 = state } }
    }

    /// Takes in a published state.
    ///
    /// Calls come one at a time, so the last state does not change in between.
    func arrived(_ state: State) {
        guard let isWanted else { return body(state) }
        let old = last.withLock { last in
            defer { last = state }
            return last
        }
        if let old, isWanted(old, state) { body(state) }
    }
}
