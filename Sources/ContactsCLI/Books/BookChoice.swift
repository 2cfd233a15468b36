import Primitives
import Repository

struct BookChoice: Sendable {
    /// The book setting; empty if the registry chooses the book.
    let book: Setting
    /// The database setting; if no flag or variable sets it, the file with the people.
    let database: Setting
    /// The registry; `nil` when no variable names the data folder.
    let registry: BookRegistry?

    /// Returns the settings for opening the chosen book or books.
    func open(_ configuration: AppConfiguration) throws(ConfigurationError) -> AppConfiguration {
        if isFileNamed { return configuration }
        var configuration = configuration
        let people = Book(
            name: Book.peopleName,
            databasePath: configuration.databasePath,
            source: .api(configuration.apiEndpointURL)
        )
        configuration.peopleBook = people
        configuration.isPeopleFileNamed = !database.value.isEmpty && database.layer != .file
        let names = book.value.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed() }
        configuration.bookNames = names == [Book.standardWord] ? "" : names.joined(separator: ",")
        if names == [Book.peopleName] { return configuration.opening(people) }
        guard let registry else {
            // Without a data folder, only the file that the settings name exists.
            guard !configuration.bookNames.isEmpty else { return configuration.opening(people) }
            throw .noFolder(for: "the books", "XDG_DATA_HOME")
        }
        do {
            let list = try registry.read()
            configuration.standardBookName = list.standard
            func find(_ name: String) throws -> Book { try list.entry(named: name).map(registry.book) ?? people }
            if names.count > 1 || names == [Book.allName] {
                var chosen: [Book] = []
                for name in names {
                    let named = try name == Book.allName ? list.entries.map(registry.book) : [find(name)]
                    chosen += named.filter { !chosen.contains($0) }
                }
                return configuration.opening(together: chosen, standard: try find(list.standard))
            }
            return configuration.opening(try find(book.value.isEmpty ? list.standard : names[0]))
        } catch let error as RepositoryError {
            throw ConfigurationError(error.message, isUsage: error.code == .invalidInput && book.layer == .flag)
        } catch {
            throw ConfigurationError("The list of books cannot be read.")
        }
    }

    /// Whether a database file is named, and no book is named by a stronger or equal layer.
    private var isFileNamed: Bool {
        guard !database.value.isEmpty, database.layer != .file else { return false }
        return book.value.isEmpty || database.layer.rawValue < book.layer.rawValue
    }
}

extension AppConfiguration {
    /// Returns the settings for opening the book.
    ///
    /// The access token belongs to the API in the settings: it isn't sent to another API that the book names.
    func opening(_ book: Book) -> AppConfiguration {
        var opened = self
        opened.book = book
        opened.databasePath = book.databasePath
        opened.joinedBooks = nil
        if book.name != Book.peopleName, case .api(let address) = book.source {
            if HTTPAddress(address).origin != HTTPAddress(apiEndpointURL).origin { opened.apiAccessToken = nil }
            opened.apiEndpointURL = address
        }
        return opened
    }

    /// Returns the settings for opening several books as one; ``book`` is the standard book if included, or the first.
    fileprivate func opening(together books: [Book], standard: Book) -> AppConfiguration {
        var opened = opening(books.contains(standard) ? standard : books.first ?? standard)
        opened.joinedBooks = books
        return opened
    }

    /// Whether several books are used as one.
    var isAllBooks: Bool { joinedBooks != nil }

    /// Whether people are fetched from an API; other books never fetch.
    var usesAPI: Bool {
        switch book?.source {
        case .api?, nil: true
        case .none?, .folder?, .carddav?: false
        }
    }

    /// Whether the people come from the embedded server.
    var isDemonstration: Bool { usesAPI && apiEndpointURL == CompositionRoot.embeddedEndpoint }
}
