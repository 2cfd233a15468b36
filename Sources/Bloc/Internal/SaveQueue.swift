import Dispatch

/// The saves of one storage, one batch after the other.
///
/// They are written on a serial queue, which has a thread of its own: Swift's pool has one for each core, and work that blocks
/// there delays every task of the process.
final class SaveQueue: Sendable {
    /// The queues that savers use, and the number of these.
    private static let queues = Lock<[AnyHashable: (queue: SaveQueue, savers: Int)]>([:])

    private let thread = DispatchQueue(label: "bloc.saving")
    private let storage: any HydrationStorage
    private let identity: any Hashable & Sendable
    private let guarded = Lock(Saves())

    private init(_ storage: any HydrationStorage, _ identity: any Hashable & Sendable) {
        self.storage = storage
        self.identity = identity
    }

    /// Returns the queue of a storage to a saver, which leaves it; storages with one identity share it.
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

/// What a storage writes next, and which of several savers with one key may save.
///
/// What is being written belongs to the key: a newer saver of the key takes it over, so that creating a bloc never waits for a
/// write.
struct Saves: Sendable {
    /// What is to be called outside the lock, in order.
    fileprivate var calls: [@Sendable () -> Void] = []
    /// The keys whose owners have an unsaved state that is to be saved.
    fileprivate var queued: Set<String> = []
    /// Whether the thread of the queue works, or is about to.
    fileprivate var isRunning = false
    /// The newest saver of each key, the only one that may save.
    fileprivate var owners: [String: Saver] = [:]
    /// The data that the storage is writing now, by key.
    fileprivate var writing: [String: HydratedData] = [:]

    /// Takes the unsaved states; `nil` when there are none, and the thread must return.
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

    /// Takes in the data of a state, and returns it if it is to be written.
    fileprivate mutating func encoded(_ saver: Saver, _ result: Result<HydratedData, any Error>) -> HydratedData? {
        // A superseded one has given up what it had.
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

    /// Takes in that a storage has written the data of a key, or why it could not.
    fileprivate mutating func written(_ data: HydratedData, for key: String, _ error: (any Error)?) {
        writing[key] = nil
        guard let saver = owners[key] else { return }
        if error == nil { saver.saved = data }
        complete(saver, error)
    }

    /// Ends an attempt to save a state, which stays unsaved after an error unless a newer one was published.
    private mutating func complete(_ saver: Saver, _ cause: (any Error)?) {
        guard let attempt = saver.current.take() else { return }
        let isLatest = saver.unsaved == nil
        let error = cause.map { HydrationError(.notSaved, key: saver.key, underlying: $0) }
        if let error {
            // The last attempt, at closing, does not report again what was reported before.
            if !(isLatest && saver.isFinishing && attempt.hasFailed) { report(error, saver) }
            if isLatest, saver.isFinishing { saver.loss = error }
            if isLatest, !saver.isFinishing { saver.unsaved = Saver.Attempt(encode: attempt.encode, hasFailed: true) }
        }
        if isLatest { finishIfAsked(saver) } else { enqueue(saver) }
        end(attempt, error)
    }

    /// Gives up what an older saver has not saved.
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

    /// Lets the key and the report go, which holds the bloc.
    fileprivate mutating func finishIfAsked(_ saver: Saver) {
        guard saver.isFinishing else { return }
        if let report = saver.report.take() { calls.append { withExtendedLifetime(report) {} } }
        if owners[saver.key] === saver { owners[saver.key] = nil }
    }

    private mutating func report(_ error: HydrationError, _ saver: Saver) {
        if let report = saver.report { calls.append { report(error) } }
    }

    /// Resumes those who wait for a state, which is released outside the lock, too.
    fileprivate mutating func end(_ attempt: Saver.Attempt, _ error: HydrationError?) {
        calls.append { for done in attempt.waiting { done(error) } }
    }
}

/// Saves the states of one bloc.
///
/// Its queue keeps it until ``finish(_:)`` or ``end()``. Unchecked, with this proof: everything that changes is used under the lock
/// of its queue only, but ``takenOver``, which is written before the saver is shared.
final class Saver: @unchecked Sendable {
    typealias Encode = @Sendable () throws -> HydratedData

    /// A state that is to be saved, or is being saved.
    fileprivate struct Attempt: Sendable {
        let encode: Encode
        /// Called once it is saved, or an error was reported.
        var waiting: [@Sendable (HydrationError?) -> Void] = []
        /// Whether saving it has failed before.
        var hasFailed = false
    }

    let key: String
    private let queue: SaveQueue
    /// The data that an older bloc with the key is still writing, as newer than what the storage would read.
    private(set) var takenOver: HydratedData?
    fileprivate var report: (@Sendable (HydrationError) -> Void)?
    /// The latest state, unless it is saved; states in between are never saved.
    fileprivate var unsaved: Attempt?
    /// The state that is being encoded or written.
    fileprivate var current: Attempt?
    /// The data that was written last: equal data is not written again.
    fileprivate var saved: HydratedData?
    /// The reason why a state isn't saved and won't be.
    fileprivate var loss: HydrationError?
    fileprivate var isFinishing = false

    /// Creates the saver of a new bloc, which supersedes an older one with the same storage and key and takes over what that is
    /// writing.
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

    /// Begins to save; `report` receives each error, until ``finish(_:)`` has ended.
    func begin(report: @escaping @Sendable (HydrationError) -> Void) {
        queue.change { saves in
            self.report = report
            // A write that it took over may have failed already.
            if unsaved != nil { saves.enqueue(self) }
        }
    }

    /// Saves a state, unless a newer one comes before.
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

    /// Waits until the latest state is saved, and returns the error if it could not be.
    ///
    /// A state that could not be saved is tried again.
    func flush() async -> HydrationError? {
        await withUnsafeContinuation { continuation in
            queue.change { flush(&$0) { continuation.resume(returning: $0) } }
        }
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

    /// Saves the last state of a bloc that closes, and calls `done` when it is saved or an error was reported.
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
