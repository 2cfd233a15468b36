/// A page while rows are added to it in the order of the store.
///
/// That is the order of the query but for contacts who agree in their keys and in how their identifiers begin.
struct PageInMaking {
    private let query: ContactQuery
    private let limit: Int
    /// Those that were added; more than the limit while who agrees with the last one may still come.
    private var contacts: [Contact] = []
    /// The place of the first of those who agree with the last one, and their key.
    private var tie: (index: Int, key: String)?
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
        let key = row.text(ContactColumns.count) ?? ""
        if let tie, tie.key.utf8.elementsEqual(key.utf8),
            IdentifierStart(contacts[tie.index].id) == IdentifierStart(contact.id)
        {
            contacts.append(contact)
            return false
        }
        guard contacts.count < limit else {
            hasMore = true
            return true
        }
        settle()
        tie = (contacts.count, key)
        contacts.append(contact)
        return false
    }

    /// The contacts that were added.
    var count: Int { contacts.count }

    var finished: ContactPage {
        let page = Array(ordered.prefix(limit))
        guard hasMore || contacts.count > limit, let last = page.last, let tie else {
            return ContactPage(contacts: page)
        }
        return ContactPage(contacts: page, next: CursorPosition(key: tie.key, id: last.id).cursor(query))
    }

    /// Those that were added, in the order of the query.
    private var ordered: [Contact] {
        var page = self
        page.settle()
        return page.contacts
    }

    /// Puts those who agree with the last one into the order of the query, where they are: there may be many such groups.
    private mutating func settle() {
        guard let tie, contacts.count > tie.index + 1 else { return }
        contacts.withUnsafeMutableBufferPointer { contacts in
            var group = UnsafeMutableBufferPointer(rebasing: contacts[tie.index...])
            group.sort { $0.id < $1.id }
        }
    }
}
