import ArgumentParser
import Repository

struct EditorOptions: ParsableArguments, Sendable {
    @Flag(help: "Open the editor (VISUAL, else EDITOR), as happens on a terminal when no field is given.")
    var editor = false

    @Option(
        help: ArgumentHelp("Take the fields from this file, such as a draft that was kept.", valueName: "file"),
        completion: .file()
    )
    var draft: String?

    @Flag(name: .shortAndLong, help: "Do not ask before saving.")
    var yes = false

    /// Whether the editor, or a file in its place, is asked for by name.
    var isGiven: Bool { editor || draft != nil }

    func validate(fieldsAreGiven: Bool) throws {
        if editor, draft != nil { throw ValidationError("Give --editor or --draft, not both.") }
        if isGiven, fieldsAreGiven {
            throw ValidationError("Give fields as options, or use --editor or --draft; both at once is not possible.")
        }
    }

    /// Changes a contact in the editor, or by a draft; `nil` when nothing was changed.
    func change<Saved>(
        _ contact: Contact,
        in program: Program,
        save: (ContactEdit) async throws -> Saved
    ) async throws -> Saved? {
        let session = program.editingSession(isConfirmed: yes)
        guard let draft else { return try await session.edit(contact, save: save) }
        return try await session.apply(draft: draft, to: contact, save: save)
    }

    /// Checks that there is a terminal for questions.
    func requireAnswers(in program: Program) throws {
        guard isGiven || program.prompt.canAsk else {
            throw Failure(
                .usage,
                "No field is given, and there is no terminal for an editor. Give at least one field, such as --first-name, "
                    + "--last-name, --email or --phone."
            )
        }
        guard yes || program.prompt.canAsk else {
            throw Failure(
                .usage,
                "Cannot ask whether to save: this is not a terminal. Give --yes to save without a question."
            )
        }
    }
}
