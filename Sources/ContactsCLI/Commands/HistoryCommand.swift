import ArgumentParser
import Bloc

/// `contacts history`: drives the history bloc and prints the steps.
struct HistoryCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Print the last changes.",
        usage: "contacts history [--limit <number>] [--format <format>] [<options>]",
        discussion: """
            The last step comes first. A step that is undone stays until the next change.

            On a terminal the default is a table, elsewhere lines of values separated by tabs, without a header:
            \(HistoryFormat.columns.joined(separator: ", ")).
            JSON is an array of objects with the keys step, date, title, contacts, ids (at most 10) and undone.

            EXAMPLES
              contacts history
              contacts history --limit 100 --format json
            """
    )

    static let isPaged = true

    @Option(help: ArgumentHelp("Print at most this many steps.", valueName: "number"))
    var limit = 20

    @Option(help: ArgumentHelp("How to print; a table on a terminal, else tsv.", valueName: "format"))
    var format: HistoryFormat?

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        try StepCount.validate(limit, of: "--limit")
    }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        let bloc = blocs.history()
        bloc.add(.requested(limit: limit))
        for await state in bloc.states {
            switch state {
            case .initial, .loading, .undone, .redone: continue
            case .listed(let steps):
                let format = format ?? (program.screen.isTerminal ? .table : .tsv)
                if steps.isEmpty { program.messages.note("Nothing was changed here yet.") }
                try program.output.write(format.bytes(of: steps, for: program.screen))
                return .success
            case .failure(let error): throw error
            }
        }
        throw CancellationError()
    }
}
