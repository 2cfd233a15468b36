import ArgumentParser
import Exchange
import Services

struct ShowCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print everything about contacts.",
        usage: "contacts show <contact> ... [--format <format>] [<options>]",
        discussion: """
            \(ContactSelection.readingDiscussion)

            One contact is a JSON object or a YAML mapping; several, or those from -, are a list.

            EXAMPLES
              contacts show 1c41a2
              contacts show 'Ada Lovelace' --format json
              contacts search org:acme | contacts show - --fields name,email
            """,
        aliases: ["details"]
    )

    static let isPaged = true
    static let books = BookScope.joined

    @OptionGroup var named: ContactArguments

    @Option(help: .value("format", "The output format."))
    var format: ListFormat?

    @OptionGroup var fields: FieldOptions

    func check() throws {
        try fields.validate(format: format)
    }

    func run(in program: Program) async throws -> ExitStatus {
        let format = format ?? (fields.json ? .json : .text)
        var report = try fields.contacts(namingBook: app.configuration.isAllBooks)
        let contacts = try await named.find(for: .showing, to: "Show", in: program)
        if contacts.count == 1, named.selections.count == 1, named.selections != [ContactSelection.standardInput] {
            report.shape = .single
        }
        var writer = format.writer(of: report, for: fields.screen(program.screen), hasHeader: fields.header)
        try program.output.write(writer.page(contacts.map(app.apart)) + writer.end())
        return .success
    }
}
