/// A page while rows are added to it in their order.
struct PageInMaking {
    private let query: ContactQuery
    private var contacts: [Contact] = []
    private var end: CursorPosition?
    private var hasMore = false

    init(_ query: ContactQuery) {
        self.query = query
    }

    /// Adds the contact in a row if it is wanted; behind it stands its key in the order of the query.
    ///
    /// - Returns: Whether there is no room for it, so that the page is full and another follows.
    mutating func isFull(adding row: borrowing SQLiteStatement, _ matcher: ContactMatcher?) throws -> Bool {
        let contact = try ContactColumns.contact(row)
        guard matcher?.matches(contact) != false else { return false }
        guard contacts.count < max(0, query.limit) else {
            hasMore = true
            return true
        }
        contacts.append(contact)
        if contacts.count == query.limit {
            end = CursorPosition(key: row.text(ContactColumns.count) ?? "", id: contact.id)
        }
        return false
    }

    /// The contacts that were added.
    var count: Int { contacts.count }

    var finished: ContactPage { ContactPage(contacts: contacts, next: hasMore ? end?.cursor(query) : nil) }
}
