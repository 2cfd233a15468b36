import ArgumentParser
import Primitives
import Repository
import Services
import TerminalUI

struct EditCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change contacts.",
        usage: """
            contacts edit <contact> ... [--first-name <text>] [--last-name <text>] [--email <address>] \
            [--add-email <address>] [--clear <field>] [<options>]
            """,
        discussion: """
            \(ContactSelection.discussion)

            What you change stays, whatever the API sends later; contacts undo reverts the edit.

            For a field with several values, an option changes one of them: the one with the type, as in --email \
            home:a@b.example, or the preferred one without a type. If several have the type, the preferred or else the \
            first is replaced; if none has it, the value is added. The others stay. --add-email adds a value, \
            --remove-email removes one, --only-email replaces all, and --clear removes all; an empty value is an \
            error.

            Without a field, the editor opens with the whole contact, and shows the changes before they are saved. If \
            something goes wrong, the draft is kept.

            EXAMPLES
              contacts edit 1c41a2
              contacts edit 1c41a2 --phone 'work:+41 44 000 00 00'
              contacts edit 1c41a2 --only-email ada@example.com
              contacts edit 1c41a2 --add-email work:ada@example.com --clear note
              contacts edit 1c41a2 --birthday=--12-10 --group friends --favorite
              contacts search org:acme | contacts edit - --group colleagues --dry-run
            """,
        aliases: ["modify", "ed"]
    )

    @OptionGroup var named: ContactArguments

    @OptionGroup var fields: ContactFieldOptions

    @OptionGroup var lists: ContactListOptions

    @Option(help: .value("field", "Remove all values of this field, such as email or note. Repeatable."))
    var clear: [String] = []

    @OptionGroup var editing: EditorOptions

    @OptionGroup var trial: DryRunOption

    private static let photoField = "photo"

    /// The edit; it clears fields before it sets values.
    var edit: ContactEdit {
        var edit = ContactEdit()
        for name in clear {
            if name == Self.photoField { edit.photo = .uri("") }
            ContactField.clearable(named: name).map { edit.set($0, to: []) }
        }
        fields.change(&edit)
        lists.change(&edit)
        return edit
    }

    static let books = BookScope.joined

    func check() throws {
        for name in clear where name != Self.photoField && ContactField.clearable(named: name) == nil {
            throw ValidationError(ClearedField.unknown(name))
        }
        try ContactFieldOptions.checkAddress(edit)
        try editing.validate(fieldsAreGiven: !edit.isEmpty || fields.photo != nil)
    }

    func run(in program: Program) async throws -> ExitStatus {
        let bloc = blocs.contact()
        fields.tellRenamed(in: program)
        var edit = edit
        if let photo = fields.photo { edit.photo = try PhotoFile.read(photo, program.messages) }
        if edit.isEmpty { try editing.requireAnswers(in: program) }
        let contacts = try await SelectedContacts.find(
            named.selections,
            for: .changing,
            isSingle: named.selections.count == 1,
            to: "Edit",
            in: program
        )
        func save(_ edit: ContactEdit) async throws -> [ContactUpdate] {
            try await bloc.edit(contacts, with: edit, title: "edit", isTrial: trial.dryRun)
        }
        guard !edit.isEmpty || contacts.count == 1 else {
            throw Failure(.usage, "The editor opens on one contact at a time. Name one, or give the fields to change.")
        }
        let changed = try await edit.isEmpty ? editing.change(contacts[0], in: program, save: save) : save(edit)
        guard let updates = changed else { return program.finish("Nothing was changed.") }
        // The editor has already shown the difference.
        if trial.dryRun, !edit.isEmpty, updates.count == 1 {
            ContactDiff.lines(from: updates[0].old, to: updates[0].new).forEach(program.messages.detail)
        }
        let report = EditReport(updates)
        if !program.messages.isQuiet { report.losses.forEach(program.messages.detail) }
        return program.finish(report.saved(isTrial: trial.dryRun))
    }
}

enum ClearedField {
    static func unknown(_ name: String) -> String {
        let names = ContactField.editable.map(\.optionName)
        let advice =
            NearestName.find(name, in: names, within: 2).map { "Did you mean “\($0)”?" }
            ?? "The fields are \(names.joined(separator: ", "))."
        return "There is no field “\(TerminalText.sanitized(name))” to clear. \(advice)"
    }
}
