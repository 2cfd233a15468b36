import Dispatch

/// The saves of one storage, one batch after the other.
///
/// They are written on a serial queue, which has a thread of its own: Swift's pool has one for each core, and work that blocks
/// there delays every task of the process.
final class SaveQueue: Sendable {
    /// A class: copying a struct with a weak reference out of a dictionary crashes in Swift 6.3.1.
    private final class Registered: Sendable {
        weak let queue: SaveQueue?
        let id: ObjectIdentifier

        init(_ queue: SaveQueue) {
            self.queue = queue
            id = ObjectIdentifier(queue)
        }
    }

    private static let queues = Lock<[AnyHashable: Registered]>([:])

    private let thread = DispatchQueue(label: "bloc.saving")
    private let storage: any HydrationStorage
    private let identity: any Hashable & Sendable
    private let guarded = Lock(Saves())

    /// Returns the queue of a storage; storages with one identity share it.
    static func of(_ storage: any HydrationStorage) -> SaveQueue {
        let identity = storage.identity
        return queues.withLock { queues in
            let identity = AnyHashable(identity)
            if let queue = queues[identity]?.queue { return queue }
            let queue = SaveQueue(storage)
            queues[identity] = Registered(queue)
            return queue
        }
    }

    private init(_ storage: any HydrationStorage) {
        self.storage = storage
        identity = storage.identity
    }

    deinit {
        // Compared by identifier: a reference to a successor might be its last, and be released under the lock.
        let (id, identity) = (ObjectIdentifier(self), identity)
        Self.queues.withLock { queues in
            let identity = AnyHashable(identity)
            if queues[identity]?.id == id { queues[identity] = nil }
        }
    }

    /// Changes what is to be saved, then does outside the lock what that requires.
    @discardableResult
    func change<Result: Sendable>(_ body: (inout Saves) -> Result) -> Result {
        let (result, calls, isStarting) = guarded.withLock { saves in
            let result = body(&saves)
            let isStarting = !saves.isRunning && !saves.queued.isEmpty
            if isStarting { saves.isRunning = true }
            defer { saves.calls = [] }
            return (result, saves.calls, isStarting)
        }
        if isStarting { thread.async { [self] in save() } }
        for call in calls { call() }
        return result
    }

    private func save() {
        while let batch = guarded.withLock({ $0.nextBatch() }) {
            var data: [String: HydratedData] = [:]
            for (saver, encode) in batch {
                let result = Result { try encode() }
                if let encoded = change({ $0.encoded(saver, result, encode) }) { data[saver.key] = encoded }
            }
            let failures = write(data)
            for (key, written) in data { change { $0.written(written, for: key, failures[key]) } }
        }
    }

    private func write(_ data: [String: HydratedData]) -> [String: any Error] {
        guard !data.isEmpty else { return [:] }
        do {
            return try storage.write(data)
        } catch {
            return data.mapValues { _ in error }
        }
    }
}

/// Decides what a storage writes next, and which of several savers with one key may save.
///
/// A saver's state is *unsaved*, then *encoding*, then *being written*. What is being written belongs to the key: a newer saver
/// of the key takes it over, so that creating a bloc never waits for a write.
struct Saves: Sendable {
    /// What is to be called outside the lock, in order.
    fileprivate var calls: [@Sendable () -> Void] = []
    fileprivate var queued: [Saver] = []
    /// Whether the thread of the queue works, or is about to.
    fileprivate var isRunning = false
    /// The newest saver of each key, the only one that may save.
    private var owners: [String: Saver] = [:]
    /// The data that the storage is writing now, by key.
    private var writing: [String: HydratedData] = [:]

    /// Adds a saver, which supersedes an older one with its key and takes over what that is writing.
    mutating func began(_ saver: Saver) {
        if let older = owners[saver.key] { supersede(older) }
        owners[saver.key] = saver
        saver.takenOver = writing[saver.key]
    }

    mutating func reports(_ saver: Saver, _ report: @escaping @Sendable (HydrationError) -> Void) {
        saver.report = report
        // A write that it took over may have failed already.
        if saver.unsaved != nil { enqueue(saver) }
    }

