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

/// Which state is to be saved next, who saves, and who waits for it.
struct SaveStateMachine<State: Sendable>: Sendable {
    typealias Continuation = UnsafeContinuation<HydrationError?, Never>

    /// What is to be done next.
    enum NextAction: Sendable {
        /// Save this state.
        case save(State)
        /// Nothing is left; tell these that wait.
        case rest([Continuation], HydrationError?)
    }

    /// The state that is not saved yet.
    ///
    /// States in between are never saved: only the last counts.
    private var unsaved: State?
    private var isSaving = false
    private var isStopped = false
    private var lastError: HydrationError?
    private var waiting: [Continuation] = []

    /// A state was published.
    ///
    /// - Returns: Whether somebody must begin to save.
    mutating func changed(_ state: State) -> Bool {
        guard !isStopped else { return false }
        unsaved = state
        return begun()
    }

    /// Somebody wants everything on disk.
    enum FlushAction: Sendable {
        /// Everything is.
        case done
        /// Wait; somebody saves.
        case wait
        /// Wait, and begin to save.
        case begin
    }

    /// Somebody waits until everything is saved.
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

    /// Whoever saves asks what is next.
    mutating func next() -> NextAction {
        if let state = unsaved {
            unsaved = nil
            lastError = nil
            return .save(state)
        }
        isSaving = false
        let told = waiting
        waiting = []
        return .rest(told, lastError)
    }

    /// A state could not be saved: it stays unsaved, unless a newer one came, and nothing is tried again by itself.
    ///
    /// - Returns: Who waits, to be told of the error; `nil` when a newer state is to be saved now.
    mutating func failed(_ state: State, _ error: HydrationError) -> [Continuation]? {
        lastError = error
        guard unsaved == nil, !isStopped else { return nil }
        unsaved = state
        isSaving = false
        let told = waiting
        waiting = []
        return told
    }

    /// The bloc closed: what is not saved never will be.
    mutating func stopped() {
        isStopped = true
        unsaved = nil
    }
}
