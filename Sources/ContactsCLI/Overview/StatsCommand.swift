import ArgumentParser
import Bloc

/// `contacts stats`: drives the overview bloc and prints its numbers.
struct StatsCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Print how many contacts there are, of which kind.",
        usage: "contacts stats [--format <format>] [<options>]",
        discussion: """
            Only what is stored is counted; nothing is fetched. Lines of TSV have a key and a number; those of groups, \
            genders, nationalities and countries have the name in between. JSON is an object with the same keys.

            EXAMPLES
              contacts stats
              contacts stats --format json | jq .groups
            """
    )

    static let isPaged = true

    @Option(help: ArgumentHelp("How to print.", valueName: "format"))
    var format: FactFormat = .text

    @OptionGroup
    var global: GlobalOptions

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let overview = try await blocs.overview().answer()
        try program.output.write(format.bytes(of: overview.facts, for: program.screen))
        return .success
    }
}
