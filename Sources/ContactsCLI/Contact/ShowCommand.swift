import ArgumentParser
import Bloc
import Repository

/// `contacts show`: prints every field of contacts.
struct ShowCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print everything about contacts.",
        usage: "contacts show <contact> ... [--format <format>] [<options>]",
        discussion: """
            \(ContactSelection.discussion)

            One contact is a JSON object or a YAML mapping; of several, or with -, there is a list.

            EXAMPLES
              contacts show 1c41a2
              contacts show 'Ada Lovelace' --format json
              contacts search org:acme | contacts show - --fields name,email
            """,
        aliases: ["details"]
    )

    static let isPaged = true

    @Argument(help: ContactSelection.help, completion: ContactSelection.completion)
    var selections: [String]

    @Option(help: ArgumentHelp("How to print.", valueName: "format"))
    var format: ShowFormat?

    @OptionGroup
    var fields: FieldOptions

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        for selection in selections { try ContactSelection.validate(selection) }
        try fields.validate(format: format.flatMap { ListFormat(rawValue: $0.rawValue) })
    }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let format = format ?? (fields.json ? .json : .text)
        let chosen = try fields.chosen()
        let contacts = try await SelectedContacts.find(selections, with: blocs.contact(), in: program)
        try program.output.write(
            format.bytes(
                of: contacts,
                isAlone: selections.count == 1 && selections != [ContactSelection.standardInput] && contacts.count == 1,
                fields: chosen,
                hasHeader: fields.header,
                for: program.screen
            )
        )
        return .success
    }
}

/// The forms in which chosen contacts can be asked for.
enum ShowFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case table
    case plain
    case tsv
    case csv
    case json
    case ndjson
    case vcard
    case jcard
    case yaml

    /// The contacts in this form; one that was asked for alone is written without a list around it.
    func bytes(
        of contacts: [Contact],
        isAlone: Bool,
        fields: [OutputField]?,
        hasHeader: Bool?,
        for screen: Screen
    ) -> [UInt8] {
        if isAlone, let contact = contacts.first, contacts.count == 1 {
            switch self {
            case .json:
                guard let fields else { return JSONFormat(isForTerminal: screen.isTerminal).object(contact) }
                return FieldJSONFormat(fields, isArray: false, isForTerminal: screen.isTerminal).object(contact)
            case .yaml:
                return YAMLFormat(fields ?? OutputField.everything).mapping(contact)
            default: break
            }
        }
        guard let format = ListFormat(rawValue: rawValue) else {
            return Array(
                contacts.map { ContactDetails.text(of: $0, fields: fields, on: screen) }.joined(separator: "\n").utf8
            )
        }
        var writer = format.writer(for: screen, fields: fields, hasHeader: hasHeader)
        return writer.page(contacts) + writer.end()
    }
}
