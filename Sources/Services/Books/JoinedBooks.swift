public import Repository

/// One of several books that are shown and changed together.
public struct JoinedBook: Sendable {
    /// The name of the book.
    public let name: String
    /// Its contacts.
    public let repository: any ContactRepository & StoreWatchService
    /// Finds its duplicates.
    public let duplicates: any DuplicateService
    /// Whether its contacts may be fetched.
    public let mayFetch: Bool

    /// Creates a member of joined books.
    public init(
        name: String,
        repository: any ContactRepository & StoreWatchService,
        duplicates: any DuplicateService,
        mayFetch: Bool
    ) {
        self.name = name
        self.repository = repository
        self.duplicates = duplicates
        self.mayFetch = mayFetch
    }
}

/// Several books as if they were one: each contact has the name of its book (``Contact/book``), which is also part of its
/// identifier, so that any change to it is made in that book.
///
/// Two books may have contacts with the same identifier. A new contact goes into the standard book.
public struct JoinedBooks: Sendable {
    /// The name of the book for new contacts.
    public let standard: String
    let books: [JoinedBook]
    /// The steps of single changes in several books.
    let bundles = StepBundles()

    /// Joins books; their order decides between contacts that compare equal in a list.
    public init(_ books: [JoinedBook], standard: String) {
        self.books = books
        self.standard = books.contains { $0.name == standard } ? standard : books.first?.name ?? standard
    }

    /// Splits an identifier into the one in the book and the number of the book; `nil` if it names no book.
    func parts(of id: String) -> (book: Int, id: String)? {
        guard let colon = id.firstIndex(of: ":"),
            let book = books.firstIndex(where: { $0.name == id[..<colon] })
        else { return nil }
        return (book, String(id[id.index(after: colon)...]))
    }

    /// Returns the contact with the name of its book.
    func joined(_ contact: Contact, _ book: Int) -> Contact {
        var contact = contact
        contact.book = books[book].name
        contact.id = joined(contact.id, book)
        return contact
    }

    func joined(_ id: ContactID, _ book: Int) -> ContactID {
        ContactID(rawValue: books[book].name + ":" + id.rawValue)
    }

    /// Returns the contact as it is in its book.
    public func apart(_ contact: Contact) -> Contact {
        guard let parts = parts(of: contact.id.rawValue) else { return contact }
        var contact = contact
        contact.id = ContactID(rawValue: parts.id)
        return contact
    }

    /// Groups identifiers by book, in the order in which the books first occur, with their positions among all.
    ///
    /// - Throws: `RepositoryError` with the code `notFound` for an identifier that belongs to none of the books.
    func byBook(_ ids: [ContactID]) throws -> [(book: Int, ids: [ContactID], places: [Int])] {
        var parts: [(book: Int, ids: [ContactID], places: [Int])] = []
        for (place, id) in ids.enumerated() {
            guard let part = self.parts(of: id.rawValue) else {
                throw RepositoryError(
                    .notFound,
                    "No book has the identifier “\(DisplaySafeText.line(id.rawValue, limit: 64))”."
                )
            }
            let own = ContactID(rawValue: part.id)
            if let known = parts.firstIndex(where: { $0.book == part.book }) {
                parts[known].ids.append(own)
                parts[known].places.append(place)
            } else {
                parts.append((part.book, [own], [place]))
            }
        }
        return parts
    }
}

extension JoinedBooks: ContactListService {
    /// Identifiers that sort before and after all others.
    private static let edges = (first: ContactID(rawValue: ""), last: ContactID(rawValue: "\u{10FFFF}"))

    /// Counts the contacts of all books that match.
    public func count(_ filter: ContactFilter) async throws -> Int {
        var count = 0
        for book in books { count += try await book.repository.count(filter) }
        return count
    }

    /// Reads the next contacts of all books from any position; contacts that compare equal are in the order of the books.
    public func contacts(_ query: ContactQuery, policy: CachePolicy) async throws -> ContactPage {
        let start = try query.after.map { try CursorPosition($0, query: query) }
        var page = ContactPage(contacts: [])
        var found: [(position: CursorPosition, contact: Contact)] = []
        var isMore = false
        for (index, book) in books.enumerated() {
            var part = query
            part.after = start.map { self.start(in: index, $0, isReversed: query.isReversed).cursor(query) }
            let read = try await book.repository.contacts(part, policy: book.mayFetch ? policy : .cacheOnly)
            page.notices += read.notices
            isMore = isMore || read.next != nil
            found += read.contacts.map { contact in
                let key = SortKeys(contact)[query.sort]
                return (CursorPosition(key: key, id: place(of: contact.id, index)), joined(contact, index))
            }
        }
        found.sort { query.isReversed ? $1.position < $0.position : $0.position < $1.position }
        page.contacts = found.prefix(query.limit).map(\.contact)
        if isMore || found.count > query.limit, let last = page.contacts.last {
            page.next = CursorPosition(key: SortKeys(last)[query.sort], id: last.id).cursor(query)
        }
        return page
    }

    /// Returns the identifier in the form that is sorted among all books, which begins with the number of the book.
    private func place(of id: ContactID, _ book: Int) -> ContactID {
        let number = String(book)
        return ContactID(rawValue: String(repeating: "0", count: 6 - min(6, number.count)) + number + id.rawValue)
    }

    /// Returns the position where the list of a book continues after a contact of any book.
    private func start(in book: Int, _ position: CursorPosition, isReversed: Bool) -> CursorPosition {
        // An identifier that belongs to none of the books is an edge, which is the same in each.
        guard let last = parts(of: position.id.rawValue) else { return position }
        if book == last.book { return CursorPosition(key: position.key, id: ContactID(rawValue: last.id)) }
        // Among equal contacts, those in an earlier book come first; reversed, those in a later one.
        return CursorPosition(key: position.key, id: book < last.book ? Self.edges.last : Self.edges.first)
    }
}

extension JoinedBooks: OverviewService {
    /// Adds up the contents of the books.
    public func overview() async throws -> StoreOverview {
        var sum = StoreOverview()
        for book in books { sum.add(try await book.repository.overview()) }
        return sum
    }
}

extension JoinedBooks: StoreWatchService {
    /// Returns an element after each write of any of the books.
    public func storeChanges() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let tasks = books.map { book in
                Task {
                    for await _ in book.repository.storeChanges() { continuation.yield() }
                }
            }
            continuation.onTermination = { _ in
                for task in tasks { task.cancel() }
            }
        }
    }
}
