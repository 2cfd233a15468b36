import ArgumentParser
import Repository
import Services

/// Copies contacts to another book, or moves them there.
struct TransferCommand<Kind: Transferring>: ProgramCommand {
    static var configuration: CommandConfiguration { Kind.configuration }

    @OptionGroup var named: ContactArguments

    @Option(name: .customLong("to"), help: .value(BookArgument.valueName, "The other book."))
    var target: String

    @OptionGroup var trial: DryRunOption

    func run(in program: Program) async throws -> ExitStatus {
        let configuration = app.configuration
        guard target != Book.allName else {
            throw Failure(
                .usage,
                "“\(Book.allName)” means all books together, and contacts go into one. Name that book with --to."
            )
        }
        let row = try program.bookRow(named: target)
        if case .api = row.source { throw OwnBook.refusal(of: row.name) }
        guard row.database != configuration.databasePath else {
            throw Failure(.usage, "The contacts are already in the book “\(row.name)”. Name another one with --to.")
        }
        let contacts = try await named.find(to: Kind.way == .move ? "Move" : "Copy", in: program)
        let to = "to the book “\(row.name)”"
        if trial.dryRun {
            return program.finish("Would \(Kind.way.rawValue) \(ContactNames.text(contacts)) \(to).")
        }
        // Prevents fetching into the other book during the transfer.
        let target = Book(name: row.name, databasePath: row.database, source: .none)
        var undo = configuration.command("undo")
        if configuration.book == nil {
            // A file that isn't a book has its own history, in which a copy isn't a step.
            let here = program.options.db == nil ? undo : "contacts --db FILE undo"
            undo = "contacts --book \(row.name) undo" + (Kind.way == .move ? "; \(here)" : "")
        }
        let transferred = try await app.transfer.transfer(contacts.map(\.id), to: target, by: Kind.way)
        let names = ContactNames.text(transferred.map(\.contact))
        // Copying what is already there isn't a step, so undo would revert an older one.
        if Kind.way == .copy, transferred.allSatisfy({ $0.outcome == .unchanged }) {
            return program.finish(
                "Nothing was copied: \(names) \(transferred.count == 1 ? "is" : "are") already there."
            )
        }
        program.messages.note("\(Kind.way == .copy ? "Copied" : "Moved") \(names) \(to). Undo with: \(undo)")
        let updated = transferred.filter { if case .updated = $0.outcome { true } else { false } }.map(\.contact)
        if !updated.isEmpty { program.messages.note("Already there, and updated: \(ContactNames.text(updated)).") }
        let unchanged = transferred.filter { $0.outcome == .unchanged }.map(\.contact)
        if !unchanged.isEmpty {
            program.messages.note("Already there, with the same values: \(ContactNames.text(unchanged)).")
        }
        return .success
    }
}

typealias CopyCommand = TransferCommand<Copying>
typealias MoveCommand = TransferCommand<Moving>

protocol Transferring: Sendable {
    static var configuration: CommandConfiguration { get }
    static var way: TransferWay { get }
}

enum Copying: Transferring {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy contacts to another book.",
        usage: "contacts copy <contact> ... --to <book> [--dry-run] [<options>]",
        discussion: """
            \(ContactSelection.discussion)

            A copy keeps its UID. If the other book already has a contact with that UID, the two are merged; where a \
            field has room for only one value, the other goes into the note. contacts undo in either book reverts the \
            copy.

            EXAMPLES
              contacts copy 1c41a2 --to home
              contacts --book work copy "Ada Lovelace" --to home --dry-run
            """,
        aliases: ["cp"]
    )

    static let way = TransferWay.copy
}

enum Moving: Transferring {
    static let configuration = CommandConfiguration(
        commandName: "move",
        abstract: "Move contacts to another book.",
        usage: "contacts move <contact> ... --to <book> [--dry-run] [<options>]",
        discussion: """
            \(ContactSelection.discussion)

            The contacts are stored in the other book first, and then removed here; contacts undo in either book \
            reverts both. They keep their UIDs.

            EXAMPLES
              contacts move 1c41a2 --to home
              contacts --book work search group:friends |
                  contacts --book work move - --to home
            """,
        aliases: ["mv"]
    )

    static let way = TransferWay.move
}
