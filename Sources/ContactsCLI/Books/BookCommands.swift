import ArgumentParser
import BookSync
import Exchange
import Repository

struct BookCommand: CommandFamily {
    static let configuration = CommandConfiguration(
        commandName: "book",
        abstract: "List, add and remove address books.",
        usage: "contacts book <command> [<options>]",
        discussion: """
            A book has a name, a database of its own, and at most one source: an API, a folder of vCards or a CardDAV \
            server. The book people always exists and holds the people of the API; your own contacts go into the book \
            home, which the first add or import creates. --book <name> works in another book, and --book all in all \
            books of your own; for more, see contacts help books.

            EXAMPLES
              contacts book add family
              contacts --book family add --first-name Ada --last-name Lovelace
              contacts book default family
              contacts book list
            """,
        subcommands: [
            BookListCommand.parsed, BookShowCommand.parsed, BookAddCommand.parsed, BookRemoveCommand.parsed,
            BookRenameCommand.parsed, BookDefaultCommand.parsed,
        ],
        aliases: ["addressbooks", "abooks"]
    )

    @OptionGroup var global: GlobalOptions
}

struct BookListCommand: StandaloneCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the books.",
        usage: "contacts book list [--format <format>] [<options>]",
        discussion: """
            The default is a table on a terminal, and tab-separated values without a header elsewhere:
            \(Report.books.lines.names.joined(separator: ", ")).
            JSON is an array of objects with these keys. The source is none, api, folder or carddav.

            EXAMPLES
              contacts book list
              contacts book list --format json
            """,
        aliases: ["ls"]
    )

    @OptionGroup var output: ReportOptions

    func run(in program: Program) async throws -> ExitStatus {
        try program.print(program.bookRows(), as: .books, output)
    }
}

struct BookShowCommand: StandaloneCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a book's source, database and number of contacts.",
        usage: "contacts book show [<book>] [--format <format>] [<options>]",
        discussion: """
            Without a name, prints the book that commands work with.

            EXAMPLES
              contacts book show home
              contacts book show work --format json
            """
    )

    @Argument(help: BookArgument.help)
    var book: String?

    @OptionGroup var output: ReportOptions

    func run(in program: Program) async throws -> ExitStatus {
        // Without a name, this shows the book that commands work with.
        let chosen = try book ?? program.loadConfiguration().configuration.book?.name
        let row = try program.bookRow(named: chosen ?? Book.peopleName)
        var facts = row.facts
        // Lines without a value are hidden from people; programs get every key.
        if output.format(for: program.screen, standard: .text) == .text {
            facts.removeAll { if case .unknown = $0.value { true } else { false } }
        }
        facts.append(Fact("contacts", "Contacts", .number(try await CompositionRoot.contactCount(at: row.database))))
        return try program.print(facts, as: Report(facts: facts), output, standard: .text)
    }
}

struct BookRenameCommand: StandaloneCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a book.",
        usage: "contacts book rename <book> <name> [<options>]",
        discussion: """
            Its contacts, history and database file stay as they are.

            EXAMPLES
              contacts book rename home family
            """,
        aliases: ["mv"]
    )

    @Argument(help: BookArgument.help)
    var book: String

    @Argument(help: .value("name", "The new name."))
    var name: String

    func run(in program: Program) async throws -> ExitStatus {
        try program.bookRegistry.change { try $0.rename(book, to: name) }
        return program.finish("The book “\(book)” is now “\(name)”.")
    }
}

struct BookDefaultCommand: StandaloneCommand {
    static let configuration = CommandConfiguration(
        commandName: "default",
        abstract: "Print or choose the book that commands work with by default.",
        usage: "contacts book default [<book>] [<options>]",
        discussion: """
            --book, CONTACTS_BOOK and the setting BOOK take precedence.

            EXAMPLES
              contacts book default family
              contacts book default
            """
    )

    @Argument(help: BookArgument.help)
    var book: String?

    func run(in program: Program) async throws -> ExitStatus {
        let registry = try program.bookRegistry
        guard let book else {
            try program.output.write(try registry.read().standard + "\n")
            return .success
        }
        try registry.change { try $0.setStandard(book) }
        return program.finish("Commands without --book now work with the book “\(book)”.")
    }
}

enum BookArgument {
    /// The value's name, which the completion uses to recognize it.
    static let valueName = "book"

    static let help = ArgumentHelp.value(valueName, "The name of the book.")
}

struct BookRow: Equatable, Sendable {
    var name: String
    /// Whether it is used when no book is named.
    var isStandard: Bool
    var source: BookSource
    var database: String

    var user: String? {
        if case .carddav(let account) = source { account.user } else { nil }
    }

