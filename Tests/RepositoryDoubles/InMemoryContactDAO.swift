package import Repository

package import struct Foundation.Date

/// A ``ContactDAO`` that keeps its contacts in memory.
///
/// It has neither indexes nor SQL, so tests compare the answers of the SQLite store with its answers.
package actor InMemoryContactDAO: ContactDAO {
    /// The key of a fetched page.
    private struct PageKey: Hashable {
        var source: ContactSource
        var page: Int
        var results: Int
    }

    private var store = MemoryStore()
    private var fetches: [PageKey: StoreState.HeldPage] = [:]
    /// The seeds that servers chose, by the source that was requested without one.
    private var adopted: [ContactSource: String] = [:]

    /// Creates an empty store.
    package init() {}

    /// Reads a page.
    package func contacts(_ query: ContactQuery) throws -> ContactPage {
        try Task.checkCancellation()
        let position = try query.after.map { try CursorPosition($0, query: query) }
        let ordered = found(by: query.filter)
            .map { (place: CursorPosition(key: SortKeys($0.shown)[query.sort], id: $0.shown.id), contact: $0.shown) }
            .sorted { query.isReversed ? $0.place > $1.place : $0.place < $1.place }
        let rest = ordered.drop { item in
            position.map { query.isReversed ? $0 <= item.place : $0 >= item.place } ?? false
        }
        let limit = max(0, query.limit)
        let page = rest.prefix(limit)
        let end = rest.count <= limit ? nil : page.last?.place
        return ContactPage(contacts: page.map(\.contact), next: end?.cursor(query))
    }

    /// Counts the contacts that match the filter.
    package func count(_ filter: ContactFilter) throws -> Int {
        try Task.checkCancellation()
        return found(by: filter).count
    }

    private func found(by filter: ContactFilter) -> [(shown: Contact, updatedAt: Int64)] {
        let matcher = ContactMatcher(filter)
        return store.present.map { (shown: $0.shown, updatedAt: $0.updatedAt) }
            .filter { matcher.matches($0.shown, updatedAt: $0.updatedAt) }
    }

    /// Returns the revision, which every write changes.
    package func revision() throws -> StoreRevision {
        try Task.checkCancellation()
        return StoreRevision(own: store.writes)
    }

    /// Reads the contacts whose identifiers begin with `prefix`.
    package func contacts(withPrefix prefix: String, limit: Int) throws -> [Contact] {
        try Task.checkCancellation()
        return Array(
            store.present.map(\.shown).filter { $0.id.rawValue.utf8.starts(with: prefix.utf8) }
                .sorted { $0.id < $1.id }.prefix(max(0, limit))
        )
    }

    /// Reads the contacts with the identifiers.
    package func contacts(withIDs ids: [ContactID]) throws -> [Contact] {
        try Task.checkCancellation()
        return ids.compactMap { store.rows[$0] }.filter { !$0.record.isRemoved }.map(\.shown)
    }

    /// Applies changes as one step of history.
    package func apply(_ changes: [ContactChange], title: String, at time: Date) throws -> [Contact] {
        try transaction(at: time) { store in
            var run = ContactChanges(title: title, at: UTCDate(milliseconds: time.milliseconds))
            return try changes.map { try run.apply($0, to: &store) }
        }
    }

    /// Imports contacts as one step of history.
    package func importContacts(
        title: String,
        duplicates: DuplicateRule,
        at time: Date,
        next: @Sendable () throws -> [ImportedContact]?
    ) throws -> ImportSummary {
        try transaction(at: time) { store in
            var run = ContactImport(title: title, duplicates: duplicates)
            while let batch = try next() {
                try Task.checkCancellation()
                for contact in batch { try run.add(contact, to: &store) }
            }
            return try run.finish(&store)
        }
    }

    /// Undoes steps of history.
    package func undo(steps: Int, at time: Date) throws -> [HistoryStep] {
        try transaction(at: time) { try $0.turn(limit: steps, isUndone: false) }
    }

    /// Redoes undone steps.
    package func redo(steps: Int, at time: Date) throws -> [HistoryStep] {
        try transaction(at: time) { try $0.turn(limit: steps, isUndone: true) }
    }

    /// Lists the steps of history.
    package func history(limit: Int) throws -> [HistoryStep] {
        try Task.checkCancellation()
        return try store.named(Array(store.steps.reversed().prefix(max(0, limit))))
    }

    /// Returns the steps that changed a contact and are not undone.
    package func revisions(of id: ContactID) throws -> [ContactRevision] {
        try store.steps(isUndone: false, limit: .max).flatMap { step in
            try store.detail(of: step, limit: .max).changes.filter { $0.id == id }
                .map { ContactRevision(step: step, change: $0) }
        }
    }

    /// Returns the step that an undo or a redo would take next.
    package func nextStep(isUndone: Bool) -> HistoryStep? { store.steps(isUndone: isUndone, limit: 1).first }

    /// Records a step without changes to contacts.
    package func record(_ note: StepNote, title: String, at time: Date) throws -> Int64 {
        try transaction(at: time) { try $0.record(note, title: title) }
    }

    /// Says of a step what it did elsewhere.
    package func annotate(_ step: Int64, with note: StepNote) throws {
        store.annotate(step, with: note)
    }

    /// Tells what a step of history did.
    package func historyStep(_ id: Int64, limit: Int) throws -> HistoryDetail? {
        try store.steps.first { $0.id == id }.map { try store.detail(of: $0, limit: limit) }
    }

    /// A store that is not synchronized has no groups without contacts.
    package func deleteEmptyGroup(_ name: String, at time: Date) -> Bool { false }

    /// Counts what the store holds.
    package func overview() throws -> StoreOverview {
        try Task.checkCancellation()
        var overview = StoreOverview()
        for row in store.present { overview.count(row.shown) }
        overview.removed = store.rows.values.filter(\.record.isRemoved).count
        overview.pages = fetches.count
        overview.steps = store.steps.count
        return overview
    }

    /// Counts the fetched pages and people.
    package func cacheOverview() throws -> CacheOverview {
        try Task.checkCancellation()
        return CacheOverview(
            pages: fetches.count,
            people: store.present.filter { $0.source != nil }.count,
            clearable: store.clearable.count,
            lastFetch: fetches.values.map(\.fetchedAt).max()
        )
    }

    /// Removes what can be fetched again.
    package func clearCache() throws -> Int {
        try Task.checkCancellation()
        let ids = store.clearable
        for id in ids { store.rows[id] = nil }
        fetches = [:]
        return ids.count
    }

    private func transaction<Result>(
        at time: Date,
        _ body: (inout MemoryStore) throws -> Result
    ) throws -> Result {
        try Task.checkCancellation()
        var changed = store
        changed.time = Date(milliseconds: time.milliseconds)
        let result = try body(&changed)
        store = changed
        return result
    }

    /// Returns the pages that the store holds of a source.
    package func state(of source: ContactSource) throws -> StoreState {
        try Task.checkCancellation()
        var known = source
        if known.seed.isEmpty { known.seed = adopted[source] ?? "" }
        let pages = fetches.filter { $0.key.source == known }.map(\.value)
            .sorted { ($0.results, $0.page) < ($1.results, $1.page) }
        return StoreState(
            hasPeople: !store.rows.isEmpty,
            lastFetch: fetches.values.map(\.fetchedAt).max(),
            source: known,
            pages: pages
        )
    }

    /// Stores the people of a page.
    package func store(_ page: FetchedPage) throws -> ContactSource {
        try Task.checkCancellation()
        let source = page.answer.source
        var members = PageMembers(source: source, page: page.page)
        for person in page.answer.people {
            let id = try members.identifier(of: person) { id in
                self.store.rows[id].map { $0.source == source ? .thisSource : .otherSource } ?? .unassigned
            }
            guard let id else { continue }
            var base = person.contact
            base.id = id
            guard store.rows[id]?.base != base else { continue }
            store.rows[id, default: MemoryStore.Row(source: source, base: base)].base = base
            store.rows[id]?.updatedAt = page.fetchedAt.milliseconds
        }
        var asked = page.asked
        var next = page.asked
        if asked.seed.isEmpty, !source.seed.isEmpty {
            asked.seed = source.seed
            next.seed = adopted[page.asked, default: source.seed]
            adopted[page.asked] = next.seed
        }
        fetches[PageKey(source: asked, page: page.page, results: page.results)] = StoreState.HeldPage(
            page: page.page,
            results: page.results,
            fetchedAt: Date(milliseconds: page.fetchedAt.milliseconds),
            people: page.answer.people.count,
            validator: page.answer.validator
        )
        return next
    }

    /// Records that a page has not changed.
    package func confirm(_ page: StoreState.HeldPage, of source: ContactSource, at time: Date) throws {
        try Task.checkCancellation()
        fetches[PageKey(source: source, page: page.page, results: page.results)]?.fetchedAt = Date(
            milliseconds: time.milliseconds
        )
    }

    /// Does nothing: memory cannot be damaged.
    package func requireSound() {}
}
