import Repository

/// Which book the settings choose.
struct BookChoice: Sendable {
    /// The setting of the book; empty for the book that the registry chooses.
    private let book: Setting
    /// The setting of the database; the file of the default book where no flag and no variable sets it.
    private let database: Setting
    /// The registry; `nil` when no variable names the folder of data.
    private let registry: BookRegistry?

    init(book: Setting, database: Setting, in registry: BookRegistry?) {
        self.book = book
        self.database = database
        self.registry = registry
    }

    /// Chooses the book, or all books.
    ///
    /// - Parameter configuration: The settings with the database of the default book.
    /// - Returns: The settings with which what was chosen is opened.
    /// - Throws: When the book doesn't exist, or the registry can't be read.
    func open(_ configuration: AppConfiguration) throws(ConfigurationError) -> AppConfiguration {
        if isFileNamed { return configuration }
        var configuration = configuration
        let standard = Book(
            name: Book.defaultName,
            databasePath: configuration.databasePath,
            source: .api(configuration.apiEndpointURL)
        )
        configuration.defaultBook = standard
        if book.value == Book.defaultName { return configuration.opening(standard) }
        guard let registry else {
            // Without a folder of data there is only the file that the settings name.
            guard !book.value.isEmpty else { return configuration.opening(standard) }
            throw ConfigurationError(
                "No folder for the books: neither XDG_DATA_HOME nor HOME is an absolute path. Set HOME."
            )
        }
        do {
            let list = try registry.read()
            if book.value == Book.allName {
                var all = configuration.opening(standard)
                all.isAllBooks = true
                all.otherBooks = list.entries.map { registry.book($0) }
                return all
            }
            let name = book.value.isEmpty ? list.standard : book.value
            return configuration.opening(try list.entry(named: name).map(registry.book) ?? standard)
        } catch let error as RepositoryError {
            throw ConfigurationError(error.message, isUsage: error.code == .invalidInput && book.layer == .flag)
        } catch {
            throw ConfigurationError("The list of books cannot be read.")
        }
    }

    /// Whether a database file is named, and no book as strongly.
    private var isFileNamed: Bool {
        guard !database.value.isEmpty, database.layer != .file else { return false }
        return book.value.isEmpty || database.layer.rawValue < book.layer.rawValue
    }
}

extension AppConfiguration {
    /// The settings with which the book is opened.
    ///
    /// The access token belongs to the API of the settings: it is not sent to another one that the book names.
    func opening(_ book: Book) -> AppConfiguration {
        var opened = self
        opened.book = book
        opened.databasePath = book.databasePath
        opened.isAllBooks = false
        opened.otherBooks = []
        if book.name != Book.defaultName, case .api(let address) = book.source {
            if HTTPAddress(address).origin != HTTPAddress(apiEndpointURL).origin { opened.apiAccessToken = nil }
            opened.apiEndpointURL = address
        }
        return opened
    }

    /// Whether people are fetched from an API; in other books nothing is.
    var usesAPI: Bool {
        switch book?.source {
        case .api?, nil: true
        case .none?, .folder?, .carddav?: false
        }
    }

    /// Whether the people are those of the server inside this program.
    var isDemonstration: Bool { usesAPI && apiEndpointURL == CompositionRoot.embeddedEndpoint }
}
