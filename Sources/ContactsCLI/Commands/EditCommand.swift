import ArgumentParser
import Bloc
import Repository

/// `contacts edit`: drives the contact bloc, whose success is broadcast to all others.
struct EditCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a contact.",
        usage: """
            contacts edit <id-or-prefix> [--first-name <text>] [--last-name <text>] [--email <address>] \
            [--phone <number>] [<options>]
            """,
        discussion: """
            What is changed here stays, whatever the API says later. An empty text removes a value; contacts undo takes \
            the edit back.

            EXAMPLES
              contacts edit 1c41a2 --phone '+41 44 000 00 00'
              contacts edit 1c41a2 --first-name Ada --last-name Lovelace
              contacts edit 1c41a2 --birthday=--12-10 --group friends --favorite
            """
    )

    @Argument(help: ArgumentHelp("The identifier of the contact, or its beginning.", valueName: "id-or-prefix"))
    var selection: String

    @OptionGroup
    var fields: ContactFieldOptions

    @Option(
        name: .customLong("remove-group"),
        help: ArgumentHelp("Take the contact out of this group. Repeatable.", valueName: "name")
    )
    var removedGroups: [String] = []

    @OptionGroup
    var global: GlobalOptions

    private var edit: ContactEdit {
        var edit = fields.edit
        edit.removedCategories = removedGroups
        return edit
    }

    func validate() throws {
        try ContactSelection.validate(selection)
        if edit.isEmpty {
            throw ValidationError(
                "Nothing to change. Give at least one field, such as --first-name, --last-name, --email or --phone."
            )
        }
    }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let bloc = blocs.contact()
        bloc.add(.edited(matching: selection, edit))
        for await state in bloc.states {
            switch state {
            case .initial, .loading, .found, .selected, .removed: continue
            case .saved(let contact):
                program.messages.note("Saved \(contact.id).")
                return .success
            case .failure(let error): throw error
            }
        }
        throw CancellationError()
    }
}
