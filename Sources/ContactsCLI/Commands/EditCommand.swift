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
            What is changed here stays, whatever the API says later. An empty e-mail address or phone number removes it.

            EXAMPLES
              contacts edit 1c41a2 --phone '+41 44 000 00 00'
              contacts edit 1c41a2 --first-name Ada --last-name Lovelace
            """
    )

    @Argument(help: ArgumentHelp("The identifier of the contact, or its beginning.", valueName: "id-or-prefix"))
    var selection: String

    @Option(help: ArgumentHelp("The new given name.", valueName: "text"))
    var firstName: String?

    @Option(help: ArgumentHelp("The new family name.", valueName: "text"))
    var lastName: String?

    @Option(help: ArgumentHelp("The new e-mail address.", valueName: "address"))
    var email: String?

    @Option(help: ArgumentHelp("The new telephone number.", valueName: "number"))
    var phone: String?

    @OptionGroup
    var global: GlobalOptions

    private var edit: ContactEdit {
        ContactEdit(firstName: firstName, lastName: lastName, email: email, phone: phone)
    }

    func validate() throws {
        try ContactSelection.validate(selection)
        if edit.isEmpty {
            throw ValidationError(
                "Nothing to change. Give at least one of --first-name, --last-name, --email and --phone."
            )
        }
    }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let bloc = blocs.contact()
        bloc.add(.edited(matching: selection, edit))
        for await state in bloc.states {
            switch state {
            case .initial, .loading, .found: continue
            case .saved(let contact):
                program.messages.note("Saved \(contact.id).")
                return .success
            case .failure(let error): throw error
            }
        }
        throw CancellationError()
    }
}
