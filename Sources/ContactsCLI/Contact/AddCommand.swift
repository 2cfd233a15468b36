import ArgumentParser
import Bloc
import BlocKit
import Primitives
import Repository
import Services
import TerminalUI

struct AddCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a contact.",
        usage: "contacts add [<word> ...] [--first-name <text>] [--last-name <text>] [--photo <file>] [<options>]",
        discussion: """
            Each word is recognized by its shape: an e-mail address, a telephone number, a web address, a birthday, and \
            otherwise the name. What was understood is printed; --dry-run only prints it.

            Prints the identifier of the new contact. What is added here stays, whatever the API says later; contacts \
            undo takes it back.

            Without a field, the editor opens on an empty contact.

            EXAMPLES
              contacts add
              contacts add 'Grace Hopper' grace@example.org '+1 212 555 0100' 9.12.1906
              contacts add Ada --12-10
              contacts add --first-name Ada --last-name Lovelace --email ada@example.com
              contacts add --organization 'Example Ltd' --phone '+41 44 000 00 00'
            """,
        aliases: ["new"]
    )

    @Argument(help: ArgumentHelp("A name, an address, a number or a birthday.", valueName: "word"))
    var words: [String] = []

    @OptionGroup
    var fields: ContactFieldOptions

    @OptionGroup
    var photo: PhotoOption

    @OptionGroup
    var editing: EditorOptions

    @OptionGroup
    var trial: DryRunOption

    @OptionGroup
    var global: GlobalOptions

    var adding: Adding { trial.dryRun ? .trial : .contacts }

    func validate() throws {
        try ContactFieldOptions.checkAddress(fields.edit)
        try editing.validate(fieldsAreGiven: hasFields)
    }

    private var hasFields: Bool { !words.isEmpty || !fields.edit.isEmpty || photo.photo != nil }

    /// The edit of an empty contact by the words and the options, which are stronger.
    private func edit(in program: Program) throws -> ContactEdit {
        let year = UTCDate(milliseconds: Date().milliseconds).flatMap { Int($0.day.prefix(4)) } ?? 2_000
        let recognized = RecognizedWords(words, order: DateOrder(localeIn: program.environment), year: year)
        if let problem = recognized.problem { throw Failure(.usage, TerminalText.sanitized(problem)) }
        var edit = recognized.edit
        if let word = edit.birthday, let option = fields.birthday, word != option {
            throw Failure(
                .usage,
                TerminalText.sanitized("“\(word)” and --birthday \(option) are two birthdays. Leave one of them out.")
            )
        }
        fields.change(&edit)
        try photo.change(&edit, in: program)
        return edit
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
            program.messages.note("Would add \(what(saved)).")
            return .success
        }
        try program.output.write("\(saved.id)\n")
        program.messages.note("Added \(what(saved)).")
        return .success
    }

    /// The contact by its name, with what the words were understood as.
    private func what(_ contact: Contact) -> String {
        let name = ContactNames.name(of: contact)
        guard !words.isEmpty else { return name }
        var values = contact.emails.map { ("e-mail", $0) } + contact.phones.map { ("phone", $0) }
        values += contact.urls.map { ("web", ContactValue($0)) }
        values += contact.birthday.map { [("birthday", ContactValue($0))] } ?? []
        let texts = values.map { label, value in ([label] + value.types + [value.value]).joined(separator: " ") }
        return texts.isEmpty ? name : TerminalText.sanitized("\(name): \(texts.joined(separator: ", "))")
    }

    private func save(with bloc: ContactBloc, in program: Program) async throws -> Contact? {
        let empty = Contact(id: ContactID(rawValue: ""), origin: .local)
        func add(_ edit: ContactEdit) async throws -> Contact {
            let new = edit.applied(to: empty)
            // Checked first: what can't be stored needs no warning.
            _ = try await bloc.contact(of: .checked(new))
            @Injected(\.app) var app
            for known in try await KnownName.warnings(for: new.displayName, in: app) {
                program.messages.warning(known)
            }
            return try await bloc.contact(of: trial.dryRun ? .checked(new) : .added(new))
        }
        if hasFields { return try await add(edit(in: program)) }
        try editing.requireAnswers(in: program)
        return try await editing.change(empty, in: program, save: add)
    }
}

/// The warning that a new contact has the name of another one.
enum KnownName {
    /// A sentence for each of the first contacts with this name, in whatever spelling of umlauts, also in other own books.
    static func warnings(for name: String, in app: AppDependencies) async throws -> [String] {
        guard !name.isEmpty else { return [] }
        let term = ContactTerm(name, in: .name, isPhrase: true)
        let query = ContactQuery(limit: 100, filter: ContactFilter(expression: .term(term)))
        let key = SearchWords.unspelled(FoldedText.key(name))
        let found = try await app.contactList.contacts(query, policy: .cacheOnly).contacts + app.elsewhere(query)
        let same = found.filter { SearchWords.unspelled(FoldedText.key($0.displayName)) == key }
        let named = same.prefix(3).map {
            "There is a contact with this name already: \($0.id)  \(ContactNames.distinctName(of: $0))"
        }
        return same.count > 3 ? named + ["\(same.count - 3) more have this name."] : named
    }
}
