import Repository

// Writing to the source.
extension SyncPass {
    /// The maximum number of rounds in which a pass takes changes that others made while it was writing.
    private static let rounds = 3
    /// The maximum number of contacts in one batch of writes.
    private static let writeBatch = 64

    mutating func push(_ description: CardSourceDescription) async throws -> Bool {
        var refusal: CardSourceError?
        if description.isReadOnly { refusal = CardSourceError(.readOnly, "The source can only be read.") }
        var hasWritten = try await removeAgain(refusal)
        let groups = GroupPush(store: store, source: source, mayLag: description.mayLag, now: now)
        for _ in 1...Self.rounds {
            var outcome = PushBatch.Outcome()
            outcome.refusal = refusal
            hasWritten = try await pushRound(description, &outcome) || hasWritten
            hasWritten = try await groups.run(&outcome) || hasWritten
            add(outcome.entries)
            // Reads our cards as the source stored them, and changes that others made in the meantime.
            try await pull(outcome.reading, description, after: .writing)
            refusal = outcome.refusal
            if refusal?.code == .readOnly { report.isReadOnly = true }
            if refusal != nil || !outcome.isConflicting { break }
        }
        try await reportUnsent()
        return hasWritten
    }

    /// Removes cards again that were removed in earlier passes and are back.
    private mutating func removeAgain(_ refusal: CardSourceError?) async throws -> Bool {
        let cards = try await store.synchronize(at: now()) { tx in try tx.returnedCards() }
        for var card in cards {
            var reason = "It was removed there, and the source still has it."
            do {
                if let refusal { throw refusal }
                _ = try await CardRequest.remove.send(for: card, to: source)
            } catch let error as CardSourceError where error.code != .gone {
                if error.endsPass { throw error }
                reason = error.message
            } catch is CardSourceError {}
            card.replaced = nil
            try await store.synchronize(at: now()) { [card] tx in try tx.save(card) }
            add([SyncReport.Entry(action: .notSent, name: card.name ?? "", href: card.href, reason: reason)])
        }
        return refusal == nil && !cards.isEmpty
    }

    private mutating func pushRound(
        _ description: CardSourceDescription,
        _ total: inout PushBatch.Outcome
    ) async throws -> Bool {
        var last: ContactID?
        var done = 0
        var hasWritten = false
        while true {
            let time = now()
            let batch = PushBatch(time: time, for: description)
            let (ids, tasks) = try await store.synchronize(at: time) { [last] tx in
                let ids = try tx.changed(after: last, limit: Self.writeBatch)
                return (ids, try batch.prepare(ids, &tx))
            }
            guard let end = ids.last else { return hasWritten }
            last = end
            guard !tasks.isEmpty else { continue }
            hasWritten = hasWritten || total.refusal == nil
            let results = try await send(tasks, atOnce: max(1, description.parallelWrites), total.refusal)
            let outcome = try await store.synchronize(at: now()) { tx in try batch.finish(results, &tx) }
            add(outcome.entries)
            total.reading += outcome.reading
            total.isConflicting = total.isConflicting || outcome.isConflicting
            total.refusal = total.refusal ?? outcome.refusal
            if let error = outcome.error { throw error }
            done += tasks.count
            progress(SyncPassProgress(phase: .writing, done: done))
        }
    }

    /// Sends the requests, several at a time; none after one that ends the pass, and none at all if all are refused.
    private func send(
        _ tasks: [PushTask],
        atOnce limit: Int,
        _ refusal: CardSourceError?
    ) async throws -> [(task: PushTask, result: Result<CardWrite?, CardSourceError>)] {
        if let refusal { return tasks.map { ($0, .failure(refusal)) } }
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
                if case .failure(let error) = result, error.endsWriting {
                    if !error.endsPass { results += waiting.map { ($0, result) } }
                    waiting = []
                }
                addOne()
            }
            return results
        }
    }
}

// Reporting.
extension SyncPass {
    /// Adds entries to the report; those of unsent changes are only added if they are still unsent at the end.
    mutating func add(_ entries: [SyncReport.Entry]) {
        for entry in entries {
            if entry.action == .notSent {
                unsent[entry.subject] = entry
            } else {
                if entry.action.isSending { unsent[entry.subject] = nil }
                report.entries.append(entry)
            }
        }
    }

    /// Reports each contact with unsent changes once, instead of its other entries.
    private mutating func reportUnsent() async throws {
        let all = unsent
        unsent = [:]
        let left = try await store.synchronize(at: now()) { tx in
            try all.filter { try tx.isWaiting($0.value.contact, href: $0.value.href, group: $0.value.name) }
        }
        guard !left.isEmpty else { return }
        report.entries.removeAll { $0.action.isSending && left[$0.subject] != nil }
        report.entries += left.values.sorted { ($0.name, $0.subject) < ($1.name, $1.subject) }
    }
}

extension SyncReport.Entry {
    /// The subject of the entry: a contact, a group, or a card without a contact here.
    fileprivate var subject: String { contact?.rawValue ?? "group \(name)" }
}

extension SyncReport.Action {
    fileprivate var isSending: Bool { [.addedThere, .changedThere, .removedThere].contains(self) }
}
