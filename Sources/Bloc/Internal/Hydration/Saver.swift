/// Saves the states of one bloc, one at a time, skipping all but the latest.
@usableFromInline
final class Saver<State: Sendable>: Sendable {
    private struct Guarded {
        var machine = SaveStateMachine<State>()
        /// The bytes that were written last.
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

    /// Waits until the latest state is saved.
    ///
    /// - Returns: The error if it could not be saved.
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

/// The state to save next, and the tasks that wait for a flush.
struct SaveStateMachine<State: Sendable>: Sendable {
    typealias Continuation = UnsafeContinuation<HydrationError?, Never>

    /// What the saving task does next.
    enum NextAction: Sendable {
        /// Save this state.
        case save(State)
        /// Resume these tasks: nothing is left to save.
        case rest([Continuation], HydrationError?)
    }

    /// The latest state that is not saved.
    ///
    /// States in between are never saved.
    private var unsaved: State?
    private var isSaving = false
    private var isStopped = false
    private var lastError: HydrationError?
    private var waiting: [Continuation] = []

    /// Takes in a published state.
    ///
    /// - Returns: Whether the caller must begin to save.
    mutating func changed(_ state: State) -> Bool {
        guard !isStopped else { return false }
        unsaved = state
        return begun()
    }

    /// What a flush requires.
    enum FlushAction: Sendable {
        /// Nothing: everything is saved.
        case done
        /// Wait: a task is saving.
        case wait
        /// Wait, and begin to save.
        case begin
    }

    /// Takes in a task that waits until everything is saved.
    mutating func flushed(_ continuation: Continuation) -> FlushAction {
        if !isSaving && unsaved == nil { return .done }
        waiting.append(continuation)
        return begun() ? .begin : .wait
    }

    private mutating func begun() -> Bool {
        guard !isSaving else { return false }
        isSaving = true
        return true
    }

    /// Tells the saving task what to do next.
    mutating func next() -> NextAction {
        if let state = unsaved {
            unsaved = nil
            lastError = nil
            return .save(state)
        }
        isSaving = false
        let resumed = waiting
        waiting = []
        return .rest(resumed, lastError)
    }

    /// Takes in a state that could not be saved.
    ///
    /// It stays unsaved unless a newer one was published. Only the next change or flush retries.
    ///
    /// - Returns: The tasks to resume with the error; `nil` when a newer state is to be saved now.
    mutating func failed(_ state: State, _ error: HydrationError) -> [Continuation]? {
        lastError = error
        guard unsaved == nil, !isStopped else { return nil }
        unsaved = state
        isSaving = false
        let resumed = waiting
        waiting = []
        return resumed
    }

    /// Discards the unsaved state of a bloc that closed.
    mutating func stopped() {
        isStopped = true
        unsaved = nil
    }
}
