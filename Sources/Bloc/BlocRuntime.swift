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
