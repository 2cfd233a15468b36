/// A state with methods instead of events: the smaller sibling of ``Bloc``, on the same runtime.
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
/// Methods are not serialized: several may run at once. Use `emit.update` so that no changes are lost.
public protocol Cubit<State>: StateSource where Event == Never {}

/// The runtime of a ``Cubit``: its state and its observers.
public typealias CubitRuntime<C: Cubit> = BlocRuntime<C>

/// The emitter that the methods of a ``Cubit`` publish with.
///
/// After the cubit has closed it changes nothing, and observers are notified of the late emit.
public typealias CubitEmitter<C: Cubit> = Emitter<C>

extension BlocRuntime where B: Cubit {
    /// Creates the runtime of a cubit and its emitter; keep the emitter private.
    ///
    /// The name tells cubits of the same type apart in logs; the closure sets an observer, a history or a storage.
    public static func make(
        initialState: B.State,
        name: String? = nil,
        _ build: (inout BlocBuilder<B>) -> Void = { _ in }
    ) -> (runtime: CubitRuntime<B>, emit: CubitEmitter<B>) {
        let runtime = BlocRuntime(initialState: initialState, name: name, build)
        return (runtime, Emitter(core: runtime.core, ticket: 0))
    }
}
