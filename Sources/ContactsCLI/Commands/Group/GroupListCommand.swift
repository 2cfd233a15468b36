import ArgumentParser
import Bloc

/// `contacts group list`: drives the overview bloc and prints the groups.
struct GroupListCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the groups.",
        usage: "contacts group list [--format <format>] [<options>]",
        discussion: """
            On a terminal the default is a table, elsewhere lines of values separated by tabs, without a header:
            \(GroupFormat.columns.joined(separator: ", ")).
            JSON is an array of objects with the keys name and contacts.

            EXAMPLES
              contacts group list
              contacts group list --format json
            """,
        aliases: ["ls"]
    )

    @Option(help: ArgumentHelp("How to print; a table on a terminal, else tsv.", valueName: "format"))
    var format: GroupFormat?

    @OptionGroup
    var global: GlobalOptions

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let groups = try await blocs.overview().answer().groups
        if groups.isEmpty { program.messages.note("There are no groups. Make one with: contacts group add") }
        let format = format ?? (program.screen.isTerminal ? .table : .tsv)
        try program.output.write(format.bytes(of: groups, for: program.screen))
        return .success
    }
}
