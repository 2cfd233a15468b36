package import Primitives
package import Repository

/// A single synchronization of a book with its source.
///
/// Discovers the source, collects remote and local changes, decides, writes and records. Remote changes are applied
/// first, in batches, each in one transaction with its part of the ledger. Local changes are sent next; each request is
/// recorded before it is sent. The source's token is stored last. A pass may be interrupted at any point without losing
/// or duplicating anything: the next one continues.
package struct SyncPass: Sendable {
    /// The title of the pass in the history.
    package static let title = "sync"

    let store: any SyncStore
    /// The source; replaced if the cards are found at another place.
    var source: any CardSource
    let options: SyncOptions
    /// Whether the pass is a dry run, which writes nothing to the source.
    let isTrial: Bool
    let now: @Sendable () -> Date
    /// Asks which side to keep for each field of a conflict; returns the sides by field name.
    let ask: (@Sendable (SyncConflict) async throws -> [String: ConflictSide])?
    let progress: @Sendable (SyncPassProgress) -> Void
    var report = SyncReport()
    /// The entries for unsent changes, by subject.
    var unsent: [String: SyncReport.Entry] = [:]
    /// The limit on local removals; `nil` for no limit.
    var limit: RemovalLimit?
    /// The pass's step in the history.
    private var changes = ContactChanges(title: SyncPass.title)

    package init(
        store: any SyncStore,
        source: any CardSource,
        options: SyncOptions = SyncOptions(),
        isTrial: Bool = false,
        now: @escaping @Sendable () -> Date = { Date() },
        ask: (@Sendable (SyncConflict) async throws -> [String: ConflictSide])? = nil,
        progress: @escaping @Sendable (SyncPassProgress) -> Void = { _ in }
    ) {
        self.store = store
        self.source = source
        self.options = options
        self.isTrial = isTrial
        self.now = now
        self.ask = ask
        self.progress = progress
    }

    /// Runs the pass.
    ///
    /// - Throws: ``SyncRefusal`` before a mass removal; ``CardSourceError``; or an error of the store.
    package mutating func run() async throws -> SyncReport {
        do {
            return try await runUnguarded()
        } catch let reached as RemovalLimit.Reached {
            throw refusal(reached)
        }
    }

    private mutating func runUnguarded() async throws -> SyncReport {
        let began = now()
        let description: CardSourceDescription
        do {
            description = try await source.describe()
        } catch let error as CardSourceError where error.code == .missing {
            description = try await describeElsewhere(error)
        }
        report.newAddress = description.newAddress
        report.source = description.name
        report.isReadOnly = description.isReadOnly
        let start = try await begin(with: description)
        if let refusal = start.refusal { noteRefusal(refusal.message) }
        limit = options.allowsMassRemoval || isTrial ? nil : RemovalLimit(book: start.known + start.removedOfLate)
        var token = start.partner.token
        var plan = SyncPlan(unfinished: start.unfinished)
        let tag = description.changeTag
        if tag == nil || tag != start.partner.changeTag || start.partner.date == nil || !start.unfinished.isEmpty {
            let changes = try await source.changes(since: token)
            token = changes.token
            report.notes += changes.notes
            plan = try await store.synchronize(at: now()) { tx in
                try SyncPlan(changes, unfinished: start.unfinished, tx)
            }
        }
        try guardAgainstRemoval(plan, start, isCertain: false)
        try await pull(plan.reading, description, gone: plan.missing, after: .reading)
        try await removeHere(plan, start)
        let hasWritten = try await push(description)
        try await reportApart()
        var partner = SyncPartner(identity: description.identity)
        partner.token = token
        // The tag of the state after our own writes isn't known yet.
        partner.changeTag = hasWritten ? nil : tag
        // Not the end time: local changes made during the pass belong to the next one.
        partner.date = began
        try await store.synchronize(at: now()) { [partner] tx in try tx.save(partner) }
        return report
    }

    struct Start: Sendable {
        var partner: SyncPartner
        var unfinished: [String]
        /// The cards to remove remotely because their contacts were removed locally.
        var removedHere: Set<CardKey>
        var known: Int
        /// The number of contacts that passes removed locally within the last day.
        var removedOfLate: Int
        /// The reason why the pass ends at this point, unless it is a trial.
        var refusal: SyncRefusal?
    }

    private func begin(with description: CardSourceDescription) async throws -> Start {
        let (allows, isTrial) = (options.allowsMassRemoval, isTrial)
        return try await store.synchronize(at: now()) { tx in
            var old = try tx.partner()
            if let known = old?.identity, known != description.identity, known == description.formerIdentity {
                try tx.move(to: description.identity)
                old = try tx.partner()
            }
            var refusal: SyncRefusal?
            if let old, old.identity != description.identity, try tx.itemCount() > 0, !allows {
                refusal = SyncRefusal(
                    message:
                        "“\(description.name)” is not the source that this book was synchronized with "
                        + "so far. Nothing was changed. With --allow-mass-removal, the book starts over with it."
                )
            }
            if let refusal, !isTrial { throw refusal }
            if old?.identity != description.identity { try tx.begin(with: description.identity) }
            try tx.forgetRemovals(all: allows)
            return Start(
                partner: try tx.partner() ?? SyncPartner(identity: description.identity),
                unfinished: try tx.unfinished(),
                removedHere: description.isReadOnly ? [] : Set(try tx.removedHere()),
                known: try tx.itemCount(),
                removedOfLate: try tx.removedOfLate(),
                refusal: refusal
            )
        }
    }

    /// Reports the cards that earlier passes set aside.
    private mutating func reportApart() async throws {
        let items = try await store.synchronize(at: now()) { tx in try tx.itemsApart() }
        let known = Set(report.entries.filter { $0.action == .apart }.compactMap(\.href).map(CardKey.init))
        for item in items where !known.contains(item.href ?? "") {
            report.entries.append(
                SyncReport.Entry(.apart, item.name ?? item.href ?? "", of: item, reason: item.apart)
            )
        }
    }

    /// Throws before a large part of the book would be removed; a trial only reports it.
    ///
    /// Local removals are counted again as they happen, since the plan can't foresee everything: for example, a
    /// contact's card may turn into a group's.
    mutating func guardAgainstRemoval(_ plan: SyncPlan, _ start: Start, isCertain: Bool) throws {
        guard !options.allowsMassRemoval, let message = massRemoval(plan, start, isCertain: isCertain) else { return }
        guard isTrial else { throw SyncRefusal(message: message) }
        if isCertain { noteRefusal(message) }
    }

    mutating func noteRefusal(_ message: String) {
        report.notes.append("Without --dry-run, this would be refused: \(message)")
    }

    private func massRemoval(_ plan: SyncPlan, _ start: Start, isCertain: Bool) -> String? {
        if plan.isEmptyThere, start.known > 1, plan.removing > 0 {
            return "“\(report.source)” no longer has any cards; it had \(start.known). Nothing was changed. "
                + "Check the source, or use --allow-mass-removal to remove all of them here too."
        }
        // Cards with new names may be the missing ones.
        let here = max(0, plan.removing - (isCertain ? 0 : plan.unknown))
        let there = start.removedHere.subtracting(plan.missing).subtracting(plan.reading.map(CardKey.init)).count
        let limit = RemovalLimit(book: start.known + start.removedOfLate)
        guard here + there > 0, limit.isExceeded(by: start.removedOfLate + here + there) else { return nil }
        let parts = [(here, "here"), (there, "there")].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let earlier = start.removedOfLate > 0 ? ", after \(start.removedOfLate) here within the last day" : ""
        return "Synchronizing would remove \(parts.joined(separator: " and ")) of \(start.known) contacts\(earlier). "
            + "Nothing was removed. " + Self.removalAdvice
    }

    /// Returns the refusal to remove more contacts locally after the pass reached the limit.
    func refusal(_ reached: RemovalLimit.Reached) -> SyncRefusal {
        SyncRefusal(
            message: "Synchronizing would remove \(reached.removed) of \(limit?.book ?? 0) contacts here within a day. "
                + "It stopped before that. " + Self.removalAdvice
        )
    }

    private static let removalAdvice = "Use --dry-run to see which, and --allow-mass-removal to remove them."
}

