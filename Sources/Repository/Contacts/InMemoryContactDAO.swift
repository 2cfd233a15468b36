public import struct Foundation.Date

/// Contacts that live as long as the process: for tests, and for trying things out.
public actor InMemoryContactDAO: ContactDAO {
    private struct Record {
        var source: ContactSource?
        var base: Contact
        var override = ContactOverride()
        var updatedAt: Int64 = 0

        var shown: Contact { override.applied(to: base) }
    }

    private struct Place: Hashable {
        var source: ContactSource
        var page: Int
        var results: Int
    }

    private var records: [ContactID: Record] = [:] {
        didSet { writes += 1 }
    }
    private var writes: Int64 = 0
    private var fetches: [Place: StoreState.HeldPage] = [:]
    /// The seeds that servers chose, by the source that was asked for without one.
    private var adopted: [ContactSource: String] = [:]

    /// Creates an empty store.
    public init() {}

    /// Reads a page.
    public func contacts(_ query: ContactQuery) throws -> ContactPage {
        try Task.checkCancellation()
        let position = try query.after.map { try CursorPosition($0, query: query) }
        let matcher = ContactMatcher(query.filter)
        let ordered = records.values.lazy.map { (shown: $0.shown, updatedAt: $0.updatedAt) }
            .filter { matcher.matches($0.shown, updatedAt: $0.updatedAt) }
            .map { (key: SortKeys($0.shown)[query.sort], contact: $0.shown) }
            .sorted { Self.precedes(($0.key, $0.contact.id), ($1.key, $1.contact.id)) }
        let rest = ordered.drop { item in
            guard let position else { return false }
            return !Self.precedes((position.key, position.id), (item.key, item.contact.id))
        }
        let limit = max(0, query.limit)
        return ContactPage(rest.prefix(limit).map(\.contact), of: query, isLast: rest.count <= limit)
    }

    /// Says whether contacts may have changed.
    public func revision() throws -> StoreRevision {
        try Task.checkCancellation()
        return StoreRevision(own: writes)
    }

    /// Reads the contacts whose identifiers begin with `prefix`.
    public func contacts(withPrefix prefix: String, limit: Int) throws -> [Contact] {
        try Task.checkCancellation()
        return Array(
            records.values.map(\.shown).filter { $0.id.rawValue.utf8.starts(with: prefix.utf8) }
                .sorted { $0.id < $1.id }.prefix(max(0, limit))
        )
    }

    /// Applies a local edit.
    public func update(_ id: ContactID, with edit: ContactEdit, at time: Date) throws -> Contact {
        try Task.checkCancellation()
        guard var record = records[id] else { throw RepositoryError.noContact(id) }
        record.override.apply(edit, to: record.base)
        record.updatedAt = time.milliseconds
        records[id] = record
        return record.shown
    }

    /// Says what the store holds.
    public func state(of source: ContactSource) throws -> StoreState {
        try Task.checkCancellation()
        var known = source
        if known.seed.isEmpty { known.seed = adopted[source] ?? "" }
        let pages = fetches.filter { $0.key.source == known }.map(\.value)
            .sorted { ($0.results, $0.page) < ($1.results, $1.page) }
        return StoreState(
            hasPeople: !records.isEmpty,
            lastFetch: fetches.values.map(\.fetchedAt).max(),
            source: known,
            pages: pages
        )
    }

    /// Stores the people of a page.
    public func store(_ page: FetchedPage) throws -> ContactSource {
        try Task.checkCancellation()
        let source = page.answer.source
        var members = PageMembers(source: source, page: page.page)
        for person in page.answer.people {
            let id = try members.identifier(of: person) { id in
                records[id].map { $0.source == source ? .thisSource : .another } ?? .nobody
            }
            guard let id else { continue }
            var base = person.contact
            base.id = id
            guard records[id]?.base != base else { continue }
            records[id, default: Record(source: source, base: base)].base = base
            records[id]?.updatedAt = page.fetchedAt.milliseconds
        }
        var asked = page.asked
        var next = page.asked
        if asked.seed.isEmpty, !source.seed.isEmpty {
            asked.seed = source.seed
            next.seed = adopted[page.asked, default: source.seed]
            adopted[page.asked] = next.seed
        }
        fetches[Place(source: asked, page: page.page, results: page.results)] = StoreState.HeldPage(
            page: page.page,
            results: page.results,
            fetchedAt: Date(milliseconds: page.fetchedAt.milliseconds),
            people: page.answer.people.count,
            validator: page.answer.validator
        )
        return next
    }

    /// Notes that a page has not changed.
    public func confirm(_ page: StoreState.HeldPage, of source: ContactSource, at time: Date) throws {
        try Task.checkCancellation()
        fetches[Place(source: source, page: page.page, results: page.results)]?.fetchedAt = Date(
            milliseconds: time.milliseconds
        )
    }

    /// Memory is never damaged.
    public func setAsideIfDamaged(at time: Date) -> [RepositoryNotice] { [] }

    /// The order of keys, then identifiers, by their bytes: that of SQLite.
    private static func precedes(_ left: (String, ContactID), _ right: (String, ContactID)) -> Bool {
        left.0.utf8.elementsEqual(right.0.utf8)
            ? left.1 < right.1 : left.0.utf8.lexicographicallyPrecedes(right.0.utf8)
    }
}
