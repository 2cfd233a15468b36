/// A state machine: handlers turn events into states, and observers see every state in order.
///
/// A bloc is a `final class` that holds a ``BlocRuntime`` and no other state. Handlers are registered in the initializer,
/// before `self` exists: they capture services, never the bloc, and reach their own bloc through the ``Emitter``.
///
/// final class CounterBloc: Bloc {
///     enum Event { case incremented, decremented }
///     typealias State = Int
///     let runtime: BlocRuntime<CounterBloc>
///
///     init() {
///         runtime = BlocRuntime(initialState: 0) { bloc in
///             bloc.on { event, emit in
///                 switch event {
///                 case .incremented: emit(emit.state + 1)
///                 case .decremented: emit(emit.state - 1)
///                 }
///             }
///         }
///     }
/// }
///
/// Every method may be called from any thread and any isolation. A bloc that is released without a call of
/// ``StateSource/close(_:)`` closes itself.
public protocol Bloc<Event, State>: StateSource {}

extension Bloc {
    /// Adds an event.
    ///
    /// Events added by one task or thread are handled in the order in which it adds them. On an idle bloc, a
    /// synchronous handler has already run, on this thread, when `add` returns. An event that arrives while a
    /// synchronous handler runs is queued and handled afterwards. `add` never waits for an async handler or for another
    /// thread. After the bloc has closed, the event is dropped; the receipt's outcome says so.
    @inlinable
    @discardableResult
    public func add(_ event: Event) -> Receipt {
        // Borrowed: the caller holds the bloc, the bloc holds its runtime, and the runtime holds its core.
        Unmanaged.passUnretained(runtime.core)._withUnsafeGuaranteedRef { $0.accept(event) }
    }
}

/// The runtime of a ``Bloc``: its state, its handlers and its observers.
///
/// Only the bloc should hold its runtime: when the runtime is released, the bloc closes.
public final class BlocRuntime<B: StateSource>: Sendable {
    @usableFromInline
    package let core: BlocCore<B>

    /// Creates the runtime of a bloc and captures the observers and the ``BlocContext`` of the current task.
    ///
    /// The name tells blocs of the same type apart in logs. The closure registers handlers, an observer and limits.
    /// It runs once, in the initializer; nothing can be registered later.
    public init(initialState: B.State, name: String? = nil, _ build: (inout BlocBuilder<B>) -> Void) {
        var builder = BlocBuilder<B>(context: .current)
        build(&builder)
        core = BlocCore(initialState: initialState, name: name, builder: builder)
    }

    deinit { core.beginClosing(.cancel, byOwner: false) }
}

/// A mode of closing: what happens to accepted events and running handlers.
public enum CloseMode: Hashable, Sendable {
    /// Cancels running handlers and drops queued events.
    case cancel
    /// Handles all accepted events, without a time limit.
    case drain
    /// Drains for at most the given time on the bloc's clock, then cancels.
    case deadline(Duration)
}
