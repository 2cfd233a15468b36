import ArgumentParser
import Repository

struct BookRemoveCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a book; its database is moved aside.",
        usage: "contacts book remove <book> [--yes] [--delete-database] [<options>]",
        discussion: """
            The database is moved to the folder books/removed beside the other databases, from where --db opens it; \
            with --delete-database it is deleted. A folder of vCards or a server keeps what it has.

            On a terminal you are asked first; elsewhere --yes is needed. The book people cannot be removed.

            EXAMPLES
              contacts book remove old
              contacts book remove old --yes
            """,
        aliases: ["rm", "delete", "del"]
    )

    static let needsContacts = false

    @Argument(help: BookArgument.help)
    var book: String

    @Flag(name: .shortAndLong, help: "Do not ask.")
    var yes = false

    @Flag(help: "Delete the database with all contacts of the book. It cannot be undone.")
    var deleteDatabase = false

    @OptionGroup
    var global: GlobalOptions

    func run(in program: Program) async throws -> ExitStatus {
        let registry = try program.bookRegistry
        let list = try registry.read()
        guard let entry = try list.entry(named: book) else {
            throw RepositoryError(
                .invalidInput,
                "The book “\(list.resolved(book))” always exists and cannot be removed."
            )
        }
        try program.prompt.require(yes, for: "Removing", "remove without a question")
        if !yes {
            let count = try? await CompositionRoot.contactCount(at: registry.databasePath(of: entry))
            let contacts = count.map { " with \(CountText.contacts($0))" } ?? ""
            let end = deleteDatabase ? " and delete its database" : ""
            guard try await program.prompt.confirms("Remove the book “\(book)”\(contacts)\(end)?") else {
                program.messages.note("Nothing was removed.")
                return .failure
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
