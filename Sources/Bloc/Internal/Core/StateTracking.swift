import Observation
import Synchronization

/// What connects a bloc to Observation, from the first tracked read on.
@usableFromInline
final class StateTracking<B: StateSource>: Sendable {
    private let registrar = ObservationRegistrar()
    // Evaluated once: a key path literal in generic code is slow.
    private let keyPath: any KeyPath<BlocCore<B>, B.State> & Sendable = \BlocCore<B>.state
    private let wasReadOnMain = Atomic<Bool>(false)
    private let isMainNotified = Atomic<Bool>(false)

    @usableFromInline
    init() {}

    @usableFromInline
    func access(_ core: BlocCore<B>) {
        if MainQueue.isCurrent { wasReadOnMain.store(true, ordering: .relaxed) }
        registrar.access(core, keyPath: keyPath)
    }

    @usableFromInline
    func stateChanged(_ core: BlocCore<B>) {
        registrar.withMutation(of: core, keyPath: keyPath) {}
        guard wasReadOnMain.load(ordering: .relaxed),
            !isMainNotified.exchange(true, ordering: .acquiringAndReleasing)
        else { return }
        Task { @MainActor in
            self.isMainNotified.store(false, ordering: .releasing)
            self.registrar.withMutation(of: core, keyPath: self.keyPath) {}
        }
    }
}
