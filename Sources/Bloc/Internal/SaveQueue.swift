import Dispatch

/// The queue that saves the states of one storage, one batch at a time.
///
/// It writes on a serial queue with its own thread: Swift's pool has only one thread per core, and blocking work there
/// delays every task of the process.
final class SaveQueue: Sendable {
    /// The queues in use, with the number of savers of each.
    private static let queues = Lock<[AnyHashable: (queue: SaveQueue, savers: Int)]>([:])

    private let thread = DispatchQueue(label: "bloc.saving")
    private let storage: any HydrationStorage
    private let identity: any Hashable & Sendable
    private let guarded = Lock(Saves())

    private init(_ storage: any HydrationStorage, _ identity: any Hashable & Sendable) {
        self.storage = storage
        self.identity = identity
    }

    /// Returns the queue of a storage, which the saver must leave later; storages with the same identity share a queue.
    static func join(_ storage: any HydrationStorage) -> SaveQueue {
        let identity = storage.identity
        return queues.withLock { queues in
            let queue = queues[AnyHashable(identity)]?.queue ?? SaveQueue(storage, identity)
            queues[AnyHashable(identity), default: (queue, 0)].savers += 1
            return queue
        }
    }

    func leave() {
        Self.queues.withLock { queues in
            queues[AnyHashable(identity)]?.savers -= 1
            if queues[AnyHashable(identity)]?.savers == 0 { queues[AnyHashable(identity)] = nil }
        }
    }

    /// Changes the pending saves, then performs the resulting calls outside the lock.
    @discardableResult
    func change<Result: Sendable>(_ body: (inout Saves) -> Result) -> Result {
        let (result, calls, isStarting) = guarded.withLock { saves in
            let result = body(&saves)
            let isStarting = !saves.isRunning && !saves.queued.isEmpty
            if isStarting { saves.isRunning = true }
            return (result, exchange(&saves.calls, with: []), isStarting)
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
                if let encoded = change({ $0.encoded(saver, result) }) { data[saver.key] = encoded }
            }
            var failures: [String: any Error] = [:]
            do {
                if !data.isEmpty { failures = try storage.write(data) }
            } catch {
                failures = data.mapValues { _ in error }
            }
            for (key, written) in data { change { $0.written(written, for: key, failures[key]) } }
        }
    }
}

/// The pending saves of a storage, and which of several savers with the same key may save.
///
/// A write in progress belongs to the key: a newer saver of the key takes it over, so that creating a bloc never waits
/// for a write.
struct Saves: Sendable {
    /// Calls to make outside the lock, in order.
    fileprivate var calls: [@Sendable () -> Void] = []
    /// The keys whose owners have an unsaved state to write.
    fileprivate var queued: Set<String> = []
    /// Whether the queue's thread is working or about to start.
    fileprivate var isRunning = false
    /// The newest saver of each key; only this one may save.
    fileprivate var owners: [String: Saver] = [:]
    /// The data that is being written, by key.
    fileprivate var writing: [String: HydratedData] = [:]

    /// Takes the unsaved states; `nil` if there are none and the thread must return.
    fileprivate mutating func nextBatch() -> [(saver: Saver, encode: Saver.Encode)]? {
        let batch = queued.compactMap { key -> (Saver, Saver.Encode)? in
            guard let saver = owners[key], let next = saver.unsaved.take() else { return nil }
            saver.current = next
            return (saver, next.encode)
        }
        queued = []
        isRunning = !batch.isEmpty
        return batch.isEmpty ? nil : batch
    }

    /// Processes the encoded data of a state, and returns it if it has to be written.
    fileprivate mutating func encoded(_ saver: Saver, _ result: Result<HydratedData, any Error>) -> HydratedData? {
        // A superseded saver has given up its states.
        guard saver.current != nil else { return nil }
        switch result {
        case .success(let data) where data != saver.saved:
            writing[saver.key] = data
            return data
        case .success: complete(saver, nil)
        case .failure(let error): complete(saver, error)
        }
        return nil
    }

    /// Records that the data of a key was written, or the error if it couldn't be.
    fileprivate mutating func written(_ data: HydratedData, for key: String, _ error: (any Error)?) {
        writing[key] = nil
        guard let saver = owners[key] else { return }
        if error == nil { saver.saved = data }
        complete(saver, error)
    }

    /// Ends an attempt to save a state; after an error the state stays unsaved, unless a newer one was published.
    private mutating func complete(_ saver: Saver, _ cause: (any Error)?) {
        guard let attempt = saver.current.take() else { return }
        let isLatest = saver.unsaved == nil
        let error = cause.map { HydrationError(.notSaved, key: saver.key, underlying: $0) }
        if let error {
            // The final attempt, on closing, doesn't report the same failure twice.
            if !(isLatest && saver.isFinishing && attempt.hasFailed) { report(error, saver) }
            if isLatest, saver.isFinishing { saver.loss = error }
            if isLatest, !saver.isFinishing { saver.unsaved = Saver.Attempt(encode: attempt.encode, hasFailed: true) }
        }
        if isLatest { finishIfAsked(saver) } else { enqueue(saver) }
        end(attempt, error)
    }

