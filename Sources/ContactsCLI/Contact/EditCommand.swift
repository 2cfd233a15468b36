import ArgumentParser
import Bloc
import Repository

/// `contacts edit`: changes contacts by options or in an editor.
struct EditCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change contacts.",
        usage: """
            contacts edit <contact> ... [--first-name <text>] [--last-name <text>] [--email <address>] \
            [--phone <number>] [<options>]
            """,
        discussion: """
            \(ContactSelection.discussion)

            What is changed here stays, whatever the API says later. An empty text removes a value; contacts undo takes \
            the edit back.

            Without a field, the editor opens on everything there is, and what changes is shown before it is saved. When \
            something goes wrong, the draft is kept.

            EXAMPLES
              contacts edit 1c41a2
              contacts edit 1c41a2 --phone '+41 44 000 00 00'
              contacts edit 1c41a2 --first-name Ada --last-name Lovelace
              contacts edit 1c41a2 --birthday=--12-10 --group friends --favorite
              contacts search org:acme | contacts edit - --group colleagues
            """,
        aliases: ["modify", "ed"]
    )

    @Argument(help: ContactSelection.help, completion: ContactSelection.completion)
    var selections: [String]

    @OptionGroup
    var fields: ContactFieldOptions

    @Option(
        name: .customLong("remove-group"),
        help: ArgumentHelp("Take the contact out of this group. Repeatable.", valueName: "name")
    )
    var removedGroups: [String] = []

    @OptionGroup
    var editing: EditorOptions

    @OptionGroup
    var global: GlobalOptions

    private var edit: ContactEdit {
        var edit = fields.edit
        edit.removedCategories = removedGroups
        return edit
    }

    func validate() throws {
        for selection in selections { try ContactSelection.validate(selection) }
        try editing.validate(fieldsAreGiven: !edit.isEmpty)
    }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let bloc = blocs.contact()
        let texts = try await ContactSelection.texts(selections, in: program)
        guard texts.count == 1 else { return try await saveAll(texts, with: bloc, in: program) }
        guard let saved = try await save(texts[0], with: bloc, in: program) else {
            program.messages.note("Nothing was changed.")
            return .success
        }
        program.messages.note("Saved \(saved.id).")
        return .success
    }

    private func saveAll(_ texts: [String], with bloc: ContactBloc, in program: Program) async throws -> ExitStatus {
        guard !edit.isEmpty else {
            throw Failure(.usage, "The editor opens on one contact at a time. Name one, or give the fields to change.")
        }
        let ids = try await SelectedContacts.find(texts, with: bloc, in: program).map(\.id)
        let saved = try await bloc.contacts(of: .editedAll(ids, edit))
        program.messages.note("Saved \(CountText.contacts(saved.count)).")
        return .success
    }

    private func save(_ selection: String, with bloc: ContactBloc, in program: Program) async throws -> Contact? {
        guard edit.isEmpty else {
            return try await SelectedContacts.one(selection, in: program) { text in
                try await bloc.contact(of: .edited(matching: text, edit))
            }
        }
        try editing.requireAnswers(in: program)
        let contact = try await SelectedContacts.one(selection, in: program) { text in
            try await bloc.contact(of: .requested(matching: text))
        }
        return try await editing.change(contact, in: program) { edit in
            try await bloc.contact(of: .edited(matching: contact.id.rawValue, edit))
        }
    }
}
