extension ContactQuery {
    /// The column that orders the contacts.
    var key: String { "c.sort_\(sort.rawValue)" }

    /// The order of the index: by keys, then by how identifiers begin (``IdentifierStart``).
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
        [.text(position.key), .text(IdentifierStart(position.id).text)]
    }

    /// A statement that reads at most so many contacts, its last argument, in the order, and ``key`` after each.
    func page(_ conditions: [ContactFilterCondition]) -> String { select(conditions) + order + " LIMIT ?" }

    /// A statement that reads contacts in no order, and ``key`` after them.
    func select(_ conditions: [ContactFilterCondition]) -> String {
        ContactColumns.select(conditions, adding: key)
    }
}
