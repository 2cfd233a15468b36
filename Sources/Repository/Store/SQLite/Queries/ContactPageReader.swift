/// Reads pages of contacts from a database, and counts contacts.
final class ContactPageReader {
    /// A fixed strategy for every search, in place of the cost model's choice; for tests.
    private let fixed: (strategy: SearchStrategy, queriesFirstTermOnly: Bool)?
    /// Hears of contacts that are left out because they cannot be read.
    private let leftOut: LeftOut

    /// The country of telephone numbers without a country code.
    private let region: PhoneRegion?
    private let names: NameOrders

    init(
        strategy: SearchStrategy? = nil,
        queriesFirstTermOnly: Bool = false,
        region: PhoneRegion? = nil,
        leftOut: LeftOut = LeftOut(),
        names: NameOrders = NameOrders()
    ) {
        self.region = region
        self.names = names
        fixed = strategy.map { ($0, queriesFirstTermOnly) }
        self.leftOut = leftOut
    }

    /// Reads the page.
    ///
    /// With the revision that the store has in the transaction, orders by name are kept in memory.
    func page(
        of query: ContactQuery,
        on connection: SQLiteConnection,
        at revision: @autoclosure () throws -> StoreRevision? = nil
    ) throws -> ContactPage {
        let position = try query.after.map { try CursorPosition($0, query: query) }
        let clause = ContactFilterClause(query.filter, region: region)
        guard clause.terms.isEmpty else {
            let search = ContactSearch(
                query: query,
                position: position,
                clause: clause,
                connection: connection,
                leftOut: leftOut,
                orders: clause.names == nil ? nil : try revision().map { (names, $0) }
            )
            guard let fixed else { return try search.page() }
            let queried = fixed.queriesFirstTermOnly ? [0] : Array(clause.terms.indices)
            return try search.page(by: fixed.strategy, queried: queried)
        }
        let limit = max(0, query.limit)
        // With a matcher, the number of rows to read is not known: the statement has no limit.
        let isOpen = clause.matcher != nil || limit == .max
        let page = try read(query, from: position, clause, rows: isOpen ? -1 : Int64(limit) + 1, on: connection)
        guard !isOpen, page.mayMissTied || page.hasGap else { return page.finished }
        return try read(query, from: position, clause, rows: -1, on: connection).finished
    }

    /// Frees what is kept in memory.
    func forget() { names.forget() }

    /// Reads a page with at most `rows` rows of each part, all rows when that is -1.
    private func read(
        _ query: ContactQuery,
        from position: CursorPosition?,
        _ clause: ContactFilterClause,
        rows: Int64,
        on connection: SQLiteConnection
    ) throws -> PageBuilder {
        var page = PageBuilder(query, leftOut: leftOut)
        // Keyset pagination in two parts, of which the first is nearly always empty: a single statement would compare
        // each row with the position, which costs a tenth of reading it.
        let parts = position.map(query.parts).map { [[$0.tied], [$0.behind]] } ?? [[]]
        for part in parts {
            let conditions = part + clause.others
            try connection.withStatement(query.page(conditions)) { row in
                var index: Int32 = 1
                try row.bind(conditions, at: &index)
                try row.bind(rows, at: index)
                while !page.isFull, try row.step() { try page.add(row, clause.matcher) }
            }
            if page.isFull || page.mayMissTied { break }
        }
        return page
    }

    /// Counts all contacts without reading their rows: removed ones are among the few without search words.
    private static let countAll = """
        SELECT (SELECT count(*) FROM contact) - (SELECT count(*) FROM contact
        WHERE number IN (SELECT number FROM contact WHERE initials = 0) AND deleted_at IS NOT NULL)
        """

    /// Counts the contacts that match the term; removed ones have no search words.
    private func count(_ term: SearchTerm, on connection: SQLiteConnection) throws -> Int {
        try connection.withStatement("SELECT count(*) FROM contact_search WHERE contact_search MATCH ?") { row in
            try row.bind(term.match, at: 1)
            return try row.step() ? Int(row.integer(0)) : 0
        }
    }

    /// Counts the contacts that match the filter.
    func count(_ filter: ContactFilter, on connection: SQLiteConnection) throws -> Int {
        let clause = ContactFilterClause(filter, region: region)
        if clause.matcher == nil, clause.others.isEmpty {
            return try clause.terms.isEmpty
                ? Int(connection.integer(Self.countAll)) : count(SearchTerm.all(clause.terms), on: connection)
        }
        let select = ContactColumns.select(clause.conditions)
        guard let matcher = clause.matcher else {
            return try connection.withStatement("SELECT count(*) FROM (\(select))") { row in
                var index: Int32 = 1
                try row.bind(clause.conditions, at: &index)
                return try row.step() ? Int(row.integer(0)) : 0
            }
        }
        return try connection.withStatement(select) { row in
            var index: Int32 = 1
            try row.bind(clause.conditions, at: &index)
            var count = 0
            while try row.step() {
                guard let contact = try ContactColumns.contact(row, orTelling: leftOut) else { continue }
                if matcher.matches(contact) { count += 1 }
            }
            return count
        }
    }
}

