import ArgumentParser
import Bloc
import Repository

/// `contacts add`: drives the contact bloc, and prints who is new.
struct AddCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a contact.",
        usage: """
            contacts add [--first-name <text>] [--last-name <text>] [--email <address>] [--phone <number>] \
            [<options>]
            """,
        discussion: """
            Prints the identifier of the new contact. What is added here stays, whatever the API says later; contacts \
            undo takes it back.

            EXAMPLES
              contacts add --first-name Ada --last-name Lovelace --email ada@example.com
              contacts add --organization 'Example Ltd' --phone '+41 44 000 00 00'
            """,
        aliases: ["new"]
    )

    @OptionGroup
    var fields: ContactFieldOptions

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if fields.edit.isEmpty {
            throw ValidationError(
                "Nothing to add. Give at least a name, an e-mail address or a number, such as --first-name Ada."
            )
        }
    }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let bloc = blocs.contact()
        let empty = Contact(id: ContactID(rawValue: ""), origin: .local)
        bloc.add(.added(fields.edit.applied(to: empty)))
        for await state in bloc.states {
            switch state {
            case .initial, .loading, .found, .selected, .removed: continue
            case .saved(let contact):
                try program.output.write("\(contact.id)\n")
                return .success
            case .failure(let error): throw error
            }
        }
        throw CancellationError()
    }
}
