import Repository
import Services

/// The part of a long list that is in memory: some pages around the selected contact.
///
/// Memory use and work don't depend on the number of contacts.
struct ContactWindow: Equatable, Sendable {
    /// The maximum number of rows to keep; those farthest from the selection are dropped first.
    static let limit = 600
    /// The distance between the selection and an end of the window at which more rows are loaded.
    static let margin = 100

    let request: ListRoute
    private(set) var rows: [ListedContact] = []
    /// The index of the selected row; 0 if there are no rows.
    private(set) var selection = 0
    private(set) var hasBefore = false
    private(set) var hasAfter = false
    /// The number of rows before these; `nil` if unknown.
    private(set) var offset: Int?

    var selected: ListedContact? { rows[at: selection] }

    /// Returns the index of the first row in a list with `total` contacts; `nil` if unknown.
    func start(in total: Int?) -> Int? {
        guard let total, let offset, offset + rows.count <= total else { return nil }
        return offset
    }

    /// The edge where more rows are needed; `nil` if there are enough.
    var neededEdge: WindowEdge? {
        if hasAfter, selection + Self.margin >= rows.count { return .end }
        if hasBefore, selection < Self.margin { return .start }
        return nil
    }

    mutating func select(_ index: Int) { selection = max(0, min(index, rows.count - 1)) }

    mutating func select(_ id: ContactID?) {
        selection = rows.firstIndex { $0.contact.id == id } ?? selection
    }

    /// Adds rows at an edge, and drops any excess rows at the other one.
    ///
    /// `isLast` means that there are no more rows beyond them.
    mutating func add(_ more: [ListedContact], isLast: Bool, at edge: WindowEdge) {
        let extra = max(0, rows.count + more.count - Self.limit)
        switch edge {
        case .end:
            rows = Array((rows + more).dropFirst(extra))
            (hasBefore, hasAfter) = (hasBefore || extra > 0, !isLast)
            offset = offset.map { $0 + extra }
            select(selection - extra)
        case .start:
            rows = Array((more + rows).dropLast(extra))
            (hasBefore, hasAfter) = (!isLast, hasAfter || extra > 0)
            offset = isLast ? 0 : offset.map { $0 - more.count }
            select(selection + more.count)
        }
    }
}

enum WindowEdge: Hashable, Sendable {
    case start, end
}

struct ListedContact: Equatable, Sendable {
    let contact: Contact
    /// The index of the request's filter that found it; filter 0 matches names.
    let part: Int
}

/// The position in a list where a window starts.
enum ListPlace: Hashable, Sendable {
    case start, end
    /// At this contact, or where it would be.
    case contact(Contact)
    /// At the first contact whose sort name begins with the text.
    case text(String)
}

/// Reads the rows of a list from any position, in both directions.
///
/// A request's filters are concatenated: the list has the contacts matching the first one in order, followed by those
/// matching the next.
struct ContactRowReader: Sendable {
    /// The number of rows to read at once: enough to fill any screen, few enough to reload on every keystroke.
    static let pageSize = 100

    let list: any ContactListService

    func window(_ request: ListRoute, at place: ListPlace) async throws -> ContactWindow {
        switch place {
        case .start, .end:
            var window = ContactWindow(request: request, offset: place == .start ? 0 : nil)
            try await extend(&window, to: place == .start ? .end : .start)
            return window
        case .text(let text):
            return try await window(request, at: request.position(before: text))
        case .contact(let contact):
            var window = try await window(request, at: request.position(at: contact))
            window.select(contact.id)
            return window
        }
    }

    func identifiers(_ request: ListRoute) async throws -> [ContactID] {
        var ids: [ContactID] = []
        var place: (CursorPosition, Int)?
        while true {
            let read = try await rows(request, from: place, to: .end, limit: 1000)
            ids += read.rows.map(\.contact.id)
            guard let last = read.rows.last, !read.isLast else { return ids }
            place = (request.position(of: last.contact), last.part)
        }
    }

    /// Reads a window whose selection is the first contact after the position.
    private func window(_ request: ListRoute, at position: CursorPosition) async throws -> ContactWindow {
        let read = try await rows(request, from: (position, 0), to: .end, limit: Self.pageSize)
        // No name follows, so show the end of the list.
        guard !read.rows.isEmpty else { return try await window(request, at: .end) }
        var window = ContactWindow(request: request, rows: read.rows, hasBefore: true, hasAfter: !read.isLast)
        try await extend(&window, to: .start)
        return window
    }

