import Observation
import Synchronization

/// What connects a bloc to Observation, from the first tracked read on.
@usableFromInline
final class StateTracking<B: StateSource>: Sendable {
    private struct Notifying {
        /// Somebody notifies.
        ///
        /// One at a time: a registrar that is told on two threads at once may call a closure twice.
        var isUnderway = false
        /// A state was published meanwhile.
        var isToBeRepeated = false
        /// The main actor came to notify meanwhile.
        var isMainPutOff = false
        /// The main actor will come.
        var isMainExpected = false
    }

    private let registrar = ObservationRegistrar()
    // Evaluated once: a key path literal in generic code is slow.
    private let keyPath: any KeyPath<BlocCore<B>, B.State> & Sendable = \BlocCore<B>.state
    private let wasReadOnMain = Atomic<Bool>(false)
    private let notifying = Lock(Notifying())

    @usableFromInline
    init() {}

    @usableFromInline
    func access(_ core: BlocCore<B>) {
        if MainQueue.isCurrent { wasReadOnMain.store(true, ordering: .relaxed) }
        registrar.access(core, keyPath: keyPath)
    }

    @usableFromInline
    func stateChanged(_ core: BlocCore<B>) {
        let isMainWanted = wasReadOnMain.load(ordering: .relaxed)
        let (isMine, expectsMain) = notifying.withLock { notifying in
            let expectsMain = isMainWanted && !notifying.isMainExpected
            if expectsMain { notifying.isMainExpected = true }
            if notifying.isUnderway { notifying.isToBeRepeated = true }
            let isMine = !notifying.isUnderway
            notifying.isUnderway = true
            return (isMine, expectsMain)
        }
        if isMine { notify(core) }
        if expectsMain { sendMain(core) }
    }

    /// Notifies until nothing was published meanwhile.
    private func notify(_ core: BlocCore<B>) {
        while true {
            registrar.withMutation(of: core, keyPath: keyPath) {}
            let (isOver, isMainPutOff) = notifying.withLock { notifying in
                if notifying.isToBeRepeated {
                    notifying.isToBeRepeated = false
                    return (false, false)
                }
                notifying.isUnderway = false
                defer { notifying.isMainPutOff = false }
                return (true, notifying.isMainPutOff)
            }
            if isMainPutOff { sendMain(core) }
            if isOver { return }
        }
    }

    /// Lets the main actor notify once more: what it registered while another thread notified may not have been told.
    private func sendMain(_ core: BlocCore<B>) {
        Task { @MainActor in
            let isMine = self.notifying.withLock { notifying in
                if notifying.isUnderway {
                    notifying.isMainPutOff = true
                    return false
                }
                notifying.isUnderway = true
                notifying.isMainExpected = false
                return true
            }
            if isMine { self.notify(core) }
        }
    }
}
