import Foundation

/// What a ``PageCursor`` of this package says: the order, and the last contact before the page.
package struct CursorPosition: Equatable, Sendable {
    package let key: String
    package let id: ContactID

    package init(key: String, id: ContactID) {
        self.key = key
        self.id = id
    }

    /// Reads a cursor of the order.
    ///
    /// - Throws: ``RepositoryError`` with the code `invalidInput` when it is of another order, or no cursor.
    package init(_ cursor: PageCursor, sort: ContactSort) throws {
        guard cursor.rawValue.utf8.count <= 8192, let data = Data(base64Encoded: cursor.rawValue),
            let text = String(validating: data, as: UTF8.self)
        else { throw Self.unusable("is not one") }
        let parts = text.split(separator: "\u{0}", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, parts[0] == "1" else { throw Self.unusable("is not one of this version") }
        guard parts[1] == sort.rawValue else { throw Self.unusable("belongs to another order") }
        id = ContactID(rawValue: parts[2])
        key = parts[3]
    }

    /// The cursor of this place in the order.
    package func cursor(_ sort: ContactSort) -> PageCursor {
        let text = ["1", sort.rawValue, id.rawValue, key].joined(separator: "\u{0}")
        return PageCursor(rawValue: Data(text.utf8).base64EncodedString())
    }

    private static func unusable(_ what: String) -> RepositoryError {
        RepositoryError(.invalidInput, "The place to go on from \(what); begin the list again.")
    }
}