    mutating func ended(_ saver: Saver) {
        saver.isEncoding = false
        releaseUnsaved(saver)
        if owners[saver.key] === saver { owners[saver.key] = nil }
    }

    mutating func changed(_ saver: Saver, _ encode: @escaping Saver.Encode) {
        guard !saver.isFinishing else { return }
        if saver.isSuperseded { return lose(saver) }
        releaseUnsaved(saver)
        saver.unsaved = encode
        saver.hasReported = false
        enqueue(saver)
    }

    /// Takes in a caller that waits until the latest state is saved; a state that could not be saved is tried again.
    mutating func flushed(_ saver: Saver, _ completion: @escaping Saver.Completion) {
        if saver.unsaved != nil {
            saver.waiting.append(completion)
            enqueue(saver)
        } else if isSaving(saver) {
            saver.waitingForBatch.append(completion)
        } else {
            finishIfAsked(saver)
            resume([completion], saver.loss)
        }
    }

    /// Takes in the end of a bloc, which waits for a last attempt to save its state.
    mutating func finished(_ saver: Saver, _ done: @escaping @Sendable () -> Void) {
        saver.isFinishing = true
        flushed(saver) { _ in done() }
    }

    /// Takes the unsaved states; `nil` when there are none, and the thread must return.
    mutating func nextBatch() -> [(saver: Saver, encode: Saver.Encode)]? {
        let batch = queued.compactMap { saver -> (Saver, Saver.Encode)? in
            saver.isQueued = false
            guard let encode = saver.unsaved.take() else { return nil }
            saver.isEncoding = true
            saver.waitingForBatch += saver.waiting
            saver.waiting = []
            return (saver, encode)
        }
        queued = []
        isRunning = !batch.isEmpty
        return batch.isEmpty ? nil : batch
    }

    /// Takes in the data of a state, and returns it if it is to be written.
    mutating func encoded(
        _ saver: Saver,
        _ result: Result<HydratedData, any Error>,
        _ encode: @escaping Saver.Encode
    ) -> HydratedData? {
        // A superseded one is no longer encoding: what it had was given up.
        guard saver.isEncoding else { return nil }
        saver.isEncoding = false
        switch result {
        case .failure(let error):
            complete(saver, HydrationError(.notSaved, key: saver.key, underlying: error), encode)
        case .success(let data) where data == saver.saved:
            complete(saver, nil, encode)
        case .success(let data):
            writing[saver.key] = data
            return data
        }
        return nil
    }

    /// Takes in that a storage has written the data of a key, or why it could not.
    mutating func written(_ data: HydratedData, for key: String, _ error: (any Error)?) {
        writing[key] = nil
        guard let saver = owners[key] else { return }
        if error == nil { saver.saved = data }
        complete(saver, error.map { HydrationError(.notSaved, key: key, underlying: $0) }) { data }
    }
}

extension Saves {
    private mutating func enqueue(_ saver: Saver) {
        guard !saver.isQueued, !saver.isEncoding else { return }
        saver.isQueued = true
        queued.append(saver)
    }

    private func isSaving(_ saver: Saver) -> Bool {
        saver.isEncoding || (owners[saver.key] === saver && writing[saver.key] != nil)
    }

    /// Ends an attempt to save a state, which stays unsaved after an error unless a newer one was published.
    private mutating func complete(_ saver: Saver, _ error: HydrationError?, _ encode: @escaping Saver.Encode) {
        let isLatest = saver.unsaved == nil
        if let error {
            // The last attempt, at closing, does not report again what was reported before.
            if !(isLatest && saver.isFinishing && saver.hasReported) { report(error, saver) }
            if isLatest { saver.hasReported = true }
            if isLatest && !saver.isFinishing { saver.unsaved = encode }
            if isLatest && saver.isFinishing { saver.loss = error }
        }
        let completions = saver.waitingForBatch
        saver.waitingForBatch = []
        if isLatest { finishIfAsked(saver) } else { enqueue(saver) }
        resume(completions, error)
    }