    /// Discards the unsaved states of an older saver.
    fileprivate mutating func supersede(_ saver: Saver) {
        let attempts = [saver.current.take(), saver.unsaved.take()].compactMap(\.self)
        if !attempts.isEmpty { lose(saver) }
        finishIfAsked(saver)
        for attempt in attempts { end(attempt, saver.loss) }
    }

    fileprivate mutating func lose(_ saver: Saver) {
        guard saver.loss == nil else { return }
        let error = HydrationError(.superseded, key: saver.key)
        saver.loss = error
        report(error, saver)
    }

    fileprivate mutating func enqueue(_ saver: Saver) {
        if saver.current == nil { queued.insert(saver.key) }
    }

    /// Releases the key, and the report closure, which holds the bloc.
    fileprivate mutating func finishIfAsked(_ saver: Saver) {
        guard saver.isFinishing else { return }
        if let report = saver.report.take() { calls.append { withExtendedLifetime(report) {} } }
        if owners[saver.key] === saver { owners[saver.key] = nil }
    }

    private mutating func report(_ error: HydrationError, _ saver: Saver) {
        if let report = saver.report { calls.append { report(error) } }
    }

    /// Resumes the callers that wait for a state; the state is released outside the lock, too.
    fileprivate mutating func end(_ attempt: Saver.Attempt, _ error: HydrationError?) {
        calls.append { for done in attempt.waiting { done(error) } }
    }
}

/// The saver of one bloc's states.
///
/// Its queue keeps it until ``finish(_:)`` or ``end()``. Unchecked, with this proof: all mutable state is used only
/// under the lock of its queue, except ``takenOver``, which is written before the saver is shared.
final class Saver: @unchecked Sendable {
    typealias Encode = @Sendable () throws -> HydratedData

    /// A state that is to be saved or is being saved.
    fileprivate struct Attempt: Sendable {
        let encode: Encode
        /// Called once the state is saved or an error was reported.
        var waiting: [@Sendable (HydrationError?) -> Void] = []
        /// Whether an earlier attempt to save it failed.
        var hasFailed = false
    }

    let key: String
    private let queue: SaveQueue
    /// Data that an older bloc with the key is still writing; it is newer than what the storage returns.
    private(set) var takenOver: HydratedData?
    fileprivate var report: (@Sendable (HydrationError) -> Void)?
    /// The latest state if it isn't saved yet; states in between are never saved.
    fileprivate var unsaved: Attempt?
    /// The state that is being encoded or written.
    fileprivate var current: Attempt?
    /// The data that was last written; equal data is not written again.
    fileprivate var saved: HydratedData?
    /// The reason that a state isn't saved and won't be.
    fileprivate var loss: HydrationError?
    fileprivate var isFinishing = false

    /// Creates the saver of a new bloc; it supersedes an older saver with the same storage and key, and takes over its
    /// pending write.
    init(key: String, storage: any HydrationStorage) {
        self.key = key
        queue = .join(storage)
        queue.change { saves in
            if let older = saves.owners[key] { saves.supersede(older) }
            saves.owners[key] = self
            takenOver = saves.writing[key]
            current = takenOver.map { data in Attempt(encode: { data }) }
        }
    }

    deinit { queue.leave() }

    /// Starts saving; `report` receives each error until ``finish(_:)`` is done.
    func begin(report: @escaping @Sendable (HydrationError) -> Void) {
        queue.change { saves in
            self.report = report
            // The write that was taken over may have failed already.
            if unsaved != nil { saves.enqueue(self) }
        }
    }

    /// Saves a state, unless a newer one replaces it first.
    func save(_ encode: @escaping Encode) {
        queue.change { saves in
            guard !isFinishing else { return }
            guard saves.owners[key] === self else { return saves.lose(self) }
            var replaced = unsaved
            unsaved = Attempt(encode: encode, waiting: replaced?.waiting ?? [])
            replaced?.waiting = []
            if let replaced { saves.end(replaced, nil) }
            saves.enqueue(self)
        }
    }

    /// Waits until the latest state is saved, retrying one that couldn't be, and returns the error if that failed.
    func flush() async -> HydrationError? {
        // Not in the continuation: the thread sanitizer reports a race for a result that arrives before the task suspends.
        let result = Lock<HydrationError?>(nil)
        await withUnsafeContinuation { continuation in
            queue.change { saves in
                flush(&saves) { error in
                    result.withLock { $0 = error }
                    continuation.resume()
                }
            }
        }
        return result.withLock { $0 }
    }

    private func flush(_ saves: inout Saves, _ done: @escaping @Sendable (HydrationError?) -> Void) {
        if unsaved != nil {
            unsaved?.waiting.append(done)
            saves.enqueue(self)
        } else if current != nil {
            current?.waiting.append(done)
        } else {
            saves.finishIfAsked(self)
            saves.calls.append { [loss] in done(loss) }
        }
    }

    /// Saves the last state of a closing bloc, and calls `done` once it is saved or an error was reported.
    func finish(_ done: @escaping @Sendable () -> Void) {
        queue.change { saves in
            isFinishing = true
            flush(&saves) { _ in done() }
        }
    }

    /// Ends without saving anything.
    func end() {
        queue.change { saves in
            isFinishing = true
            saves.finishIfAsked(self)
        }
    }
}
