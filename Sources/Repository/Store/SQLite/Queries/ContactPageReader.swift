/// Reads pages of contacts from a database, and counts them.
final class ContactPageReader {
    /// The way of every search, and whether the index is asked for but the first term; nothing chooses then.
    private let fixed: (way: SearchStrategy, asksOne: Bool)?

    init(way: SearchStrategy? = nil, asksOne: Bool = false) {
        fixed = way.map { ($0, asksOne) }
    }

    /// Reads the page.
    func page(of query: ContactQuery, on connection: SQLiteConnection) throws -> ContactPage {
        let position = try query.after.map { try CursorPosition($0, query: query) }
        let clause = ContactFilterClause(query.filter)
        guard clause.terms.isEmpty else {
            let search = ContactSearch(query: query, position: position, clause: clause, connection: connection)
            guard let fixed else { return try search.page() }
            return try search.page(by: fixed.way, asked: fixed.asksOne ? [0] : Array(clause.terms.indices))
        }
        let limit = max(0, query.limit)
        // Without a limit, rows are read until enough of them are wanted.
        let isOpen = clause.matcher != nil || limit == .max
        let page = try read(query, from: position, clause, rows: isOpen ? -1 : Int64(limit) + 1, on: connection)
        guard !isOpen, page.mayMissTied else { return page.finished }
        return try read(query, from: position, clause, rows: -1, on: connection).finished
    }

    /// Reads a page, at most so many rows for each of its parts, all when that is -1.
    private func read(
        _ query: ContactQuery,
        from position: CursorPosition?,
        _ clause: ContactFilterClause,
        rows: Int64,
        on connection: SQLiteConnection
    ) throws -> PageBuilder {
        var page = PageBuilder(query)
        // Behind a place the page is read in two parts, of which the first is nearly always empty: one statement for both
        // would compare each row with the place, which takes a tenth of the time of reading it.
        let parts = position.map(query.parts).map { [[$0.tied], [$0.behind]] } ?? [[]]
        for part in parts {
            let conditions = part + clause.others
            let isFull = try connection.withStatement(query.page(conditions)) { row in
                var index: Int32 = 1
                try row.bind(conditions, at: &index)
                try row.bind(rows, at: index)
                while try row.step() {
                    if try page.isFull(adding: row, clause.matcher) { return true }
                }
                return false
            }
            if isFull || page.mayMissTied { break }
        }
        return page
    }

    /// Counts whom the filter finds.
    func count(_ filter: ContactFilter, on connection: SQLiteConnection) throws -> Int {
        let clause = ContactFilterClause(filter)
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
                if matcher.matches(try ContactColumns.contact(row)) { count += 1 }
            }
            return count
        }
    }
}

/// A page while rows are added to it in the order of the store.
///
/// That is the order of the query but for contacts who agree in their keys and in how their identifiers begin.
struct PageBuilder {
    private let query: ContactQuery
    private let limit: Int
    /// Those that were added; more than the limit while who agrees with the last one may still come.
    private var contacts: [Contact] = []
    /// The place of the first of those who agree with the last one.
    private var tie: Int?
    /// The bytes of their key.
    private var key: [UInt8] = []
    private var hasMore = false

    init(_ query: ContactQuery) {
        self.query = query
        limit = max(0, query.limit)
    }

    /// Adds the contact in a row if it is wanted; behind it stands its key in the order of the query.
    ///
    /// - Returns: Whether there is no room for it, so that the page is full and another follows.
    mutating func isFull(adding row: borrowing SQLiteStatement, _ matcher: ContactMatcher?) throws -> Bool {
        let contact = try ContactColumns.contact(row)
        guard matcher?.matches(contact) != false else { return false }
        let isTied = row.withBytes(ContactColumns.count) { bytes in
            guard let tie, key.elementsEqual(bytes) else { return false }
            return IdentifierPrefix(contacts[tie].id) == IdentifierPrefix(contact.id)
        }
        if isTied {
            contacts.append(contact)
            return false
        }
        guard contacts.count < limit else {
            hasMore = true
            return true
        }
        settle()
        tie = contacts.count
        row.withBytes(ContactColumns.count) { bytes in
            key.removeAll(keepingCapacity: true)
            key.append(contentsOf: bytes)
        }
        contacts.append(contact)
        return false
    }

    /// Whether there is no room for all who agree with the last one, and some of them may not have been added.
    var mayMissTied: Bool { contacts.count > limit && !hasMore }

    /// The contacts that were added.
    var count: Int { contacts.count }

    var finished: ContactPage {
        let page = Array(ordered.prefix(limit))
        guard hasMore || contacts.count > limit, let last = page.last else { return ContactPage(contacts: page) }
        let position = CursorPosition(key: String(decoding: key, as: UTF8.self), id: last.id)
        return ContactPage(contacts: page, next: position.cursor(query))
    }

    /// Those that were added, in the order of the query.
    private var ordered: [Contact] {
        var page = self
        page.settle()
        return page.contacts
    }

    /// Puts those who agree with the last one into the order of the query, where they are: there may be many such groups.
    private mutating func settle() {
        guard let tie, contacts.count > tie + 1 else { return }
        contacts.withUnsafeMutableBufferPointer { contacts in
            var group = UnsafeMutableBufferPointer(rebasing: contacts[tie...])
            group.sort { $0.id < $1.id }
        }
    }
}

extension ContactQuery {
    /// The column that orders the contacts.
    var key: String { "c.sort_\(sort.rawValue)" }

    /// The order of the index: by keys, then by how identifiers begin (``IdentifierPrefix``).
    ///
    /// Those who agree in both come in an order of the index's own, in which a walk through it can be gone on with.
    var order: String { " ORDER BY \(key), c.id_start, c.initials, c.number" }

    /// The condition for what may come after the position; the index alone tells.
    func reached(from position: CursorPosition) -> ContactFilterCondition {
        ContactFilterCondition("\(place) >= (?, ?)", start(of: position))
    }

    /// The condition for what comes after the position.
    func isAfter(_ position: CursorPosition) -> ContactFilterCondition {
        let (tied, behind) = parts(after: position)
        return .joined([behind, tied], by: "OR")
    }

    /// The conditions for what comes after the position, in two parts, one after the other.
    ///
    /// First come those who agree with it in the key and in how the identifier begins, then those who stand behind them. For
    /// these the index alone tells.
    func parts(after position: CursorPosition) -> (tied: ContactFilterCondition, behind: ContactFilterCondition) {
        (
            ContactFilterCondition(
                "\(place) = (?, ?) AND c.id > ?",
                start(of: position) + [.text(position.id.rawValue)]
            ),
            ContactFilterCondition("\(place) > (?, ?)", start(of: position))
        )
    }

    /// Where a row stands in the order as far as the query says.
    private var place: String { "(\(key), c.id_start)" }

    private func start(of position: CursorPosition) -> [ContactFilterCondition.Argument] {
        [.text(position.key), .text(IdentifierPrefix(position.id).text)]
    }

    /// A statement that reads at most so many contacts, its last argument, in the order, and ``key`` after each.
    func page(_ conditions: [ContactFilterCondition]) -> String { select(conditions) + order + " LIMIT ?" }

    /// A statement that reads contacts in no order, and ``key`` after them.
    func select(_ conditions: [ContactFilterCondition]) -> String {
        ContactColumns.select(conditions, adding: key)
    }
}
