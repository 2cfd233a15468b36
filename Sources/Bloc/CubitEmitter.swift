/// What the methods of a ``Cubit`` publish with.
///
/// After the cubit closed it changes nothing, and tells the observers so.
public struct CubitEmitter<C: Cubit>: Sendable {
    private let core: BlocCore<C>

    init(core: BlocCore<C>) {
        self.core = core
    }

    /// The current state, not tracked by Observation.
    public var state: C.State { core.state }

    /// Publishes a state.
    ///
    /// When this returns, every thread reads it or a later one.
    ///
    /// A state equal to the current one does nothing.
    public func callAsFunction(_ state: C.State) {
        core.publish(.method) { $0 = state }
    }

    /// Reads, changes and publishes the state in one step, so that concurrent methods lose nothing.
    ///
    /// - Parameter body: Changes the state. It runs under the lock of the cubit: it must be quick and must not touch a bloc.
    public func update(_ body: (inout C.State) -> Void) {
        core.publish(.method, body)
    }

    /// Emits a one-shot effect to ``StateSource/effects``.
    public func effect(_ effect: C.Effect) {
        core.send(effect, ticket: 0)
    }
}