// Applying remote changes.
extension SyncPass {
    mutating func pull(
        _ hrefs: [String],
        _ description: CardSourceDescription,
        gone: Set<CardKey> = [],
        after evidence: CardEvidence
    ) async throws {
        guard !hrefs.isEmpty else { return }
        var done = 0
        progress(SyncPassProgress(total: hrefs.count))
        let source = source
        try await source.read(hrefs, batch: description.readBatch) { reads in
            try await take(reads, gone, evidence)
            done += reads.count
            progress(SyncPassProgress(done: done, total: hrefs.count))
            return true
        }
    }

    private mutating func take(_ reads: [CardRead], _ gone: Set<CardKey>, _ evidence: CardEvidence) async throws {
        var cards = reads.map(PulledCard.init)
        var answers: [CardKey: [String: ConflictSide]] = [:]
        while !cards.isEmpty {
            let questions = try await apply(evidence) { [cards, answers] batch in
                if cards.count > 50 { try batch.tx.prepareForMany() }
                (batch.gone, batch.answers) = (gone, answers)
                try batch.take(cards)
            }
            for (href, conflict) in questions { answers[href] = try await ask?(conflict) }
            let asked = Set(questions.map { CardKey($0.href) })
            cards.removeAll { !asked.contains($0.href) }
        }
    }

