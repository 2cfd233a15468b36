import Repository

/// The books as commands show them: those of the registry, and the people of the environment's API.
struct BookShelf {
    private let program: Program
    private let global: GlobalOptions

    init(_ program: Program, _ global: GlobalOptions) {
        self.program = program
        self.global = global
    }

    /// All books, the people first.
    func rows() throws -> [BookRow] {
        let registry = try program.bookRegistry
        let list = try registry.read()
        let settings = try peopleSettings()
        let people = BookRow(
            name: Book.peopleName,
            isStandard: list.standard == Book.peopleName,
            source: .api(settings.apiEndpointURL),
            database: settings.databasePath
        )
        return [people]
            + list.entries.map { entry in
                BookRow(
                    name: entry.name,
                    isStandard: list.standard == entry.name,
                    source: entry.source,
                    database: registry.databasePath(of: entry)
                )
            }
    }

    /// One book; `default` stands for the one that is used when none is named.
    func row(named name: String) throws -> BookRow {
        let rows = try rows()
        if let row = rows.first(where: { name == Book.standardWord ? $0.isStandard : $0.name == name }) { return row }
        throw BookList.unknown(name, among: rows.map(\.name))
    }

    /// The name of the book that commands work with.
    func chosenName() throws -> String {
        let settings = try program.loadConfiguration().configuration
        return settings.book?.name ?? Book.peopleName
    }

    /// The settings as they are for the people, whichever book is chosen.
    private func peopleSettings() throws -> AppConfiguration {
        var flags = global.configurationFlags
        flags.databasePath = nil
        flags.book = Book.peopleName
        return try program.configurationLoader.load(flags: flags).configuration
    }
}
