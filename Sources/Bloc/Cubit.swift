/// A state with methods instead of events: the smaller sibling of ``Bloc`` on the same runtime.
///
/// ```swift
/// final class CounterCubit: Cubit {
///     typealias State = Int
///     let runtime: CubitRuntime<CounterCubit>
///     private let emit: CubitEmitter<CounterCubit>
///
///     init() {
///         (runtime, emit) = CubitRuntime.make(initialState: 0)
///     }
///
///     func increment() { emit.update { $0 += 1 } }
/// }
/// ```
///
/// Methods are not serialized: several may run at once. Use `emit.update` so that no change is lost.
public protocol Cubit<State>: StateSource where Event == Never {
    /// The runtime of the cubit, created in the initializer.
    var runtime: CubitRuntime<Self> { get }
}

extension Cubit {
    /// The core of the runtime.
    @inlinable
    public var core: BlocCore<Self> { runtime.core }
}

/// The runtime of a ``Cubit``: its state and its observers.
public final class CubitRuntime<C: Cubit>: Sendable {
    /// The core.
    public let core: BlocCore<C>

    private init(initialState: C.State, name: String?, _ build: (inout BlocBuilder<C>) -> Void) {
        var builder = BlocBuilder<C>(context: .current)
        build(&builder)
        core = BlocCore(initialState: initialState, name: name, builder: builder)
    }

    deinit {
        core.ownerReleased()
    }

    /// Creates the runtime of a cubit and its emitter; keep the emitter private.
    ///
    /// - Parameters:
    ///   - initialState: The state before a method publishes one.
    ///   - name: A name for logs, if there are several cubits of the type; none by default.
    ///   - build: Sets an observer, a history or a storage.
    /// - Returns: The runtime and the emitter.
    public static func make(
        initialState: C.State,
        name: String? = nil,
        _ build: (inout BlocBuilder<C>) -> Void = { _ in }
    ) -> (runtime: CubitRuntime<C>, emit: CubitEmitter<C>) {
        let runtime = CubitRuntime(initialState: initialState, name: name, build)
        return (runtime, CubitEmitter(core: runtime.core))
    }
}

/// The emitter with which the methods of a ``Cubit`` publish.
///
/// After the close it changes nothing, and the observers are notified of the late emit.
public struct CubitEmitter<C: Cubit>: Sendable {
    private let core: BlocCore<C>

    init(core: BlocCore<C>) {
        self.core = core
    }

    /// The current state, not tracked by Observation.
    public var state: C.State { core.state }

    /// Publishes a state.
    ///
    /// When this returns, every thread reads this state or a later one. A state equal to the current one does nothing.
    public func callAsFunction(_ state: C.State) {
        core.publish { $0 = state }
    }

    /// Reads, changes and publishes the state in one step, so that concurrent methods lose no change.
    ///
    /// - Parameter body: Changes the state. It runs under the lock of the cubit: it must be quick and must not touch a bloc.
    public func update(_ body: (inout C.State) -> Void) {
        core.publish(body)
    }

    /// Emits a one-shot effect to ``StateSource/effects``.
    public func effect(_ effect: C.Effect) {
        core.send(effect, ticket: 0)
    }

    /// Reports an error to `onError` of the cubit and its observers, and changes nothing else.
    ///
    /// - Parameter error: The error.
    public func report(_ error: any Error) {
        core.report(error, ticket: 0)
    }

    /// Whether this emitter can publish nothing any more, because the cubit has closed.
    public var isOver: Bool { !core.isLive(0) }

    /// Waits for a while on the clock of the cubit, which a test moves by hand.
    ///
    /// - Parameter duration: The time; zero or less does not wait.
    /// - Throws: `CancellationError` when the task is cancelled, or the cubit has closed.
    public func sleep(for duration: Duration) async throws {
        try core.checkLive(0)
        if duration > .zero { try await core.clock.sleep(for: duration) }
        try core.checkLive(0)
    }
}
