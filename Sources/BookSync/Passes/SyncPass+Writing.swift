import Repository

// What goes there.
extension SyncPass {
    /// How often a pass looks at what others changed while it was writing.
    private static let rounds = 3
    /// How many contacts are sent together.
    private static let writeBatch = 64

    mutating func push(_ description: CardSourceDescription) async throws -> Bool {
        var hasWritten = false
        guard !description.isReadOnly else { return false }
        let groups = GroupPush(store: store, source: source, now: now)
        for round in 1...Self.rounds {
            var outcome = PushBatch.Outcome()
            hasWritten = try await pushRound(description, &outcome) || hasWritten
            if !outcome.isStopped {
                hasWritten = try await groups.run(&outcome) || hasWritten
                report.entries += outcome.entries
            }
            // What the source made of our cards, and what others changed in the meantime.
            if !outcome.reading.isEmpty {
                let tags = outcome.reading.compactMap { read in read.etag.map { (read.href, $0) } }
                try await pull(
                    outcome.reading.map(\.href),
                    description,
                    ownTags: Dictionary(tags, uniquingKeysWith: { $1 })
                )
            }
            if outcome.isReadOnly { report.isReadOnly = true }
            if outcome.isStopped || !outcome.isConflicting || round == Self.rounds { break }
        }
        return hasWritten
    }

    mutating func pushRound(
        _ description: CardSourceDescription,
        _ total: inout PushBatch.Outcome
    ) async throws -> Bool {
        var last: ContactID?
        var done = 0
        var hasWritten = false
        while true {
            let time = now()
            let batch = PushBatch(time: time, version: description.version)
            let (ids, tasks) = try await store.synchronize(at: time) { [last] tx in
                let ids = try tx.changed(after: last, limit: Self.writeBatch)
                return (ids, try batch.prepare(ids, &tx))
            }
            guard let end = ids.last else { return hasWritten }
            last = end
            guard !tasks.isEmpty else { continue }
            hasWritten = true
            let results = try await send(tasks, atOnce: max(1, description.parallelWrites))
            let outcome = try await store.synchronize(at: now()) { tx in try batch.finish(results, &tx) }
            report.entries += outcome.entries
            total.reading += outcome.reading
            total.isConflicting = total.isConflicting || outcome.isConflicting
            total.isReadOnly = total.isReadOnly || outcome.isReadOnly
            if let error = outcome.error { throw error }
            done += tasks.count
            progress(SyncPassProgress(phase: .writing, done: done))
            if outcome.isStopped {
                total.isStopped = true
                return hasWritten
            }
        }
    }

    /// Sends the requests, some at a time; after one that ends the pass, no other.
    private func send(
        _ tasks: [PushTask],
        atOnce limit: Int
    ) async throws -> [(task: PushTask, result: Result<CardWrite?, CardSourceError>)] {
        let source = source
        return try await withThrowingTaskGroup(
            of: (PushTask, Result<CardWrite?, CardSourceError>).self
        ) { group in
            var waiting = tasks[...]
            var results: [(task: PushTask, result: Result<CardWrite?, CardSourceError>)] = []
            func addOne() {
                guard let task = waiting.popFirst() else { return }
                group.addTask {
                    do {
                        return (task, .success(try await task.send(to: source)))
                    } catch let error as CardSourceError {
                        return (task, .failure(error))
                    }
                }
            }
            for _ in 0..<limit { addOne() }
            while let (task, result) = try await group.next() {
                results.append((task, result))
                if case .failure(let error) = result, error.endsWriting { waiting = [] }
                addOne()
            }
            return results
        }
    }
}

extension CardSourceError {
    /// Whether no other request is to be sent in this pass.
    fileprivate var endsWriting: Bool {
        switch code {
        case .conflict, .gone, .forbidden, .invalidCard, .tooLarge: false
        case .readOnly, .quota, .authentication, .unavailable, .missing, .badAnswer: true
        }
    }
}
