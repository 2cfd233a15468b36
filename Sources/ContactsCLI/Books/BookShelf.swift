import Repository

/// The books as commands show them: those of the registry, and the default book of the settings.
struct BookShelf {
    private let program: Program
    private let global: GlobalOptions

    init(_ program: Program, _ global: GlobalOptions) {
        self.program = program
        self.global = global
    }

    /// All books, the default book first.
    func rows() throws -> [BookRow] {
        let registry = try program.bookRegistry
        let list = try registry.read()
        let settings = try defaultSettings()
        let standard = BookRow(
            name: Book.defaultName,
            isStandard: list.standard == Book.defaultName,
            source: .api(settings.apiEndpointURL),
            database: settings.databasePath
        )
        return [standard]
            + list.entries.map { entry in
                BookRow(
                    name: entry.name,
                    isStandard: list.standard == entry.name,
                    source: entry.source,
                    database: registry.databasePath(of: entry)
                )
            }
    }

    /// One book.
    ///
    /// - Throws: `RepositoryError` with the code `invalidInput`, and with the nearest name.
    func row(named name: String) throws -> BookRow {
        let rows = try rows()
        if let row = rows.first(where: { $0.name == name }) { return row }
        throw BookList.unknown(name, among: rows.map(\.name))
    }

    /// The name of the book that commands work with.
    func chosenName() throws -> String {
        let settings = try program.loadConfiguration().configuration
        return settings.book?.name ?? Book.defaultName
    }

    /// The settings as they are for the default book, whichever is chosen.
    private func defaultSettings() throws -> AppConfiguration {
        var flags = global.configurationFlags
        flags.databasePath = nil
        flags.book = Book.defaultName
        return try program.configurationLoader.load(flags: flags).configuration
    }
}
