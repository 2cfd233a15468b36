/// Which contacts to return, in which order, from which place on.
public struct ContactQuery: Hashable, Sendable {
    package var sort: ContactSort
    package var isReversed: Bool
    /// The most contacts that a page may hold, 1 or more.
    package var limit: Int
    /// Where the page begins; `nil` is the beginning of the order.
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

    /// Reads a page of a search: first the contacts of which words begin as searched, then those that have it inside of words.
    ///
    /// `read` reads a page of one of the two parts.
    package func inParts(_ read: (ContactQuery) async throws -> ContactPage) async throws -> ContactPage {
        guard filter.reach == .everywhere, filter.mayReachInside else { return try await read(self) }
        let start = try after.map { try CursorPosition($0, query: self) }
        var page = ContactPage(contacts: [])
        for reach in [SearchReach.starts, .inside] where reach == .inside || start?.isInside != true {
            var part = self
            part.filter.reach = reach
            part.limit = limit - page.contacts.count
            let isContinued = start?.isInside == (reach == .inside)
            part.after = isContinued ? start.map { CursorPosition(key: $0.key, id: $0.id).cursor(part) } : nil
            // One more than fits says whether there is a next page.
            part.limit = max(1, part.limit)
            let read = try await read(part)
            page.notices += read.notices
            guard page.contacts.count < limit else {
                // The page was full before; it goes on with this part, if that has contacts.
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

/// The orders in which contacts are listed; each ends with the identifier, so that it is total.
public enum ContactSort: String, CaseIterable, Codable, Sendable {
    /// By family name, then given name, accents and case folded; without both, by ``Contact/displayName``.
    case last
    /// By given name, then family name, accents and case folded; without both, by ``Contact/displayName``.
    case first
    /// By month and day of birth, January first; people without a birthday come last.
    case birthday
}
