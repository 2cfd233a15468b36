package import Repository

#if canImport(FoundationEssentials)
package import struct FoundationEssentials.Date
#else
package import struct Foundation.Date
#endif

/// One synchronization of a book with its source.
///
/// Discover, changes there, changes here, decide, write, record. What comes from there is taken first, in batches, each with
/// its part of the ledger in one transaction; then what was changed here is sent, each request written down before it is
/// made; the token of the source is kept last. A pass that ends anywhere loses and doubles nothing: the next one goes on.
package struct SyncPass: Sendable {
    /// What the step of history is called.
    package static let title = "sync"

    private let store: any SyncStore
    private let source: any CardSource
    private let options: SyncOptions
    private let now: @Sendable () -> Date
    private let ask: (@Sendable (SyncConflict) async throws -> ConflictRule)?
    private let progress: @Sendable (SyncPassProgress) -> Void
    private var report = SyncReport()
    private var step: Int64?
    /// The contacts that the step says the earlier version of.
    private var noted: Set<ContactID> = []

    /// How often a pass looks at what others changed while it was writing.
    private static let rounds = 3
    /// How many contacts are sent together.
    private static let writeBatch = 64

    package init(
        store: any SyncStore,
        source: any CardSource,
        options: SyncOptions = SyncOptions(),
        now: @escaping @Sendable () -> Date = { Date() },
        ask: (@Sendable (SyncConflict) async throws -> ConflictRule)? = nil,
        progress: @escaping @Sendable (SyncPassProgress) -> Void = { _ in }
    ) {
        self.store = store
        self.source = source
        self.options = options
        self.now = now
        self.ask = ask
        self.progress = progress
    }

    /// Runs the pass.
    ///
    /// - Throws: ``SyncRefusal`` before a mass removal; ``CardSourceError``; the errors of the store.
    package mutating func run() async throws -> SyncReport {
        progress(SyncPassProgress(phase: .discovering))
        let description = try await source.describe()
        report.source = description.name
        report.isReadOnly = description.isReadOnly
        let start = try await begin(with: description)
        progress(SyncPassProgress(phase: .listing))
        var token = start.partner.token
        var plan = SyncPlan(unfinished: start.unfinished)
        let isUnchanged = description.changeTag != nil && description.changeTag == start.partner.changeTag
        if !isUnchanged || start.partner.date == nil || !start.unfinished.isEmpty {
            let changes = try await source.changes(since: token)
            token = changes.token
            report.notes = changes.notes
            plan = try await store.synchronize(at: now()) { tx in
                try SyncPlan(changes, unfinished: start.unfinished, &tx)
            }
        }
        try guardAgainstRemoval(plan, start, isCertain: false)
        try await pull(plan.reading, description, gone: plan.missing)
        try await removeHere(plan, start, description)
        let hasWritten = try await push(description)
        try await reportApart()
        var partner = SyncPartner(identity: description.identity)
        partner.token = token
        partner.changeTag = hasWritten ? nil : description.changeTag
        partner.date = now()
        try await store.synchronize(at: now()) { [partner] tx in try tx.save(partner) }
        return report
    }

    /// What is known before the pass.
    struct Start: Sendable {
        var partner: SyncPartner
        var unfinished: [String]
        var removedHere: Set<String>
        var known: Int
    }

    private func begin(with description: CardSourceDescription) async throws -> Start {
        let allows = options.allowsMassRemoval
        return try await store.synchronize(at: now()) { tx in
            let old = try tx.partner()
            if let old, old.identity != description.identity, try tx.itemCount() > 0, !allows {
                throw SyncRefusal(
                    message:
                        "“\(description.name)” is another source than the one that this book was synchronized with "
                        + "so far. Nothing was changed. With --allow-mass-removal, the book begins again with it."
                )
            }
            if old?.identity != description.identity { try tx.begin(with: description.identity) }
            return Start(
                partner: try tx.partner() ?? SyncPartner(identity: description.identity),
                unfinished: try tx.unfinished(),
                removedHere: Set(try tx.removedHere()),
                known: try tx.itemCount()
            )
        }
    }

    /// Refuses to remove a large part of a book.
    private func guardAgainstRemoval(_ plan: SyncPlan, _ start: Start, isCertain: Bool) throws {
        guard !options.allowsMassRemoval else { return }
        if plan.isEmptyThere, start.known > 1, start.removedHere.count < start.known {
            throw SyncRefusal(
                message: "“\(report.source)” has no cards any more, where it had \(start.known). Nothing was changed. "
                    + "Check the source, or use --allow-mass-removal to remove all of them here, too."
            )
        }
        let gone = plan.missing.subtracting(start.removedHere).count
        // Cards that come under new names may be the ones that are gone.
        let here = max(0, gone - (isCertain ? 0 : plan.unknown))
        let there = start.removedHere.subtracting(plan.missing).subtracting(plan.reading).count
        guard here + there > 10, (here + there) * 3 > start.known else { return }
        let parts = [(here, "here"), (there, "there")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        throw SyncRefusal(
            message:
                "Synchronizing would remove \(parts.joined(separator: " and ")) of \(start.known) contacts. Nothing "
                + "was removed. Use --dry-run to see which, and --allow-mass-removal to remove them."
        )
    }

    // MARK: From there

    private mutating func pull(
        _ hrefs: [String],
        _ description: CardSourceDescription,
        gone: Set<String> = [],
        ownTags: [String: String] = [:]
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
            // What was too much at once is asked for again.
            let left = Set(asked).subtracting(reads.map(\.href))
            if !left.isEmpty, !reads.isEmpty { chunks = [asked.filter(left.contains)] + chunks }
            // While one batch is stored, the next one is read.
            let following = chunks.popFirst()
            async let next = Self.read(following, from: source)
            try await take(reads, gone, ownTags)
            done += reads.count
            progress(SyncPassProgress(phase: .reading, done: done, total: hrefs.count))
            guard let more = try await next else { return }
            reads = more
            asked = following ?? []
        }
    }

    private static func read(_ hrefs: [String]?, from source: any CardSource) async throws -> [CardRead]? {
        guard let hrefs else { return nil }
        return try await source.read(hrefs)
    }

    private mutating func take(_ reads: [CardRead], _ gone: Set<String>, _ ownTags: [String: String]) async throws {
        var cards = reads.map(PulledCard.init)
        var answers: [String: ConflictRule] = [:]
        while !cards.isEmpty {
            let time = now()
            let (rule, asks, step, noted) = (options.conflict, ask != nil, step, noted)
            let outcome = try await store.synchronize(at: time) { [cards, answers] tx in
                if cards.count > 50 { try tx.prepareForMany() }
                var batch = PullBatch(
                    rule: rule,
                    asks: asks,
                    answers: answers,
                    gone: gone,
                    ownTags: ownTags,
                    time: time,
                    continuing: try step.flatMap { try tx.isLast($0) ? $0 : nil },
                    noted: noted
                )
                return try batch.take(cards, &tx)
            }
            report.entries += outcome.entries
            self.step = outcome.step ?? self.step
            self.noted = outcome.noted
            cards = []
            for (card, conflict) in outcome.questions {
                guard let ask else { continue }
                let answer = try await ask(conflict)
                answers[card.href] = answer == .ask ? .both : answer
                cards.append(card)
            }
            if !outcome.missing.isEmpty { try await remove(Set(outcome.missing)) }
        }
    }

    private mutating func removeHere(_ plan: SyncPlan, _ start: Start, _ description: CardSourceDescription)
        async throws
    {
        guard !plan.missing.isEmpty else { return }
        let missing = plan.missing
        // What was renamed is known by now.
        let left = try await store.synchronize(at: now()) { tx in
            try missing.filter { try tx.place(of: $0) != nil }
        }
        var certain = plan
        certain.missing = left
        try guardAgainstRemoval(certain, start, isCertain: true)
        try await remove(left)
    }

    /// Carries out that cards are gone there.
    private mutating func remove(_ hrefs: Set<String>) async throws {
        let names = hrefs.sorted()
        for start in stride(from: 0, to: names.count, by: 200) {
            let chunk = Array(names[start..<min(start + 200, names.count)])
            let step = step
            let (entries, last) = try await store.synchronize(at: now()) { tx in
                var changes = ContactChanges(
                    title: SyncPass.title,
                    continuing: try step.flatMap { try tx.isLast($0) ? $0 : nil }
                )
                var entries: [SyncReport.Entry] = []
                let groups = try GroupLedger(tx)
                for href in chunk {
                    if let entry = try RemovedCard.take(href, groups, &tx, &changes) { entries.append(entry) }
                }
                return (entries, changes.step)
            }
            report.entries += entries
            self.step = last ?? self.step
        }
    }

    // MARK: To there

    private mutating func push(_ description: CardSourceDescription) async throws -> Bool {
        var hasWritten = false
        guard !description.isReadOnly else { return false }
        let groups = GroupPush(store: store, source: source, now: now)
        try await groups.findRenamed()
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

    private mutating func pushRound(
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

    /// Names what is kept apart since earlier passes.
    private mutating func reportApart() async throws {
        let items = try await store.synchronize(at: now()) { tx in try tx.itemsApart() }
        let known = Set(report.entries.filter { $0.action == .apart }.compactMap(\.href))
        for item in items where !known.contains(item.href ?? "") {
            report.entries.append(
                SyncReport.Entry(
                    action: .apart,
                    name: item.name ?? item.href ?? "",
                    contact: item.contact,
                    href: item.href,
                    reason: item.apart
                )
            )
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