    /// Removes contacts whose cards are missing in a listing.
    mutating func removeHere(_ plan: SyncPlan, _ start: Start) async throws {
        // By now, renamed cards have been recognized.
        let left = try await store.synchronize(at: now()) { [plan] tx in
            var left = plan
            left.missing = try plan.missing.filter { try tx.place(of: $0.href) != nil }
            left.removing = try left.missing.count { try tx.hasContact(at: $0.href) }
            return left
        }
        try guardAgainstRemoval(left, start, isCertain: true)
        let names = left.missing.map(\.href).sorted()
        for start in stride(from: 0, to: names.count, by: 200) {
            let chunk = names[start..<min(start + 200, names.count)]
            _ = try await apply(.listing) { batch in for href in chunk { try batch.takeMissing(href) } }
        }
    }

    /// Runs `body` in a transaction, whose changes extend the pass's history step unless another step came in between;
    /// returns the questions that arose.
    private mutating func apply(
        _ evidence: CardEvidence,
        _ body: @Sendable (inout PullBatch) throws -> Void
    ) async throws -> [(href: String, conflict: SyncConflict)] {
        let (rule, asks, limit, earlier) = (options.conflict, ask != nil, limit, changes)
        let (outcome, later) = try await store.synchronize(at: now()) { tx in
            let isLast = try earlier.step.map { try tx.isLast($0) } ?? true
            var batch = PullBatch(
                tx: tx,
                rule: rule,
                asks: asks,
                evidence: evidence,
                limit: limit,
                changes: isLast ? earlier : ContactChanges(title: SyncPass.title),
                groups: try GroupLedger(tx)
            )
            try body(&batch)
            return (batch.outcome, batch.changes)
        }
        changes = later
        add(outcome.entries)
        return outcome.questions
    }
}

// Sending local changes.
extension SyncPass {
    /// The maximum number of rounds for handling changes that others made while the pass was writing.
    private static let rounds = 3
    private static let writeBatch = 64

    mutating func push(_ description: CardSourceDescription) async throws -> Bool {
        var refusal: CardSourceError?
        if description.isReadOnly { refusal = CardSourceError(.readOnly, "The source is read-only.") }
        var hasWritten = try await removeAgain(refusal)
        for _ in 1...Self.rounds {
            var outcome = PushBatch.Outcome()
            outcome.refusal = refusal
            hasWritten = try await pushContacts(description, &outcome) || hasWritten
            hasWritten = try await pushGroups(description, &outcome) || hasWritten
            // Read our cards as the source stored them, and changes that others have made in the meantime.
            try await pull(outcome.reading, description, after: .writing)
            refusal = outcome.refusal
            if refusal?.code == .readOnly { report.isReadOnly = true }
            if refusal != nil || !outcome.isConflicting { break }
        }
        try await reportUnsent()
        return hasWritten
    }

    /// Repeats the removal of cards that earlier passes removed but that have reappeared.
    private mutating func removeAgain(_ refusal: CardSourceError?) async throws -> Bool {
        let cards = try await store.synchronize(at: now()) { tx in try tx.returnedCards() }
        for var card in cards {
            var reason = "It was removed there, but the source still has it."
            do {
                if let refusal { throw refusal }
                _ = try await CardRequest.remove.send(for: card, to: source, isTrial: isTrial)
            } catch let error as CardSourceError where error.code != .gone {
                if error.endsPass { throw error }
                reason = error.message
            } catch is CardSourceError {}
            card.replaced = nil
            try await store.synchronize(at: now()) { [card] tx in try tx.save(card) }
            add([SyncReport.Entry(.notSent, card.name ?? "", of: card, reason: reason)])
        }
        return refusal == nil && !cards.isEmpty
    }

    private mutating func pushContacts(
        _ description: CardSourceDescription,
        _ total: inout PushBatch.Outcome
    ) async throws -> Bool {
        var last: ContactID?
        var done = 0
        var hasWritten = false
        while true {
            let time = now()
            let (ids, tasks) = try await store.synchronize(at: time) { [last] tx in
                let ids = try tx.changed(after: last, limit: Self.writeBatch)
                return (ids, try PushBatch(tx, time: time, for: description).prepare(ids))
            }
            guard let end = ids.last else { return hasWritten }
            last = end
            guard !tasks.isEmpty else { continue }
            hasWritten = try await carryOut(tasks, description, &total) || hasWritten
            done += tasks.count
            progress(SyncPassProgress(done: done))
        }
    }

    private mutating func pushGroups(
        _ description: CardSourceDescription,
        _ total: inout PushBatch.Outcome
    ) async throws -> Bool {
        let time = now()
        let tasks = try await store.synchronize(at: time) { tx in
            try PushBatch(tx, time: time, for: description).prepareGroups()
        }
        var hasWritten = false
        for task in tasks { hasWritten = try await carryOut([task], description, &total) || hasWritten }
        return hasWritten
    }

