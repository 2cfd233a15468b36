public import Observation

/// The common part of ``Bloc`` and ``Cubit``: a state that can be read and observed until the source closes.
///
/// Conform to ``Bloc`` or ``Cubit`` instead of this protocol. Use it to write code that accepts both.
public protocol StateSource<State>: AnyObject, Sendable, Observable {
    /// The events that can be added; `Never` for a cubit.
    associatedtype Event: Sendable
    /// The state. Publishing a state that is equal to the current one does nothing.
    ///
    /// In a module whose default isolation is `MainActor`, declare it inside the bloc, or write `nonisolated struct`: the runtime
    /// compares states on every thread.
    associatedtype State: Equatable & Sendable
    /// One-shot messages for the view, such as “navigate” or “show a message”.
    associatedtype Effect: Sendable = Never

    /// The runtime, created in the initializer.
    var runtime: BlocRuntime<Self> { get }
}

extension StateSource {
    /// The core of the runtime.
    @inlinable
    package var core: BlocCore<Self> { runtime.core }

    /// The current state, readable from any thread.
    ///
    /// A read inside a SwiftUI view or `withObservationTracking` is tracked.
    public var state: State { core.trackedState }

    /// The current state, then every later state in order, until the bloc closes.
    public var states: StateSequence<State> { states(buffering: .unbounded) }

    /// Every state after the current one, in order, until the bloc closes.
    public var changes: StateSequence<State> { changes(buffering: .unbounded) }

    /// Returns the current state, then later states, until the bloc closes; buffering starts with this call.
    public func states(buffering: Buffering) -> StateSequence<State> {
        StateSequence(core, buffering: buffering, includesCurrent: true)
    }

    /// Returns every state after the current one, until the bloc closes; buffered like ``states(buffering:)``.
    public func changes(buffering: Buffering) -> StateSequence<State> {
        StateSequence(core, buffering: buffering, includesCurrent: false)
    }

    /// The one-shot effects, until the bloc closes.
    ///
    /// Effects are buffered until a consumer iterates. Each is delivered once, to one consumer.
    public var effects: StateSequence<Effect> { StateSequence(effects: core.change { core.effectStream(&$0) }) }

    /// Calls a closure for every state after the current one.
    ///
    /// Calls come one at a time, in publishing order, outside every lock, on a thread that is publishing to this bloc; on an
    /// uncontended bloc that is before `emit` returns. The closure must not wait for another thread's event on this bloc.
    ///
    /// token = bloc.observe(when: { $0.isSignedIn != $1.isSignedIn }) { state in … }
    ///
    /// `isWanted` decides, given the previous state and the new one, whether the new one is delivered; `nil` delivers
    /// every state. Keep the token, for example in ``Subscriptions``: cancelling or releasing it, even by `_ =`, ends the
    /// calls.
    public func observe(
        when isWanted: (@Sendable (State, State) -> Bool)? = nil,
        _ body: @escaping @Sendable (State) -> Void
    ) -> BlocSubscription {
        guard let isWanted else { return core.subscribe(Subscriber(body: body)) }
        return select({ $0 }, when: isWanted, body)
    }

    /// Calls a closure with a part of the state whenever that part changes; otherwise like ``observe(when:_:)``.
    ///
    /// token = bloc.select(\.count, when: { $0 < 10 && $1 >= 10 }) { count in … }
    public func select<Part: Equatable & Sendable>(
        _ part: @escaping @Sendable (State) -> Part,
        when isWanted: (@Sendable (Part, Part) -> Bool)? = nil,
        _ body: @escaping @Sendable (Part) -> Void
    ) -> BlocSubscription {
        let selection = Selection(part, when: isWanted, body: body)
        return core.subscribe(Subscriber { selection.arrived($0) }) { selection.began(with: $0) }
    }

    /// Returns a part of the state, such as `\.name`, as an async sequence: the current part, then each new value.
    public func select<Part: Equatable & Sendable>(
        _ part: @escaping @Sendable (State) -> Part
    ) -> StateSequence<Part> {
        StateSequence(core, part: part)
    }

    // MARK: Closing

    /// Whether closing has begun.
    public var isClosed: Bool { core.isClosed }

    /// Closes the bloc: it accepts no more events, and when this returns, nothing is running.
    ///
    /// By then every receipt has resolved, every sequence has ended, the last state is saved if the bloc is hydrated,
    /// and the observers were notified. A later call can only shorten the closing. A call inside a handler of the same
    /// bloc doesn't wait for that handler.
    public func close(_ mode: CloseMode = .cancel) async { await core.close(mode) }

    // MARK: History

    /// Whether there is a state to go back to; always false without `history(limit:where:)` in the builder.
    public var canUndo: Bool { core.historyAllows { $0.canUndo(from: $1) } }

    /// Whether there is a state to go forward to.
    public var canRedo: Bool { core.historyAllows { $0.canRedo(from: $1) } }

    /// Goes back to the state before the last change, and returns whether there was such a state.
    @discardableResult
    public func undo() -> Bool { core.travel(.undo) { $0.undone(from: $1) } }

    /// Goes forward to the state that was last undone, unless the state changed since; returns whether there was such a state.
    @discardableResult
    public func redo() -> Bool { core.travel(.redo) { $0.redone(from: $1) } }

    /// Removes all states that could be undone or redone.
    public func clearHistory() {
        let released = core.withLock { $0.history?.cleared() }
        withExtendedLifetime(released) {}
    }

    /// Waits until the current state is saved; returns immediately without `hydrate(_:)` in the builder.
    ///
    /// Closing also saves the last state; a flush after that throws the error if it couldn't be saved.
    ///
    /// - Throws: ``HydrationError`` if the state couldn't be saved. The next change, or another flush, tries again,
    ///   unless the bloc has closed or a newer bloc saves under its key.
    public func flush() async throws {
        if let error = await core.withLock({ $0.saver })?.flush() { throw error }
    }

    // MARK: On the main actor

    /// Calls a closure on the main actor with the current state, then with every later state.
    ///
    /// On the main actor, the first call is made before this returns; elsewhere it follows soon. Calls come one at a time,
    /// in publishing order. A state published on the main actor is delivered before `emit` returns, unless earlier states
    /// from other threads are pending. Once the token is cancelled on the main actor, there are no more calls.
    ///
    /// token = bloc.bind { @MainActor [weak self] state in self?.show(state) }
    ///
    /// `isWanted` decides, given the previous state and the new one, whether the new one is shown; `nil` shows all. The
    /// initial state is always shown. Cancelling or releasing the token ends the calls.
    public func bind(
        when isWanted: (@Sendable (State, State) -> Bool)? = nil,
        _ show: @escaping @MainActor (State) -> Void
    ) -> BlocSubscription {
        bind({ $0 }, when: isWanted, show)
    }

    /// Calls a closure on the main actor with a part of the state, then whenever that part changes.
    ///
    /// Everything else works as for ``bind(when:_:)``.
    public func bind<Part: Equatable & Sendable>(
        _ part: @escaping @Sendable (State) -> Part,
        when isWanted: (@Sendable (Part, Part) -> Bool)? = nil,
        _ show: @escaping @MainActor (Part) -> Void
    ) -> BlocSubscription {
        // Subscribed before the first call is made, so that no state in between is missed.
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
