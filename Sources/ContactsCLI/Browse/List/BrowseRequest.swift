import Repository

/// What a list of `contacts browse` shows.
struct BrowseRequest: Equatable, Sendable {
    /// A query of the query language, as it was typed.
    var query = ""
    /// The order.
    var sort = ListOrder.last
    /// Only this group; `nil` shows all contacts.
    var group: String?

    /// Creates a request.
    init(query: String = "", sort: ListOrder = .last, group: String? = nil) {
        self.query = query
        self.sort = sort
        self.group = group
    }

    /// Creates the request of a route.
    init(_ route: ListRoute) {
        self.init(query: route.query, sort: route.sort, group: route.group)
    }

    /// The filters whose contacts follow one another in the list: matches in names come first.
    ///
    /// - Throws: `RepositoryError` with the code `invalidInput` when the query cannot be read.
    func filters() throws -> [ContactFilter] {
        guard let expression = try ContactQueryParser.parse(query) else { return [filter(nil)] }
        guard let named = expression.inNames else { return [filter(expression)] }
        return [filter(named), filter(.all([expression, .not(named)]))]
    }

    /// The filter of all contacts of the list.
    ///
    /// - Throws: `RepositoryError` with the code `invalidInput` when the query cannot be read.
    func filter() throws -> ContactFilter { filter(try ContactQueryParser.parse(query)) }

    private func filter(_ expression: ContactExpression?) -> ContactFilter {
        ContactFilter(category: group, expression: expression)
    }

    /// The position of the contact in the order.
    func position(of contact: Contact) -> CursorPosition {
        CursorPosition(key: SortKeys(contact)[sort.sort], id: contact.id)
    }

    /// The position right before the contact and all contacts that are equal to it in the order.
    func position(at contact: Contact) -> CursorPosition {
        CursorPosition(key: SortKeys(contact)[sort.sort], id: edge)
    }

    /// The position right before the names that begin with the text.
    func position(before text: String) -> CursorPosition {
        let key = "0" + FoldedText.key(text)
        return CursorPosition(key: sort.isReversed ? key + Self.last : key, id: edge)
    }

    /// Before or after every identifier, by the direction of the order.
    private var edge: ContactID { ContactID(rawValue: sort.isReversed ? Self.last : "") }

    /// Sorts after every text.
    private static let last = "\u{10FFFF}"
}

extension ContactExpression {
    /// The expression with the words that may be anywhere looked for in names; `nil` when it has none.
    ///
    /// Words inside of alternatives and negations are left as they are: there a name is not what is looked for.
    var inNames: ContactExpression? {
        switch self {
        case .term(let term) where term.field == nil:
            var named = term
            named.field = .name
            return .term(named)
        case .all(let parts):
            let named = parts.map { $0.inNames ?? $0 }
            return named == parts ? nil : .all(named)
        case .term, .any, .not:
            return nil
        }
    }
}
