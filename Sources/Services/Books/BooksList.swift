public import Repository

/// One of several books that are listed together.
public struct ListedBook: Sendable {
    /// The name of the book.
    public let name: String
    /// Reads its contacts.
    public let list: any ContactListService
    /// Whether its contacts may be fetched before they are listed.
    public let mayFetch: Bool

    /// Creates a member of a list of books.
    public init(name: String, list: any ContactListService, mayFetch: Bool) {
        self.name = name
        self.list = list
        self.mayFetch = mayFetch
    }
}

/// The contacts of several books in one order; each has the name of its book (``Contact/book``).
///
/// A k-way merge: a part of a page of each book is in memory, and the next part is read when it is used up. Contacts that
/// compare equal are in the order of the books.
public struct BooksList: ContactListService {
    /// The minimum number of contacts that are read from a book at once.
    private static let smallestPart = 32

    private let books: [ListedBook]

    /// Creates a list of books, in the order that decides between equal contacts.
    public init(_ books: [ListedBook]) {
        self.books = books
    }

    /// Counts the contacts of all books that match.
    public func count(_ filter: ContactFilter) async throws -> Int {
        var count = 0
        for book in books { count += try await book.list.count(filter) }
        return count
    }

    /// Reads the next contacts of all books.
    public func contacts(_ query: ContactQuery, policy: CachePolicy) async throws -> ContactPage {
        let places = try query.after.map(BookPlaces.init) ?? BookPlaces()
        let part = max(Self.smallestPart, (query.limit + books.count - 1) / max(1, books.count))
        var page = ContactPage(contacts: [])
        var readers = books.map { BookReader($0, query, part: min(part, query.limit), from: places[$0.name]) }
        for index in readers.indices {
            page.notices += try await readers[index].fill(policy: query.after == nil ? policy : .cacheOnly)
        }
        while page.contacts.count < query.limit, let next = Self.next(of: readers, isReversed: query.isReversed) {
            page.contacts.append(readers[next].take())
            page.notices += try await readers[next].fill(policy: .cacheOnly)
        }
        if !readers.allSatisfy(\.isAtEnd) {
            page.next = BookPlaces(readers.map { ($0.name, $0.place) }).cursor
        }
        return page
    }

    /// Returns the reader whose contact is next in the order.
    private static func next(of readers: [BookReader], isReversed: Bool) -> Int? {
        var best: (index: Int, position: CursorPosition)?
        for (index, reader) in readers.enumerated() {
            guard let position = reader.position else { continue }
            guard let known = best else {
                best = (index, position)
                continue
            }
            if isReversed ? known.position < position : position < known.position { best = (index, position) }
        }
        return best?.index
    }
}

/// The totals of several books.
public struct BooksOverview: OverviewService {
    private let books: [any OverviewService]

    /// Creates an overview of books.
    public init(_ books: [any OverviewService]) {
        self.books = books
    }

    /// Adds up the contents of the books.
    public func overview() async throws -> StoreOverview {
        var sum = StoreOverview()
        for book in books { sum.add(try await book.overview()) }
        return sum
    }
}

/// Reads one book part by part.
private struct BookReader {
    private let book: ListedBook
    private var query: ContactQuery
    private let sort: ContactSort
    /// The contacts that were read but not taken, the next one last.
    private var pending: [Contact] = []
    private var hasReadAll = false
    /// The position of the next contact in the order; `nil` if none was read.
    private(set) var position: CursorPosition?
    /// The position where a later page continues.
    private(set) var place: BookPlaces.Place

    init(_ book: ListedBook, _ query: ContactQuery, part: Int, from place: BookPlaces.Place) {
        self.book = book
        self.query = query
        self.query.limit = part
        self.query.after = place.cursor
        self.place = place
        sort = query.sort
    }

    var name: String { book.name }
    var isAtEnd: Bool { place == .end }

    /// Reads the next part if the last one is used up.
    ///
    /// - Returns: The notices about the data.
    mutating func fill(policy: CachePolicy) async throws -> [RepositoryNotice] {
        guard pending.isEmpty, !isAtEnd else { return [] }
        guard !hasReadAll else {
            place = .end
            return []
        }
        let page = try await book.list.contacts(query, policy: book.mayFetch ? policy : .cacheOnly)
        pending = page.contacts.reversed()
        query.after = page.next
        hasReadAll = page.next == nil
        if pending.isEmpty { place = .end }
        look()
        return page.notices
    }

    /// Takes the next contact, which must exist.
    mutating func take() -> Contact {
        var contact = pending.removeLast()
        if let position { place = .after(position.cursor(query)) }
        look()
        contact.book = book.name
        return contact
    }

    private mutating func look() {
        position = pending.last.map { CursorPosition(key: SortKeys($0)[sort], id: $0.id) }
    }
}

/// The positions in several books, which make up the cursor of the list.
struct BookPlaces: Equatable {
    /// The position in one book.
    enum Place: Equatable {
        case start
        case after(PageCursor)
        case end

        /// The cursor where the list of the book continues.
        var cursor: PageCursor? {
            if case .after(let cursor) = self { cursor } else { nil }
        }
    }

    private static let version = "books1"
    private static let endMark = "end"
    private var places: [String: Place] = [:]

    init() {}

    init(_ places: [(name: String, place: Place)]) {
        self.places = Dictionary(places.map { ($0.name, $0.place) }, uniquingKeysWith: { first, _ in first })
    }

    /// Reads a cursor.
    ///
    /// - Throws: `RepositoryError` with the code `invalidInput` if it isn't a cursor of several books.
    init(_ cursor: PageCursor) throws {
        let lines = cursor.rawValue.split(separator: ";", omittingEmptySubsequences: false)
        guard lines.first == Self.version[...] else {
            throw RepositoryError(
                .invalidInput,
                "The place to go on from is not one of all books; begin the list again."
            )
        }
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            places[String(parts[0])] =
                parts[1] == Self.endMark[...] ? .end : .after(PageCursor(rawValue: String(parts[1])))
        }
    }

    /// The position in the book with the name; the beginning for a book that wasn't listed yet.
    subscript(name: String) -> Place { places[name] ?? .start }

    /// The cursor, whose parts are names and base64.
    var cursor: PageCursor {
        let parts = places.sorted { $0.key < $1.key }.compactMap { name, place -> String? in
            switch place {
            case .start: nil
            case .after(let cursor): "\(name):\(cursor.rawValue)"
            case .end: "\(name):\(Self.endMark)"
            }
        }
        return PageCursor(rawValue: ([Self.version] + parts).joined(separator: ";"))
    }
}
