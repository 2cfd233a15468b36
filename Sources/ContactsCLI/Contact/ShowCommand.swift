import ArgumentParser
import Bloc
import BlocKit
import Repository
import Services

struct ShowCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print everything about contacts.",
        usage: "contacts show <contact> ... [--format <format>] [<options>]",
        discussion: """
            \(ContactSelection.readingDiscussion)

            One contact is a JSON object or a YAML mapping; of several, or with -, there is a list.

            EXAMPLES
              contacts show 1c41a2
              contacts show 'Ada Lovelace' --format json
              contacts search org:acme | contacts show - --fields name,email
            """,
        aliases: ["details"]
    )

    static let isPaged = true
    static let books = BookScope.joined

    @OptionGroup
    var named: ContactArguments

    @Option(help: ArgumentHelp("How to print.", valueName: "format"))
    var format: ListFormat?

    @OptionGroup
    var fields: FieldOptions

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        try fields.validate(format: format)
    }

    func run(in program: Program) async throws -> ExitStatus {
        let format = format ?? (fields.json ? .json : .text)
        let chosen = try fields.chosen(namingBook: app.configuration.isAllBooks)
        let contacts = try await SelectedContacts.find(named.selections, for: .showing, to: "Show", in: program)
        try program.output.write(
            format.bytes(
                of: contacts.map(app.apart),
                namesBook: app.configuration.isAllBooks,
                isAlone: contacts.count == 1 && named.selections.count == 1
                    && named.selections != [ContactSelection.standardInput],
                fields: chosen,
                hasHeader: fields.header,
                for: fields.screen(program.screen)
            )
        )
        return .success
    }
}
