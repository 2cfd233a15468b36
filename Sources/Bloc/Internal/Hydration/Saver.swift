/// Saves the states of one bloc, one at a time and only the last of several.
final class Saver<State: Sendable>: Sendable {
    private struct Guarded {
        var machine = SaveStateMachine<State>()
        /// What is on disk, as far as is known.
        var saved: [UInt8]?
    }

    private let hydration: Hydration<State>
    private let report: @Sendable (HydrationError) -> Void
    private let start: @Sendable (@escaping @Sendable () async -> Void) -> Void
    private let guarded = Lock(Guarded())

    init(
        hydration: Hydration<State>,
        start: @escaping @Sendable (@escaping @Sendable () async -> Void) -> Void,
        report: @escaping @Sendable (HydrationError) -> Void
    ) {
        self.hydration = hydration
        self.start = start
        self.report = report
    }

    func stateChanged(_ state: State) {
        if guarded.withLock({ $0.machine.changed(state) }) { begin() }
    }

    func stop() {
        guarded.withLock { $0.machine.stopped() }
    }

    /// Waits until everything is saved.
    ///
    /// - Returns: The error, if it could not be.
    func flush() async -> HydrationError? {
        await withUnsafeContinuation { continuation in
            switch guarded.withLock({ $0.machine.flushed(continuation) }) {
            case .done: continuation.resume(returning: nil)
            case .wait: break
            case .begin: begin()
            }
        }
    }

    private func begin() {
        start { [self] in save() }
    }

    private func save() {
        while true {
            switch guarded.withLock({ $0.machine.next() }) {
            case .rest(let waiting, let error):
                for continuation in waiting { continuation.resume(returning: error) }
                return
            case .save(let state):
                do {
                    try write(state)
                } catch {
                    let error = HydrationError(.notSaved, key: hydration.key, underlying: error)
                    report(error)
                    if let waiting = guarded.withLock({ $0.machine.failed(state, error) }) {
                        for continuation in waiting { continuation.resume(returning: error) }
                        return
                    }
                }
            }
        }
    }

    private func write(_ state: State) throws {
        let bytes = try hydration.encode(state)
        guard guarded.withLock({ $0.saved }) != bytes else { return }
        try hydration.storage.write(HydratedData(version: hydration.version, bytes: bytes), for: hydration.key)
        guarded.withLock { $0.saved = bytes }
    }
}
