import Primitives

/// Consecutive contacts of a query's result, with the cursor for the next page.
public struct ContactPage: Equatable, Sendable {
    /// The contacts, no more than the query's limit.
    public var contacts: [Contact]
    /// The start of the next page; `nil` if this is the last one.
    public var next: PageCursor?
    /// Notices for the user about how the page was obtained, in order.
    public var notices: [RepositoryNotice]

    package init(contacts: [Contact], next: PageCursor? = nil, notices: [RepositoryNotice] = []) {
        self.contacts = contacts
        self.next = next
        self.notices = notices
    }
}

/// An opaque position in the order of a query.
///
/// A repository creates the text. Its format is versioned and may change between versions of the program. A cursor for
/// a different order is rejected.
public struct PageCursor: RawRepresentable, Hashable, Codable, Sendable {
    /// The opaque text.
    public let rawValue: String

    /// Wraps the text; a repository validates it on use.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The content of a ``PageCursor``: the order, the filter, and the last contact before the page.
package struct CursorPosition: Equatable, Sendable {
    package let key: String
    package let id: ContactID
    /// Whether the contact only matches inside of words; such contacts follow the others.
    package let isInside: Bool

    package init(key: String, id: ContactID, isInside: Bool = false) {
        self.key = key
        self.id = id
        self.isInside = isInside
    }

    /// Parses a cursor for the query's order and filter.
    ///
    /// - Throws: ``RepositoryError`` with the code `invalidInput` if it isn't a cursor for this order and filter.
    package init(_ cursor: PageCursor, query: ContactQuery) throws {
        guard cursor.rawValue.utf8.count <= 8192, let data = Data(base64Encoded: cursor.rawValue),
            let text = String(validating: data, as: UTF8.self)
        else { throw Self.unusable("is invalid") }
        let parts = text.split(separator: "\u{0}", maxSplits: 5, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 6, parts[0] == Self.version else { throw Self.unusable("is from another version") }
        guard parts[1] == query.orderName else { throw Self.unusable("belongs to another order") }
        guard parts[2] == query.filter.fingerprint else { throw Self.unusable("belongs to another selection") }
        isInside = parts[3] == "inside"
        id = ContactID(rawValue: parts[4])
        key = parts[5]
    }

    /// Returns the cursor for this position in the query's order.
    package func cursor(_ query: ContactQuery) -> PageCursor {
        let parts = [
            Self.version, query.orderName, query.filter.fingerprint, isInside ? "inside" : "", id.rawValue, key,
        ]
        return PageCursor(rawValue: Data(parts.joined(separator: "\u{0}").utf8).base64EncodedString())
    }

    private static let version = "3"

    private static func unusable(_ what: String) -> RepositoryError {
        RepositoryError(.invalidInput, "The place to continue from \(what); start the list again.")
    }
}

extension ContactQuery {
    fileprivate var orderName: String { (isReversed ? "-" : "") + sort.rawValue }
}

extension CursorPosition: Comparable {
    /// Compares keys, then identifiers, by their bytes, like SQLite.
    package static func < (left: CursorPosition, right: CursorPosition) -> Bool {
        left.key.utf8.elementsEqual(right.key.utf8)
            ? left.id < right.id : left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
    }
}
