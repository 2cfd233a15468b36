public import Observation

/// What a ``Bloc`` and a ``Cubit`` have in common: a state that can be read, followed and closed.
///
/// Do not conform to this protocol; conform to ``Bloc`` or ``Cubit``. Use it to write code that takes either.
public protocol StateSource<State>: AnyObject, Sendable, Observable {
    /// What the source is told; `Never` for a cubit.
    associatedtype Event: Sendable
    /// What the source shows. Two equal states are one: publishing a state equal to the current one does nothing.
    associatedtype State: Equatable & Sendable
    /// One-shot messages to whoever shows the state, such as "navigate" or "show a message".
    associatedtype Effect: Sendable = Never

    /// The machinery; conforming types get it from their runtime.
    var core: BlocCore<Self> { get }
}

extension StateSource {
    /// The current state, readable from anywhere; reading it inside a SwiftUI view or `withObservationTracking` tracks it.
    public var state: State {
        core.trackedState
    }

    /// The current state, then every later one in order, until the bloc closes.
    ///
    /// Nothing is missed.
    public var states: StateSequence<State> { states(buffering: .unbounded) }

    /// Every state after the current one in order, until the bloc closes.
    ///
    /// Nothing is missed.
    public var changes: StateSequence<State> { changes(buffering: .unbounded) }

    /// The current state, then later ones, until the bloc closes.
    ///
    /// The sequence follows the bloc from here on, not from the first iteration.
    ///
    /// - Parameter buffering: What is kept for a consumer that is slower than the bloc.
    /// - Returns: The sequence.
    public func states(buffering: Buffering) -> StateSequence<State> {
        StateSequence(core, buffering: buffering, includesCurrent: true)
    }

    /// Every state after the current one, until the bloc closes.
    ///
    /// The sequence follows the bloc from here on, not from the first iteration.
    ///
    /// - Parameter buffering: What is kept for a consumer that is slower than the bloc.
    /// - Returns: The sequence.
    public func changes(buffering: Buffering) -> StateSequence<State> {
        StateSequence(core, buffering: buffering, includesCurrent: false)
    }

    /// The one-shot effects, until the bloc closes.
    ///
    /// Effects are kept until a consumer comes, and each is delivered to one consumer, once.
    public var effects: EffectSequence<Effect> {
        EffectSequence(storage: core.effectStream())
    }

    /// Calls a closure for every state after the current one.
    ///
    /// Calls come one at a time, in the order of publishing, outside every lock, on a thread that is publishing to this
    /// bloc; on an uncontended bloc before `emit` returns. The closure must not wait for another thread's event on this
    /// bloc.
    ///
    /// - Parameter body: Takes each state.
    /// - Returns: The token: cancelling or releasing it ends the calls.
    public func observe(_ body: @escaping @Sendable (State) -> Void) -> BlocSubscription {
        core.subscribe(Subscriber(body: body))
    }

    /// Calls a closure with a part of the state whenever that part changed.
    ///
    /// - Parameters:
    ///   - part: Takes the part out of a state, such as `\.name`.
    ///   - body: Takes each new part, under the rules of ``observe(_:)``.
    /// - Returns: The token: cancelling or releasing it ends the calls.
    public func select<Part: Equatable & Sendable>(
        _ part: @escaping @Sendable (State) -> Part,
        _ body: @escaping @Sendable (Part) -> Void
    ) -> BlocSubscription {
        let selection = Selection(part: part, body: body)
        return core.subscribe(Subscriber { selection.arrived($0) }) { selection.began(with: $0) }
    }

    /// A part of the state as an async sequence: the current part, then each later one that differs from the one before.
    ///
    /// - Parameter part: Takes the part out of a state, such as `\.name`.
    /// - Returns: The sequence.
    public func select<Part: Equatable & Sendable>(
        _ part: @escaping @Sendable (State) -> Part
    ) -> StateSequence<Part> {
        StateSequence(core, buffering: .unbounded, part: part)
    }

    // MARK: Closing

    /// Whether closing has begun.
    public var isClosed: Bool { core.isClosed }

    /// Closes: no event is accepted from now on, and when this returns, nothing runs and everything has been told.
    ///
    /// Closing again does no harm; a later call may only shorten what an earlier one asked for. Inside a handler of the
    /// same bloc it does not wait for that handler.
    ///
    /// - Parameter mode: What happens to accepted events and running handlers.
    public func close(_ mode: CloseMode = .cancel) async {
        core.beginClosing(mode, byOwner: true)
        await core.waitUntilClosed()
    }
}

extension StateSource {
    /// Whether there is a state to go back to; never without `history(limit:where:)` in the builder.
    public var canUndo: Bool { core.historyAllows { $0.canUndo(from: $1) } }

    /// Whether there is a state to go forward to.
    public var canRedo: Bool { core.historyAllows { $0.canRedo(from: $1) } }

    /// Goes back to the state before the last change, as a transition with the trigger `undo`.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public func undo() -> Bool { core.travel(.undo) { $0.undone(from: $1) } }

    /// Goes forward to the state that was undone last, as a transition with the trigger `redo`.
    ///
    /// - Returns: Whether there was one. A change after an undo clears what could be redone.
    @discardableResult
    public func redo() -> Bool { core.travel(.redo) { $0.redone(from: $1) } }

    /// Forgets the states that can be undone and redone.
    public func clearHistory() { core.clearHistory() }

    /// Waits until the current state is saved; at once without `hydrate(_:)` in the builder.
    ///
    /// Closing discards what is not saved, so that it cannot overwrite what a successor saves: flush before.
    ///
    /// - Throws: ``HydrationError`` when it could not be saved. The next change, or another flush, tries again.
    public func flush() async throws {
        if let error = await core.flush() { throw error }
    }
}