    /// Reloads the window at its position from the store.
    func reread(_ window: ContactWindow) async throws -> ContactWindow {
        let (request, wanted) = (window.request, max(2 * Self.pageSize, window.rows.count))
        let first = window.hasBefore ? window.rows.first : nil
        let place = first.map { (request.position(at: $0.contact), $0.part) }
        let read = try await rows(request, from: place, to: .end, limit: wanted)
        if first != nil, read.rows.isEmpty { return try await self.window(request, at: .end) }
        var again = ContactWindow(request: request, hasBefore: first != nil, offset: first == nil ? 0 : nil)
        again.add(read.rows, isLast: read.isLast, at: .end)
        again.select(window.selection)
        again.select(window.selected?.contact.id)
        return again
    }

    /// Loads more rows at an edge of the window; an empty window is filled from that end of the list.
    func extend(_ window: inout ContactWindow, to edge: WindowEdge) async throws {
        let request = window.request
        let row = edge == .end ? window.rows.last : window.rows.first
        let place = row.map { (request.position(of: $0.contact), $0.part) }
        let more = try await rows(request, from: place, to: edge, limit: Self.pageSize)
        window.add(more.rows, isLast: more.isLast, at: edge)
    }

    /// Reads rows from a position or from an end of the list; the result is in list order in either direction.
    ///
    /// - Returns: The rows, and whether there are no more in the direction of reading.
    private func rows(
        _ request: ListRoute,
        from place: (position: CursorPosition, part: Int)?,
        to edge: WindowEdge,
        limit: Int
    ) async throws -> (rows: [ListedContact], isLast: Bool) {
        let filters = try request.filters()
        var read: [ListedContact] = []
        var part = place?.part ?? (edge == .end ? 0 : filters.count - 1)
        var position = place?.position
        while filters.indices.contains(part), read.count < limit {
            var query = ContactQuery(
                sort: request.sort.sort,
                isReversed: request.sort.isReversed != (edge == .start),
                limit: limit - read.count,
                filter: filters[part]
            )
            query.after = position?.cursor(query)
            let page = try await list.contacts(query, policy: .cacheOnly)
            try Task.checkCancellation()
            read += page.contacts.map { ListedContact(contact: $0, part: part) }
            guard page.next == nil else { break }
            position = nil
            part += edge == .end ? 1 : -1
        }
        return (edge == .end ? read : read.reversed(), !filters.indices.contains(part))
    }
}

extension ListRoute {
    /// Returns the filters whose results the list concatenates: matches in sort names come first, and matches inside
    /// words last.
    ///
    /// - Throws: `RepositoryError` with the code `invalidInput` if the query can't be parsed.
    func filters() throws -> [ContactFilter] {
        guard let expression = try ContactQueryParser.parse(query) else { return [filter(nil)] }
        let terms = expression.termsAnywhere
        guard !terms.isEmpty else { return [filter(expression)] }
        var inside = filter(expression)
        inside.reach = .inside
        return [false, true].map { isExcluded in
            var filter = filter(expression)
            filter.names = NameCondition(terms, isExcluded: isExcluded)
            filter.reach = .starts
            return filter
        } + [inside]
    }

    /// Returns the filter for all contacts in the list.
    ///
    /// - Throws: `RepositoryError` with the code `invalidInput` if the query can't be parsed.
    func filter() throws -> ContactFilter { filter(try ContactQueryParser.parse(query)) }

    private func filter(_ expression: ContactExpression?) -> ContactFilter {
        ContactFilter(category: group, expression: expression)
    }

    func position(of contact: Contact) -> CursorPosition {
        CursorPosition(key: SortKeys(contact)[sort.sort], id: contact.id)
    }

    /// Returns the position right before the contact and all contacts with an equal sort key.
    func position(at contact: Contact) -> CursorPosition {
        CursorPosition(key: SortKeys(contact)[sort.sort], id: edge)
    }

    /// Returns the position right before the names that begin with the text.
    func position(before text: String) -> CursorPosition {
        let key = "0" + FoldedText.key(text)
        return CursorPosition(key: sort.isReversed ? key + Self.last : key, id: edge)
    }

    /// Sorts before or after every identifier, depending on the direction.
    private var edge: ContactID { ContactID(rawValue: sort.isReversed ? Self.last : "") }

    /// Sorts after all text.
    private static let last = "\u{10FFFF}"
}

extension ContactExpression {
    /// The words that every match contains, in whichever field.
    ///
    /// Words inside alternatives and negations don't count, since not every match contains them.
    var termsAnywhere: [ContactTerm] {
        switch self {
        case .term(let term): term.field == nil ? [term] : []
        case .all(let parts): parts.flatMap(\.termsAnywhere)
        case .any, .not: []
        }
    }
}
