/// Runs a ``Cubit``: holds its state and its observers.
public final class CubitRuntime<C: Cubit>: Sendable {
    /// The machinery.
    public let core: BlocCore<C>

    private init(initialState: C.State, name: String?, _ build: (inout BlocBuilder<C>) -> Void) {
        var builder = BlocBuilder<C>(context: .current)
        build(&builder)
        core = BlocCore(initialState: initialState, name: name, builder: builder)
    }

    deinit {
        core.ownerReleased()
    }

    /// Creates the runtime of a cubit, and what it publishes with; keep the latter private.
    ///
    /// - Parameters:
    ///   - initialState: The state until a method publishes another.
    ///   - name: What tells this cubit from others of its type in logs; by default the type's name alone.
    ///   - build: Registers hooks.
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
