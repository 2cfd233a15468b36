/// A state with methods instead of events: the smaller sibling of ``Bloc`` on the same machinery.
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
/// Methods are not serialised: several may run at once, and `emit.update` is what keeps them from losing a change.
public protocol Cubit<State>: StateSource where Event == Never {
    /// What runs the cubit, made in the initialiser.
    var runtime: CubitRuntime<Self> { get }
}

extension Cubit {
    /// The machinery, from the runtime.
    @inlinable
    public var core: BlocCore<Self> { runtime.core }
}
