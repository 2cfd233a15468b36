extension ContactQuery {
    /// The column that orders the contacts.
    var key: String { "c.sort_\(sort.rawValue)" }

    var order: String { " ORDER BY \(key), c.id" }

    /// The condition for what comes after the position.
    func place(after position: CursorPosition?) -> String? {
        position == nil ? nil : "(\(key), c.id) > (?, ?)"
    }

    /// A statement that reads contacts in no order, and ``key`` after them.
    func select(_ place: String?, _ conditions: [ContactFilterCondition]) -> String {
        ContactColumns.select(place, conditions, adding: key)
    }
}