/// Builds a page from rows in the order of the index.
///
/// The index orders contacts by sort key and identifier prefix. Contacts that tie in both are sorted here by their whole
/// identifiers.
struct PageBuilder {
    private let query: ContactQuery
    private let limit: Int
    /// The added contacts; more than the limit while a contact tied with the last one may still follow.
    private var contacts: [Contact] = []
    /// The index of the first contact that ties with the last one.
    private var tie: Int?
    /// The bytes of the tied contacts' key.
    private var key: [UInt8] = []
    /// Whether a contact was left out because the page is complete, so that another page follows.
    private(set) var isFull = false
    /// Whether contacts were left out because they cannot be read, so that a limited number of rows may be too few.
    private var hasLeftOut = false
    private let leftOut: LeftOut

    init(_ query: ContactQuery, leftOut: LeftOut = LeftOut()) {
        self.query = query
        self.leftOut = leftOut
        limit = max(0, query.limit)
    }

    /// Adds the contact in a row if it matches, or sets ``isFull``; the column after the contact has its sort key.
    mutating func add(_ row: borrowing SQLiteStatement, _ matcher: ContactMatcher?) throws {
        guard let contact = try ContactColumns.contact(row, orTelling: leftOut) else {
            hasLeftOut = true
            return
        }
        guard matcher?.matches(contact) != false else { return }
        let isTied = row.withBytes(ContactColumns.count) { bytes in
            guard let tie, key.elementsEqual(bytes) else { return false }
            return IdentifierPrefix(contacts[tie].id) == IdentifierPrefix(contact.id)
        }
        if isTied {
            contacts.append(contact)
            return
        }
        guard contacts.count < limit else {
            isFull = true
            return
        }
        sortTied()
        tie = contacts.count
        row.withBytes(ContactColumns.count) { bytes in
            key.removeAll(keepingCapacity: true)
            key.append(contentsOf: bytes)
        }
        contacts.append(contact)
    }

    /// Whether contacts tied with the last one exceed the limit and some of them may not have been read.
    var mayMissTied: Bool { contacts.count > limit && !isFull }

    /// Whether contacts may follow although the rows ended: some of those were left out.
    var hasGap: Bool { hasLeftOut && !isFull }

    /// The number of added contacts.
    var count: Int { contacts.count }

    /// The page, with a cursor if another one follows.
    var finished: ContactPage {
        let page = Array(ordered.prefix(limit))
        guard isFull || contacts.count > limit, let last = page.last else { return ContactPage(contacts: page) }
        let position = CursorPosition(key: String(decoding: key, as: UTF8.self), id: last.id)
        return ContactPage(contacts: page, next: position.cursor(query))
    }

    /// The added contacts in the order of the query.
    private var ordered: [Contact] {
        var page = self
        page.sortTied()
        return page.contacts
    }

    /// Sorts the tied contacts at the end in place: a page may have many such groups.
    private mutating func sortTied() {
        guard let tie, contacts.count > tie + 1 else { return }
        contacts.withUnsafeMutableBufferPointer { contacts in
            var group = UnsafeMutableBufferPointer(rebasing: contacts[tie...])
            let isReversed = query.isReversed
            group.sort { isReversed ? $1.id < $0.id : $0.id < $1.id }
        }
    }
}

extension ContactQuery {
    /// The column with the sort key.
    var key: String { "c.sort_\(sort.rawValue)" }

    /// The `ORDER BY` clause, which follows the index: sort key, then identifier prefix (``IdentifierPrefix``).
    ///
    /// Ties come in the index's own order, which a scan can be continued by.
    var order: String {
        " ORDER BY " + [key, "c.id_start", "c.initials", "c.number"].joined(separator: "\(direction), ") + direction
    }

    /// The comparison of a place behind another one.
    var isBehind: String { isReversed ? "<" : ">" }

    private var direction: String { isReversed ? " DESC" : "" }

    /// The condition for all rows that may follow the position; the index alone decides it.
    func reached(from position: CursorPosition) -> ContactFilterCondition {
        ContactFilterCondition("\(place) \(isBehind)= (?, ?)", start(of: position))
    }

    /// The condition for the rows that follow the position.
    func isAfter(_ position: CursorPosition) -> ContactFilterCondition {
        let (tied, behind) = parts(after: position)
        return .joined([behind, tied], by: "OR")
    }

    /// The conditions for the rows that follow the position (keyset pagination), in two parts to be read in order.
    ///
    /// The first part ties with the position in sort key and identifier prefix; the second part, which the index alone
    /// decides, comes behind them.
    func parts(after position: CursorPosition) -> (tied: ContactFilterCondition, behind: ContactFilterCondition) {
        (
            ContactFilterCondition(
                "\(place) = (?, ?) AND c.id \(isBehind) ?",
                start(of: position) + [.text(position.id.rawValue)]
            ),
            ContactFilterCondition("\(place) \(isBehind) (?, ?)", start(of: position))
        )
    }

    /// The row's position in the order, as far as the index stores it.
    private var place: String { "(\(key), c.id_start)" }

    private func start(of position: CursorPosition) -> [ContactFilterCondition.Argument] {
        [.text(position.key), .text(IdentifierPrefix(position.id).text)]
    }

    /// A statement that reads contacts in order, each followed by its ``key``; its last argument is the limit.
    func page(_ conditions: [ContactFilterCondition]) -> String { select(conditions) + order + " LIMIT ?" }

    /// A statement that reads contacts in any order, each followed by its ``key``.
    func select(_ conditions: [ContactFilterCondition]) -> String {
        ContactColumns.select(conditions, adding: key)
    }
}