    /// Sends requests and records the results; returns whether anything may have been written.
    private mutating func carryOut(
        _ tasks: [PushTask],
        _ description: CardSourceDescription,
        _ total: inout PushBatch.Outcome
    ) async throws -> Bool {
        let isWriting = total.refusal == nil && tasks.contains { $0.request != nil }
        let results = try await send(tasks, atOnce: max(1, description.parallelWrites), total.refusal)
        let time = now()
        let outcome = try await store.synchronize(at: time) { tx in
            var batch = try PushBatch(tx, time: time, for: description)
            return try batch.finish(results)
        }
        add(outcome.entries)
        total.reading += outcome.reading
        total.isConflicting = total.isConflicting || outcome.isConflicting
        total.refusal = total.refusal ?? outcome.refusal
        if let error = outcome.error { throw error }
        return isWriting
    }

    /// Sends requests concurrently; stops after one that ends the pass, and sends none if writing is refused.
    private func send(_ tasks: [PushTask], atOnce limit: Int, _ refusal: CardSourceError?) async throws -> [SentTask] {
        if let refusal { return tasks.map { ($0, $0.request == nil ? .success(nil) : .failure(refusal)) } }
        let (source, isTrial) = (source, isTrial)
        let results =
            try await mapConcurrently(tasks, limit: limit, until: Self.endsWriting) { task in
                do {
                    let write = try await task.request?.send(for: task.item, to: source, isTrial: isTrial)
                    return (task: task, result: .success(write))
                } catch let error as CardSourceError {
                    return (task: task, result: .failure(error))
                }
            } as [SentTask]
        guard let last = results.first(where: Self.endsWriting), case .failure(let error) = last.result, !error.endsPass
        else { return results }
        let sent = Set(results.map(\.task.item.contact))
        return results + tasks.filter { !sent.contains($0.item.contact) }.map { ($0, .failure(error)) }
    }

    private static func endsWriting(_ sent: SentTask) -> Bool {
        if case .failure(let error) = sent.result { error.endsWriting } else { false }
    }
}

// Reporting.
extension SyncPass {
    /// Adds entries to the report; entries for unsent changes are only added if they are still unsent at the end.
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

    /// Reports each contact with unsent changes once, replacing its other entries.
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
    init(_ action: SyncReport.Action, _ name: String, of item: SyncItem, reason: String?) {
        self.init(action: action, name: name, contact: item.contact, href: item.href, reason: reason)
    }

    /// The subject of the entry: a contact, a group, or a card without a local contact.
    fileprivate var subject: String { contact?.rawValue ?? "group \(name)" }
}

/// The cards to read, and the missing ones.
struct SyncPlan: Sendable {
    var reading: [String] = []
    /// The known names that are missing in the source.
    var missing: Set<CardKey> = []
    /// The number of contacts that will be removed along with them, unless they were changed locally.
    var removing = 0
    /// The number of new cards to read.
    var unknown = 0
    var isEmptyThere = false

    init(unfinished: [String]) {
        reading = unfinished
    }

    init(_ changes: CardChanges, unfinished: [String], _ tx: SyncTransaction) throws {
        var seen: Set<CardKey> = []
        var places = changes.isFullList ? try tx.places() : [:]
        for item in changes.items where seen.insert(CardKey(item.href)).inserted {
            let place =
                changes.isFullList ? places.removeValue(forKey: CardKey(item.href)) : try tx.place(of: item.href)
            guard let place else {
                reading.append(item.href)
                unknown += 1
                continue
            }
            let isSame = CardTag.areSame(place.etag, item.etag)
            if !isSame || place.hasIntent { reading.append(item.href) }
            if isSame, place.hasReplaced { try tx.forgetReplaced(place) }
        }
        if changes.isFullList {
            missing = Set(places.keys)
            isEmptyThere = changes.items.isEmpty
        } else {
            for href in changes.removed where !seen.contains(href) {
                if try tx.place(of: href) != nil { missing.insert(CardKey(href)) }
            }
        }
        // A card that was set aside as a duplicate of a missing one's UID may be that card under a different name.
        if !missing.isEmpty {
            let listed = Set(reading.map(CardKey.init))
            for (href, original) in try tx.duplicates()
            where missing.contains(original) && !missing.contains(href) && !listed.contains(href) {
                reading.append(href)
                unknown += 1
            }
        }
        removing = try missing.count { try tx.hasContact(at: $0.href) }
        let known = Set(reading.map(CardKey.init)).union(missing)
        reading += unfinished.filter { !known.contains($0) }
    }
}
