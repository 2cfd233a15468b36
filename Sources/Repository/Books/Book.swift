import Primitives

/// An address book: a name, its own database file, and at most one source.
public struct Book: Hashable, Sendable {
    /// The name of the book that always exists, with the people of the environment's API.
    package static let peopleName = "people"
    /// The name of the book that is created for the user's own contacts.
    package static let homeName = "home"
    /// The word for the book that is used when none is named.
    package static let standardWord = "default"
    /// The word for all books together, which no book can use as its name.
    package static let allName = "all"

    /// The name, as passed to `--book`.
    package var name: String
    /// The absolute path of the database file.
    package var databasePath: String
    package var source: BookSource

    /// The database file's name as recorded in history steps; `nil` for the API's people.
    package var stepFile: String? {
        name == Self.peopleName ? nil : databasePath.split(separator: "/").last.map(String.init)
    }

    package init(name: String, databasePath: String, source: BookSource) {
        self.name = name
        self.databasePath = databasePath
        self.source = source
    }
}

/// The added books, and which book is used when none is named: the content of ``BookRegistry``.
///
/// It never contains the book `people`, which always exists.
public struct BookList: Equatable, Sendable {
    /// A book that was added.
    public struct Entry: Hashable, Codable, Sendable {
        package var name: String
        /// The name of the database file in the folder of books; it doesn't change when the book is renamed.
        package var file: String
        package var source: BookSource
    }

    static let limit = 500

    /// The books in the order they were added.
    package internal(set) var entries: [Entry] = []
    /// The name of the book that is used when none is named.
    package internal(set) var standard = Book.peopleName

    /// The people databases from which the user's own contacts were moved to a book of their own.
    package internal(set) var settled: [String] = []

    /// The people database from which the user's own contacts are being moved; it stays set if that is interrupted.
    package var settling: String?

    /// Records that the user's own contacts were moved out of this people database to a book of their own.
    package mutating func settle(_ databasePath: String) {
        settling = nil
        if !settled.contains(databasePath) { settled.append(databasePath) }
    }

    /// The names of all books, `people` first.
    package var names: [String] { [Book.peopleName] + entries.map(\.name) }

    /// Returns the book's name, with `default` replaced by the standard book.
    package func resolved(_ name: String) -> String { name == Book.standardWord ? standard : name }

    /// Returns the entry of an added book; `nil` for the book `people`.
    ///
    /// `default` means the standard book.
    ///
    /// - Throws: ``RepositoryError`` with the code `invalidInput` and a suggestion of the nearest name.
    package func entry(named name: String) throws -> Entry? {
        let name = resolved(name)
        if name == Book.peopleName { return nil }
        if let entry = entries.first(where: { $0.name == name }) { return entry }
        throw Self.unknown(name, among: names)
    }

    /// Returns the error for an unknown book name, which is the same everywhere.
    package static func unknown(_ name: String, among names: [String]) -> RepositoryError {
        let hint =
            NearestName.find(name, in: names).map { "Did you mean “\($0)”?" }
            ?? "The books are \(names.joined(separator: ", "))."
        return RepositoryError.invalid("There is no book “\(DisplaySafeText.line(name, limit: 64))”. \(hint)")
    }

    /// Adds a book whose database has the given file name.
    ///
    /// - Throws: ``RepositoryError`` with the code `invalidInput` if the name is invalid or taken, or the source is
    ///   invalid.
    mutating func add(_ name: String, source: BookSource, file: String) throws {
        try requireFree(name)
        try source.check()
        try requireFree(source)
        guard entries.count < Self.limit else {
            throw RepositoryError.invalid("There are already \(Self.limit) books, the maximum.")
        }
        entries.append(Entry(name: name, file: file, source: source))
    }

    /// Removes a book and returns it; if it was the standard book, `people` replaces it.
    mutating func remove(_ name: String) throws -> Entry {
        let index = try index(of: name, toBe: "removed")
        if standard == name { standard = Book.peopleName }
        return entries.remove(at: index)
    }

    /// Renames a book; its database keeps its file name.
    package mutating func rename(_ name: String, to newName: String) throws {
        let index = try index(of: name, toBe: "renamed")
        if name == newName { return }
        try requireFree(newName, besides: name)
        if standard == name { standard = newName }
        entries[index].name = newName
    }

    /// Makes the book the one that is used when none is named.
    package mutating func setStandard(_ name: String) throws {
        _ = try entry(named: name)
        standard = resolved(name)
    }

    package mutating func setSource(_ source: BookSource, of name: String) throws {
        let index = try index(of: name, toBe: "given another source")
        try source.check()
        try requireFree(source, besides: name)
        entries[index].source = source
    }

    private func index(of name: String, toBe what: String) throws -> Int {
        if let index = entries.firstIndex(where: { $0.name == name }) { return index }
        if name == Book.standardWord {
            throw RepositoryError.invalid(
                "“\(name)” stands for the book “\(standard)”, which cannot be \(what) by that word. Use its name."
            )
        }
        guard name == Book.peopleName else { throw Self.unknown(name, among: names) }
        throw RepositoryError.invalid("The book “\(name)” always exists and cannot be \(what).")
    }

    /// Whether no other book is synchronized with this folder or address book.
    package func isFree(_ source: BookSource, besides own: String) -> Bool { entry(at: source, besides: own) == nil }

    private func entry(at source: BookSource, besides own: String?) -> Entry? {
        entries.first { $0.name != own && source.place != nil && $0.source.place == source.place }
    }

    /// Rejects a folder or an address book that another book is synchronized with.
    private func requireFree(_ source: BookSource, besides own: String? = nil) throws {
        guard let other = entry(at: source, besides: own) else { return }
        throw RepositoryError.invalid(
            "The book “\(other.name)” is already synchronized with \(DisplaySafeText.line(other.source.shownAddress, limit: 120)). "
                + "Use that book, or give another folder or address book."
        )
    }

    /// Rejects an invalid name, or one that another book has; names must differ in more than case.
    private func requireFree(_ name: String, besides own: String? = nil) throws {
        try BookName.check(name)
        if let taken = names.first(where: { $0 != own && $0.lowercased() == name.lowercased() }) {
            throw RepositoryError.invalid(
                "There is already a book “\(taken)”. Give another name; “contacts book list” prints the books."
            )
        }
    }
}

/// The rules for book names.
public enum BookName: Sendable {
    private static let longest = 64

    /// Rejects a text that can't be a book's name.
    ///
    /// - Throws: ``RepositoryError`` with the code `invalidInput`.
    package static func check(_ name: String) throws {
        guard isPlain(name), name.utf8.count <= longest else {
            throw RepositoryError.invalid(
                "“\(DisplaySafeText.line(name, limit: longest))” cannot be the name of a book. Use letters from A to Z or "
                    + "a to z, digits, - and _, at most \(longest) characters, not starting with -."
            )
        }
        let meaning = [
            Book.allName: "all books of your own together",
            Book.standardWord: "the book that is used when none is named",
        ]
        if let meaning = meaning[name.lowercased()] {
            throw RepositoryError.invalid("“\(name)” means \(meaning). Give the book another name.")
        }
    }

    /// Whether the text contains only characters allowed in names, and can't be mistaken for an option.
    static func isPlain(_ name: some StringProtocol) -> Bool {
        !name.isEmpty && name.first != "-"
            && name.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    }
}
