import Repository

// Reading from the source.
extension SyncPass {
    mutating func pull(
        _ hrefs: [String],
        _ description: CardSourceDescription,
        gone: Set<CardKey> = [],
        after evidence: CardEvidence
    ) async throws {
        let size = max(1, description.readBatch)
        var chunks = stride(from: 0, to: hrefs.count, by: size).map { Array(hrefs[$0..<min($0 + size, hrefs.count)]) }[
            ...
        ]
        guard var asked = chunks.popFirst() else { return }
        var done = 0
        progress(SyncPassProgress(phase: .reading, done: 0, total: hrefs.count))
        var reads = try await source.read(asked)
        while true {
            // Cards that were left out of the read are requested again.
            let left = Set(asked.map(CardKey.init)).subtracting(reads.map { CardKey($0.href) })
            if !left.isEmpty, !reads.isEmpty { chunks = [asked.filter { left.contains($0) }] + chunks }
            // The next batch is read while one is stored, unless both would take too much memory.
            let following = chunks.popFirst()
            let isLarge = Self.size(of: reads) > Self.largeBatch
            async let ahead = Self.read(isLarge ? nil : following, from: source)
            try await take(reads, gone, evidence)
            done += reads.count
            progress(SyncPassProgress(phase: .reading, done: done, total: hrefs.count))
            reads = []
            var next = try await ahead
            if isLarge { next = try await Self.read(following, from: source) }
            guard let more = next else { return }
            reads = more
            asked = following ?? []
        }
    }

    /// The size in bytes from which two batches are too much for memory.
    private static let largeBatch = 1 << 20

    private static func size(of reads: [CardRead]) -> Int {
        reads.reduce(0) { size, read in
            if case .card(let bytes, _) = read.content { size + bytes.count } else { size }
        }
    }

    private static func read(_ hrefs: [String]?, from source: any CardSource) async throws -> [CardRead]? {
        guard let hrefs else { return nil }
        return try await source.read(hrefs)
    }

    mutating func take(_ reads: [CardRead], _ gone: Set<CardKey>, _ evidence: CardEvidence) async throws {
        var cards = reads.map(PulledCard.init)
        var answers: [CardKey: ConflictRule] = [:]
        while !cards.isEmpty {
            let time = now()
            let (rule, asks, step, noted, limit) = (options.conflict, ask != nil, step, noted, limit)
            let outcome = try await store.synchronize(at: time) { [cards, answers] tx in
                if cards.count > 50 { try tx.prepareForMany() }
                var batch = PullBatch(
                    rule: rule,
                    asks: asks,
                    answers: answers,
                    gone: gone,
                    evidence: evidence,
                    limit: limit,
                    time: time,
                    continuing: try step.flatMap { try tx.isLast($0) ? $0 : nil },
                    noted: noted
                )
                return try batch.take(cards, &tx)
            }
            add(outcome.entries)
            self.step = outcome.step ?? self.step
            self.noted = outcome.noted
            cards = []
            for (card, conflict) in outcome.questions {
                guard let ask else { continue }
                let answer = try await ask(conflict)
                answers[card.href] = answer == .ask ? .both : answer
                cards.append(card)
            }
            if !outcome.missing.isEmpty { try await remove(Set(outcome.missing.map(CardKey.init)), evidence) }
        }
    }

    mutating func removeHere(_ plan: SyncPlan, _ start: Start, _ description: CardSourceDescription)
        async throws
    {
        // Renamed cards are known by now.
        let left = try await store.synchronize(at: now()) { [plan] tx in
            var left = plan
            left.missing = try plan.missing.filter { try tx.place(of: $0.href) != nil }
            left.removing = try left.missing.count { try tx.hasContact(at: $0.href) }
            return left
        }
        try guardAgainstRemoval(left, start, isCertain: true)
        try await remove(left.missing, .listing)
    }

    /// Removes contacts whose cards are missing there, as far as the evidence goes.
    private mutating func remove(_ hrefs: Set<CardKey>, _ evidence: CardEvidence) async throws {
        let names = hrefs.map(\.href).sorted()
        for start in stride(from: 0, to: names.count, by: 200) {
            let chunk = Array(names[start..<min(start + 200, names.count)])
            let (step, noted, limit) = (step, noted, limit)
            let (entries, changes) = try await store.synchronize(at: now()) { tx in
                var changes = ContactChanges(
                    title: SyncPass.title,
                    continuing: try step.flatMap { try tx.isLast($0) ? $0 : nil },
                    entries: noted
                )
                var entries: [SyncReport.Entry] = []
                let missing = MissingCards(evidence: evidence, groups: try GroupLedger(tx), limit: limit)
                for href in chunk {
                    if let entry = try missing.take(href, &tx, &changes) { entries.append(entry) }
                }
                return (entries, changes)
            }
            add(entries)
            self.step = changes.step ?? self.step
            self.noted = changes.entries
        }
    }
}
