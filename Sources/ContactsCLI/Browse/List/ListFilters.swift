import Repository

extension ListRoute {
    /// The filters whose contacts follow one another in the list: matches in names come first, in those by which it is sorted,
    /// and matches inside of words last.
    ///
    /// - Throws: `RepositoryError` with the code `invalidInput` when the query cannot be read.
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

    /// The filter of all contacts of the list.
    ///
    /// - Throws: `RepositoryError` with the code `invalidInput` when the query cannot be read.
    func filter() throws -> ContactFilter { filter(try ContactQueryParser.parse(query)) }

    private func filter(_ expression: ContactExpression?) -> ContactFilter {
        ContactFilter(category: group, expression: expression)
    }

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
    /// The words that every match has, in whichever field.
    ///
    /// Words inside of alternatives and negations don't count, since not every match has them.
    var termsAnywhere: [ContactTerm] {
        switch self {
        case .term(let term): term.field == nil ? [term] : []
        case .all(let parts): parts.flatMap(\.termsAnywhere)
        case .any, .not: []
        }
    }
}
