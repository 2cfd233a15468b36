import ArgumentParser
import Bloc
import BlocKit
import Repository

/// `contacts add`: adds a contact and prints its identifier.
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

            Without a field, the editor opens on an empty contact.

            EXAMPLES
              contacts add
              contacts add --first-name Ada --last-name Lovelace --email ada@example.com
              contacts add --organization 'Example Ltd' --phone '+41 44 000 00 00'
            """,
        aliases: ["new"]
    )

    @OptionGroup
    var fields: ContactFieldOptions

    @OptionGroup
    var editing: EditorOptions

    @OptionGroup
    var trial: DryRunOption

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        try ContactFieldOptions.checkAddress(fields.edit)
        try editing.validate(fieldsAreGiven: !fields.edit.isEmpty)
    }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let bloc = blocs.contact()
        fields.tellRenamed(in: program)
        guard let saved = try await save(with: bloc, in: program) else {
            program.messages.note("Nothing was added.")
            return .failure
        }
        guard !trial.dryRun else {
            program.messages.note("Would add \(ContactNames.name(of: saved)).")
            return .success
        }
        try program.output.write("\(saved.id)\n")
        program.messages.note("Added \(ContactNames.name(of: saved)).")
        return .success
    }

    private func save(with bloc: ContactBloc, in program: Program) async throws -> Contact? {
        let empty = Contact(id: ContactID(rawValue: ""), origin: .local)
        func add(_ edit: ContactEdit) async throws -> Contact {
            let new = edit.applied(to: empty)
            return try await bloc.contact(of: trial.dryRun ? .checked(new) : .added(new))
        }
        guard fields.edit.isEmpty else { return try await add(fields.edit) }
        try editing.requireAnswers(in: program)
        return try await editing.change(empty, in: program, save: add)
    }
}