    /// The address book's address on the account; `nil` before the first synchronization.
    var collection: String? {
        if case .carddav(let account) = source, account.collection != nil { source.shownPlace } else { nil }
    }

    /// The color that a folder sets for itself, as `#RRGGBB`.
    var color: String? {
        if case .folder(let path) = source { FolderSource.color(of: path) } else { nil }
    }

    var facts: [Fact] {
        [
            Fact("name", "Name", .text(name)), Fact("default", "Default", .flag(isStandard)),
            Fact("source", "Source", .text(source.kind)),
            Fact("address", "Address", OutputValue(unlessEmpty: source.shownAddress)),
            Fact("collection", "Collection", OutputValue(collection)), Fact("user", "User", OutputValue(user)),
            Fact("color", "Color", OutputValue(color)),
            Fact("database", "Database", .text(database)),
        ]
    }
}

extension Report where Row == BookRow {
    static var books: Report {
        Report(
            [
                Column("name") { .text($0.name) }, Column("default") { .flag($0.isStandard) },
                Column("source") { .text($0.source.kind) },
                Column("address") { OutputValue(unlessEmpty: $0.source.shownAddress) },
                Column("user") { OutputValue($0.user) }, Column("database") { .text($0.database) },
                Column("color") { OutputValue($0.color) },
            ],
            table: Table([
                TextColumn(title: "BOOK", narrowest: 8): { $0.name },
                TextColumn(title: "DEFAULT", narrowest: 7, dropPriority: 3): { $0.isStandard ? "yes" : "" },
                TextColumn(title: "SOURCE", narrowest: 7): { $0.source.kind },
                TextColumn(title: "ADDRESS", narrowest: 20, dropPriority: 2): { $0.source.shownAddress },
                TextColumn(title: "USER", narrowest: 8, dropPriority: 1): { $0.user ?? "" },
            ])
        )
    }
}

struct BookRemoveCommand: StandaloneCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a book, and move its database aside.",
        usage: "contacts book remove <book> [--yes] [--delete-database] [<options>]",
        discussion: """
            The database is moved to the folder books/removed next to the other databases, where --db can still open \
            it; --delete-database deletes it. Nothing is removed from a folder of vCards or a server.

            On a terminal you are asked first; elsewhere --yes is needed. The book people cannot be removed.

            EXAMPLES
              contacts book remove old
              contacts book remove old --yes
            """,
        aliases: ["rm", "delete", "del"]
    )

    @Argument(help: BookArgument.help)
    var book: String

    @Flag(name: .shortAndLong, help: "Don't ask for confirmation.")
    var yes = false

    @Flag(help: "Also delete the database with all contacts of the book. This cannot be undone.")
    var deleteDatabase = false

    func run(in program: Program) async throws -> ExitStatus {
        let registry = try program.bookRegistry
        let list = try registry.read()
        guard let entry = try list.entry(named: book) else {
            throw RepositoryError(
                .invalidInput,
                "The book “\(list.resolved(book))” always exists and cannot be removed."
            )
        }
        try program.prompt.require(yes, for: "Removing", "remove without asking")
        if !yes {
            let count = try? await CompositionRoot.contactCount(at: registry.databasePath(of: entry))
            let contacts = count.map { " with \(CountText.contacts($0))" } ?? ""
            let end = deleteDatabase ? " and delete its database" : ""
            guard try await program.prompt.confirms("Remove the book “\(book)”\(contacts)\(end)?") else {
                return program.finish("Nothing was removed.", .failure)
            }
        }
        let aside = try registry.remove(book, deletingDatabase: deleteDatabase)
        let database = aside.map { " Its database is now “\($0)”; contacts --db opens it." } ?? ""
        program.messages.note("Removed the book “\(book)”.\(database)")
        if list.standard == book {
            program.messages.note(
                "It was the default: commands without --book now work with the book “\(Book.peopleName)”."
            )
        }
        return .success
    }
}

extension Program {
    /// Returns the books that commands show: the registered ones, and the people of the environment's API.
    func bookRows() throws -> [BookRow] {
        let registry = try bookRegistry
        let list = try registry.read()
        let people = try configuration(ofBook: Book.peopleName).peopleBook
        return ([people].compactMap(\.self) + list.entries.map(registry.book)).map {
            BookRow(name: $0.name, isStandard: list.standard == $0.name, source: $0.source, database: $0.databasePath)
        }
    }

    /// Returns a book by name; `default` stands for the book that is used when none is named.
    func bookRow(named name: String) throws -> BookRow {
        let rows = try bookRows()
        if let row = rows.first(where: { name == Book.standardWord ? $0.isStandard : $0.name == name }) { return row }
        throw BookList.unknown(name, among: rows.map(\.name))
    }
}
