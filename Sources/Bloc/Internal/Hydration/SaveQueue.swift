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

    private static let queues = Lock<[HydrationStorageIdentity: Registered]>([:])

    private let thread = DispatchQueue(label: "bloc.saving")
    private let storage: any HydrationStorage
    private let identity: HydrationStorageIdentity
    private let machine = Lock(SaveStateMachine())

    /// Returns the queue of a storage; storages with one identity share it.
    static func of(_ storage: any HydrationStorage) -> SaveQueue {
        let identity = storage.identity
        return queues.withLock { queues in
            if let queue = queues[identity]?.queue { return queue }
            let queue = SaveQueue(storage, identity)
            queues[identity] = Registered(queue)
            return queue
        }
    }

    private init(_ storage: any HydrationStorage, _ identity: HydrationStorageIdentity) {
        self.storage = storage
        self.identity = identity
    }

    deinit {
        // Compared by identifier: a reference to a successor might be its last, and be released under the lock.
        let id = ObjectIdentifier(self)
        Self.queues.withLock { if $0[identity]?.id == id { $0[identity] = nil } }
    }

    /// Changes what is to be saved, then does outside the lock what that requires.
    @discardableResult
    func change<Result: Sendable>(
        _ body: (inout SaveStateMachine, inout SaveStateMachine.Effects) -> Result
    ) -> Result {
        let (result, effects, isStarting) = machine.withLock { machine in
            var effects = SaveStateMachine.Effects()
            let result = body(&machine, &effects)
            return (result, effects, machine.takeStart())
        }
        if isStarting { thread.async { [self] in save() } }
        for call in effects.calls { call() }
        return result
    }

    private func save() {
        while let batch = machine.withLock({ $0.nextBatch() }) {
            var data: [String: HydratedData] = [:]
            for (saver, encode) in batch {
                let result = Result { try encode() }
                if let (key, encoded) = change({ $0.encoded(saver, result, encode, &$1) }) { data[key] = encoded }
            }
            let failures = write(data)
            for (key, written) in data { change { $0.written(written, for: key, failures[key], &$1) } }
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
struct SaveStateMachine: Sendable {
    typealias Encode = @Sendable () throws -> HydratedData
    typealias Completion = @Sendable (HydrationError?) -> Void

    /// What is to be done outside the lock, in order.
    struct Effects: Sendable {
        fileprivate(set) var calls: [@Sendable () -> Void] = []
    }

    fileprivate struct Entry {
        let key: String
        var report: (@Sendable (HydrationError) -> Void)?
        /// Encodes the latest unsaved state; states in between are never saved.
        var unsaved: Encode?
        var isQueued = false
        var isEncoding = false
        /// The data that was written last: equal data is not written again.
        var saved: HydratedData?
        /// Whether an error of saving the latest state was reported.
        var hasReported = false
        /// The reason why a state isn't saved and won't be.
        var loss: HydrationError?
        var isSuperseded = false
        var isFinishing = false
        /// Wait for the unsaved state.
        var waiting: [Completion] = []
        /// Wait for the state that is being encoded or written.
        var waitingForBatch: [Completion] = []
    }

    private var savers: [UInt64: Entry] = [:]
    private var lastNumber: UInt64 = 0
    /// The newest saver of each key, the only one that may save.
    private var owners: [String: UInt64] = [:]
    /// The data that the storage is writing now, by key.
    private var writing: [String: HydratedData] = [:]
    private var queued: [UInt64] = []
    private var isRunning = false
    private var isStartDue = false

    /// Adds a saver, which supersedes an older one with its key.
    ///
    /// - Returns: Its number, and the data of the key that is being written: it is newer than what the storage would read.
    mutating func began(_ key: String, _ effects: inout Effects) -> (number: UInt64, writing: HydratedData?) {
        if let older = owners[key] { supersede(older, &effects) }
        lastNumber += 1
        savers[lastNumber] = Entry(key: key)
        owners[key] = lastNumber
        return (lastNumber, writing[key])
    }

    mutating func reports(_ number: UInt64, _ report: @escaping @Sendable (HydrationError) -> Void) {
        guard var saver = savers[number] else { return }
        saver.report = report
        // A write that it took over may have failed already.
        if saver.unsaved != nil { enqueue(number, &saver) }
        savers[number] = saver
    }

    /// Forgets a saver.
    mutating func ended(_ number: UInt64) {
        guard let saver = savers.removeValue(forKey: number) else { return }
        if owners[saver.key] == number { owners[saver.key] = nil }
    }

    /// Takes in a published state.
    mutating func changed(_ number: UInt64, _ encode: @escaping Encode, _ effects: inout Effects) {
        guard var saver = savers[number], !saver.isFinishing else { return }
        if saver.isSuperseded {
            lose(&saver, &effects)
        } else {
            release(saver.unsaved, &effects)
            saver.unsaved = encode
            saver.hasReported = false
            enqueue(number, &saver)
        }
        savers[number] = saver
    }

    /// Takes in a caller that waits until the latest state is saved; a state that could not be saved is tried again.
    mutating func flushed(_ number: UInt64, _ completion: @escaping Completion, _ effects: inout Effects) {
        guard var saver = savers[number] else { return effects.calls.append { completion(nil) } }
        wait(number, &saver, completion, &effects)
        savers[number] = saver
    }

    /// Takes in the end of a bloc, which waits for a last attempt to save its state.
    mutating func finished(_ number: UInt64, _ done: @escaping @Sendable () -> Void, _ effects: inout Effects) {
        guard var saver = savers[number] else { return effects.calls.append(done) }
        saver.isFinishing = true
        wait(number, &saver, { _ in done() }, &effects)
        savers[number] = saver
    }

    /// Takes the unsaved states; `nil` when there are none, and the thread must return.
    mutating func nextBatch() -> [(saver: UInt64, encode: Encode)]? {
        let numbers = queued
        queued = []
        let batch = numbers.compactMap { number -> (UInt64, Encode)? in
            guard let encode = savers[number]?.startEncoding() else { return nil }
            return (number, encode)
        }
        isRunning = !batch.isEmpty
        return batch.isEmpty ? nil : batch
    }

    /// Takes in the data of a state.
    ///
    /// - Returns: The key and the data if they are to be written.
    mutating func encoded(
        _ number: UInt64,
        _ result: Result<HydratedData, any Error>,
        _ encode: @escaping Encode,
        _ effects: inout Effects
    ) -> (key: String, data: HydratedData)? {
        // A superseded one is no longer encoding: what it had was given up.
        guard var saver = savers[number], saver.isEncoding else { return nil }
        saver.isEncoding = false
        defer { savers[number] = saver }
        switch result {
        case .failure(let error):
            complete(number, &saver, HydrationError(.notSaved, key: saver.key, underlying: error), encode, &effects)
        case .success(let data) where data == saver.saved:
            complete(number, &saver, nil, encode, &effects)
        case .success(let data):
            writing[saver.key] = data
            return (saver.key, data)
        }
        return nil
    }

    /// Takes in that a storage has written the data of a key, or why it could not.
    mutating func written(_ data: HydratedData, for key: String, _ error: (any Error)?, _ effects: inout Effects) {
        writing[key] = nil
        guard let number = owners[key], var saver = savers[number] else { return }
        if error == nil { saver.saved = data }
        let error = error.map { HydrationError(.notSaved, key: key, underlying: $0) }
        complete(number, &saver, error, { data }, &effects)
        savers[number] = saver
    }

    /// Whether the caller must start a thread for the queue.
    mutating func takeStart() -> Bool {
        defer { isStartDue = false }
        return isStartDue
    }
}

extension SaveStateMachine {
    private mutating func enqueue(_ number: UInt64, _ saver: inout Entry) {
        guard !saver.isQueued, !saver.isEncoding else { return }
        saver.isQueued = true
        queued.append(number)
        if !isRunning {
            isRunning = true
            isStartDue = true
        }
    }

    private mutating func wait(
        _ number: UInt64,
        _ saver: inout Entry,
        _ completion: @escaping Completion,
        _ effects: inout Effects
    ) {
        if saver.unsaved != nil {
            saver.waiting.append(completion)
            enqueue(number, &saver)
        } else if isSaving(number, saver) {
            saver.waitingForBatch.append(completion)
        } else {
            finishIfAsked(number, &saver, &effects)
            let loss = saver.loss
            effects.calls.append { completion(loss) }
        }
    }

    private func isSaving(_ number: UInt64, _ saver: Entry) -> Bool {
        saver.isEncoding || (owners[saver.key] == number && writing[saver.key] != nil)
    }

    /// Ends an attempt to save a state, which stays unsaved after an error unless a newer one was published.
    private mutating func complete(
        _ number: UInt64,
        _ saver: inout Entry,
        _ error: HydrationError?,
        _ encode: @escaping Encode,
        _ effects: inout Effects
    ) {
        let isLatest = saver.unsaved == nil
        if let error {
            // The last attempt, at closing, does not report again what was reported before.
            if !(isLatest && saver.isFinishing && saver.hasReported) { report(error, saver, &effects) }
            if isLatest { saver.hasReported = true }
            if isLatest && !saver.isFinishing { saver.unsaved = encode }
            if isLatest && saver.isFinishing { saver.loss = error }
        }
        let completions = saver.waitingForBatch
        saver.waitingForBatch = []
        if isLatest {
            finishIfAsked(number, &saver, &effects)
        } else {
            enqueue(number, &saver)
        }
        resume(completions, error, &effects)
    }

    /// Gives up what an older saver has not saved.
    private mutating func supersede(_ number: UInt64, _ effects: inout Effects) {
        guard var saver = savers[number] else { return }
        saver.isSuperseded = true
        if saver.unsaved != nil || isSaving(number, saver) { lose(&saver, &effects) }
        release(saver.unsaved, &effects)
        saver.unsaved = nil
        saver.isEncoding = false
        let completions = saver.waiting + saver.waitingForBatch
        saver.waiting = []
        saver.waitingForBatch = []
        finishIfAsked(number, &saver, &effects)
        resume(completions, saver.loss, &effects)
        savers[number] = saver
    }

    private func lose(_ saver: inout Entry, _ effects: inout Effects) {
        guard saver.loss == nil else { return }
        let error = HydrationError(.superseded, key: saver.key)
        saver.loss = error
        report(error, saver, &effects)
    }

    /// Lets the key and the report go, which holds the bloc.
    private mutating func finishIfAsked(_ number: UInt64, _ saver: inout Entry, _ effects: inout Effects) {
        guard saver.isFinishing else { return }
        if let report = saver.report { effects.calls.append { withExtendedLifetime(report) {} } }
        saver.report = nil
        if owners[saver.key] == number { owners[saver.key] = nil }
    }

    private func report(_ error: HydrationError, _ saver: Entry, _ effects: inout Effects) {
        guard let report = saver.report else { return }
        effects.calls.append { report(error) }
    }

    private func resume(_ completions: [Completion], _ error: HydrationError?, _ effects: inout Effects) {
        for completion in completions { effects.calls.append { completion(error) } }
    }

    /// Releases a state outside the lock.
    private func release(_ encode: Encode?, _ effects: inout Effects) {
        if let encode { effects.calls.append { withExtendedLifetime(encode) {} } }
    }
}

extension SaveStateMachine.Entry {
    /// Takes the unsaved state to be encoded.
    fileprivate mutating func startEncoding() -> SaveStateMachine.Encode? {
        isQueued = false
        guard let encode = unsaved else { return nil }
        unsaved = nil
        isEncoding = true
        waitingForBatch += waiting
        waiting = []
        return encode
    }
}
