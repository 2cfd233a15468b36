/// A request for contacts: which ones, their order, and the start of the page.
public struct ContactQuery: Hashable, Sendable {
    package var sort: ContactSort
    package var isReversed: Bool
    /// The maximum number of contacts in a page, at least 1.
    package var limit: Int
    /// The position after which the page starts; `nil` for the first page.
    package var after: PageCursor?
    package var filter: ContactFilter

    package init(
        sort: ContactSort = .last,
        isReversed: Bool = false,
        limit: Int,
        after: PageCursor? = nil,
        filter: ContactFilter = ContactFilter()
    ) {
        self.sort = sort
        self.isReversed = isReversed
        self.limit = limit
        self.after = after
        self.filter = filter
    }

    /// Reads a page of search results: first the matches at the beginning of words, then those inside of words.
    ///
    /// `read` reads a page of one of the two parts.
    package func inParts(_ read: (ContactQuery) async throws -> ContactPage) async throws -> ContactPage {
        guard filter.reach == .everywhere, filter.mayReachInside else { return try await read(self) }
        let start = try after.map { try CursorPosition($0, query: self) }
        var page = ContactPage(contacts: [])
        for reach in [SearchReach.starts, .inside] where reach == .inside || start?.isInside != true {
            var part = self
            part.filter.reach = reach
            // If the page is full, one more contact shows whether there is a next page.
            part.limit = max(1, limit - page.contacts.count)
            let isContinued = start?.isInside == (reach == .inside)
            part.after = isContinued ? start.map { CursorPosition(key: $0.key, id: $0.id).cursor(part) } : nil
            let read = try await read(part)
            page.notices += read.notices
            guard page.contacts.count < limit else {
                // The page is already full; the next one continues with this part, unless that is empty.
                if !read.contacts.isEmpty, let last = page.contacts.last {
                    page.next = CursorPosition(key: SortKeys(last)[sort], id: last.id).cursor(self)
                }
                break
            }
            page.contacts += read.contacts
            if let next = read.next {
                let position = try CursorPosition(next, query: part)
                page.next = CursorPosition(key: position.key, id: position.id, isInside: reach == .inside).cursor(self)
                break
            }
        }
        return page
    }
}

/// The sort orders of contacts; each ends with the identifier, so that it is total.
public enum ContactSort: String, CaseIterable, Codable, Sendable {
    /// By family name, then given name, folding accents and case; without both, by ``Contact/displayName``.
    case last
    /// By given name, then family name, folding accents and case; without both, by ``Contact/displayName``.
    case first
    /// By month and day of birth, January first; people without a birthday come last.
    case birthday
}
