package import Repository

#if canImport(FoundationEssentials)
package import struct FoundationEssentials.Date
#else
package import struct Foundation.Date
#endif

/// One synchronization of a book with its source.
///
/// Discover, changes there, changes here, decide, write, record. Changes there are applied first, in batches, each in one
/// transaction with its part of the ledger. Then changes here are sent, with each request recorded before it is made. The
/// source's token is stored last. A pass may be interrupted anywhere without losing or duplicating anything: the next one
/// continues.
package struct SyncPass: Sendable {
    /// The title of the step in the history.
    package static let title = "sync"

    let store: any SyncStore
    /// The source, which is replaced if the cards are found at another place.
    var source: any CardSource
    let options: SyncOptions
    /// Whether the pass is a trial, which writes nothing to the source.
    let isTrial: Bool
    let now: @Sendable () -> Date
    let ask: (@Sendable (SyncConflict) async throws -> ConflictRule)?
    let progress: @Sendable (SyncPassProgress) -> Void
    var report = SyncReport()
    /// The entries of unsent changes, by their subjects.
    var unsent: [String: SyncReport.Entry] = [:]
    /// The limit on removals here; `nil` for any number.
    var limit: RemovalLimit?
    var step: Int64?
    /// The entries of the history step, by contact.
    var noted: [ContactID: Int64] = [:]

    package init(
        store: any SyncStore,
        source: any CardSource,
        options: SyncOptions = SyncOptions(),
        isTrial: Bool = false,
        now: @escaping @Sendable () -> Date = { Date() },
        ask: (@Sendable (SyncConflict) async throws -> ConflictRule)? = nil,
        progress: @escaping @Sendable (SyncPassProgress) -> Void = { _ in }
    ) {
        self.store = store
        self.source = isTrial ? TrialSource(source) : source
        self.options = options
        self.isTrial = isTrial
        self.now = now
        self.ask = ask
        self.progress = progress
    }

    /// Runs the pass.
    ///
    /// - Throws: ``SyncRefusal`` before a mass removal; ``CardSourceError``; the errors of the store.
    package mutating func run() async throws -> SyncReport {
        do {
            return try await runUnguarded()
        } catch let reached as RemovalLimit.Reached {
            throw refusal(reached)
        }
    }

    private mutating func runUnguarded() async throws -> SyncReport {
        let began = now()
        progress(SyncPassProgress(phase: .discovering))
        let known = try await store.synchronize(at: began) { tx in try tx.partner()?.changeTag }
        let description: CardSourceDescription
        do {
            description = try await source.describe(since: ChangeMark(known))
        } catch let error as CardSourceError where error.code == .missing {
            description = try await describeElsewhere(error)
        }
        report.newAddress = description.newAddress
        report.source = description.name
        report.isReadOnly = description.isReadOnly
        let start = try await begin(with: description)
        if let refusal = start.refusal { noteRefusal(refusal.message) }
        limit = options.allowsMassRemoval || isTrial ? nil : RemovalLimit(book: start.known + start.removedOfLate)
        progress(SyncPassProgress(phase: .listing))
        var token = start.partner.token
        var plan = SyncPlan(unfinished: start.unfinished)
        let mark = ChangeMark(start.partner.changeTag)
        let isUnchanged = mark.isState(of: description.mark)
        if !isUnchanged || start.partner.date == nil || !start.unfinished.isEmpty {
            let changes = try await source.changes(since: token)
            token = changes.token
            report.notes += changes.notes
            plan = try await store.synchronize(at: now()) { tx in
                try SyncPlan(changes, unfinished: start.unfinished, &tx)
            }
        }
        try guardAgainstRemoval(plan, start, isCertain: false)
        try await pull(plan.reading, description, gone: plan.missing, after: .reading)
        try await removeHere(plan, start, description)
        let hasWritten = try await push(description)
        try await reportApart()
        var partner = SyncPartner(identity: description.identity)
        partner.token = token
        let present = description.mark.with(mark, isUnchanged: isUnchanged)
        partner.changeTag = (hasWritten ? present.afterWriting : present).text
        // Not the end of the pass: changes made here meanwhile belong to the next one.
        partner.date = began
        try await store.synchronize(at: now()) { [partner] tx in try tx.save(partner) }
        return report
    }

    /// The state before the pass.
    struct Start: Sendable {
        var partner: SyncPartner
        var unfinished: [String]
        /// The cards to remove there, because their contacts were removed here.
        var removedHere: Set<CardKey>
        var known: Int
        /// The number of contacts that passes of the last day removed here.
        var removedOfLate: Int
        /// The reason that a pass ends here unless it is a trial.
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
                        "“\(description.name)” is another source than the one that this book was synchronized with "
                        + "so far. Nothing was changed. With --allow-mass-removal, the book begins again with it."
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

    /// Reports the cards that are kept apart since earlier passes.
    private mutating func reportApart() async throws {
        let items = try await store.synchronize(at: now()) { tx in try tx.itemsApart() }
        let known = Set(report.entries.filter { $0.action == .apart }.compactMap(\.href).map(CardKey.init))
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
