/// A page while rows are added to it in the order of the store.
///
/// That is the order of the query but for contacts who agree in their keys and in how their identifiers begin.
struct PageInMaking {
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
            return IdentifierStart(contacts[tie].id) == IdentifierStart(contact.id)
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