    /// Gives up what an older saver has not saved.
    private mutating func supersede(_ saver: Saver) {
        saver.isSuperseded = true
        if saver.unsaved != nil || isSaving(saver) { lose(saver) }
        releaseUnsaved(saver)
        saver.isEncoding = false
        let completions = saver.waiting + saver.waitingForBatch
        saver.waiting = []
        saver.waitingForBatch = []
        finishIfAsked(saver)
        resume(completions, saver.loss)
    }

    private mutating func lose(_ saver: Saver) {
        guard saver.loss == nil else { return }
        let error = HydrationError(.superseded, key: saver.key)
        saver.loss = error
        report(error, saver)
    }

    /// Lets the key and the report go, which holds the bloc.
    private mutating func finishIfAsked(_ saver: Saver) {
        guard saver.isFinishing else { return }
        if let report = saver.report.take() { calls.append { withExtendedLifetime(report) {} } }
        if owners[saver.key] === saver { owners[saver.key] = nil }
    }

    private mutating func report(_ error: HydrationError, _ saver: Saver) {
        guard let report = saver.report else { return }
        calls.append { report(error) }
    }

    private mutating func resume(_ completions: [Saver.Completion], _ error: HydrationError?) {
        for completion in completions { calls.append { completion(error) } }
    }

    /// Releases a state outside the lock.
    private mutating func releaseUnsaved(_ saver: Saver) {
        if let encode = saver.unsaved.take() { calls.append { withExtendedLifetime(encode) {} } }
    }
}

/// Saves the states of one bloc.
///
/// Its queue keeps it until ``finish(_:)`` or ``end()``. Unchecked, with this proof: everything that changes is used under the lock
/// of its queue only, but ``takenOver``, which is written before the saver is shared.
final class Saver: @unchecked Sendable {
    typealias Encode = @Sendable () throws -> HydratedData
    typealias Completion = @Sendable (HydrationError?) -> Void

    let key: String
    private let queue: SaveQueue
    /// The data that an older bloc with the key is still writing, as newer than what the storage would read.
    fileprivate(set) var takenOver: HydratedData?
    fileprivate var report: (@Sendable (HydrationError) -> Void)?
    /// Encodes the latest unsaved state; states in between are never saved.
    fileprivate var unsaved: Encode?
    fileprivate var isQueued = false
    fileprivate var isEncoding = false
    /// The data that was written last: equal data is not written again.
    fileprivate var saved: HydratedData?
    /// Whether an error of saving the latest state was reported.
    fileprivate var hasReported = false
    /// The reason why a state isn't saved and won't be.
    fileprivate var loss: HydrationError?
    fileprivate var isSuperseded = false
    fileprivate var isFinishing = false
    /// Wait for the unsaved state.
    fileprivate var waiting: [Completion] = []
    /// Wait for the state that is being encoded or written.
    fileprivate var waitingForBatch: [Completion] = []

    /// Creates the saver of a new bloc: from now on, an older bloc with the same storage and key saves nothing.
    init(key: String, storage: any HydrationStorage) {
        self.key = key
        queue = .of(storage)
        queue.change { $0.began(self) }
    }

    /// Begins to save; `report` receives each error, until ``finish(_:)`` has ended.
    func begin(report: @escaping @Sendable (HydrationError) -> Void) { queue.change { $0.reports(self, report) } }

    /// Saves a state, unless a newer one comes before.
    func save(_ encode: @escaping Encode) { queue.change { $0.changed(self, encode) } }

    /// Waits until the latest state is saved, and returns the error if it could not be.
    func flush() async -> HydrationError? {
        await withUnsafeContinuation { continuation in
            queue.change { $0.flushed(self) { continuation.resume(returning: $0) } }
        }
    }

    /// Saves the last state of a bloc that closes, and calls `done` when it is saved or an error was reported.
    func finish(_ done: @escaping @Sendable () -> Void) { queue.change { $0.finished(self, done) } }

    /// Ends without saving anything.
    func end() { queue.change { $0.ended(self) } }
}
