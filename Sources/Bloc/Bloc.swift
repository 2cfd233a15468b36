/// A state machine: events go in, handlers turn them into states, observers see every state in order.
///
/// A bloc is a `final class` that holds a ``BlocRuntime`` and has no state beside it. Handlers are registered in the
/// initialiser, before `self` exists: they capture services, never the bloc, and reach their own bloc through the
/// ``Emitter``.
///
/// ```swift
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
/// ```
///
/// Every method may be called from any thread and any isolation. A bloc that is released without ``StateSource/close(_:)``
/// closes itself.
public protocol Bloc<Event, State>: StateSource {
    /// What runs the bloc, made in the initialiser.
    var runtime: BlocRuntime<Self> { get }
}

extension Bloc {
    /// The machinery, from the runtime.
    @inlinable
    public var core: BlocCore<Self> { runtime.core }

    /// Accepts an event.
    ///
    /// Events that one task or thread adds are handled in the order in which it adds them. On an idle bloc a synchronous
    /// handler has run, on this thread, when `add` returns; an event that arrives while a synchronous handler runs is
    /// queued and handled after it. Never waits for an async handler or for another thread. After close the event is
    /// dropped: see the receipt's outcome.
    ///
    /// - Parameter event: The event.
    /// - Returns: A receipt that tells the outcome and can cancel the handler; ignoring it costs nothing.
    /// - Complexity: O(1) beside the handlers and observers that run.
    @inlinable
    @discardableResult
    public func add(_ event: Event) -> Receipt {
        // Borrowed: the caller holds the bloc, the bloc its runtime, the runtime its machinery.
        Unmanaged.passUnretained(runtime.core)._withUnsafeGuaranteedRef { $0.accept(event) }
    }
}

/// Runs a ``Bloc``: holds its state, its handlers and its observers.
///
/// The bloc owns its runtime and nobody else should: when the runtime is released, the bloc closes.
public final class BlocRuntime<B: Bloc>: Sendable {
    /// The machinery.
    public let core: BlocCore<B>

    /// Creates the runtime of a bloc.
    ///
    /// Observers and overrides of the current task (`withBlocObserver`, ``BlocContext``) are captured here.
    ///
    /// - Parameters:
    ///   - initialState: The state until a handler publishes another.
    ///   - name: What tells this bloc from others of its type in logs; by default the type's name alone.
    ///   - build: Registers handlers, hooks and limits. It runs once, at once; handlers must not be registered later.
    public init(
        initialState: B.State,
        name: String? = nil,
        _ build: (inout BlocBuilder<B>) -> Void
    ) {
        var builder = BlocBuilder<B>(context: .current)
        build(&builder)
        core = BlocCore(initialState: initialState, name: name, builder: builder)
    }

    deinit {
        core.ownerReleased()
    }
}

/// What closing a bloc does with events that were accepted and handlers that run.
public enum CloseMode: Hashable, Sendable {
    /// Cancels running handlers and drops what is queued.
    case cancel
    /// Finishes what was accepted, without a bound on the time.
    case drain
    /// Drains for the given time on the bloc's clock, then cancels.
    case deadline(Duration)
}
