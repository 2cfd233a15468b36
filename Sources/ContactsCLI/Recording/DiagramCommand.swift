import ArgumentParser

/// `contacts diagram`: draws the states of recorded blocs.
struct DiagramCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "diagram",
        abstract: "Draw the states that a recording shows.",
        usage: "contacts diagram <file> [--format <format>] [<options>]",
        discussion: """
            A graph for each bloc: its states, and on the arrows the events with how often they led there.

            EXAMPLES
              contacts --record run.jsonl list
              contacts diagram run.jsonl > states.mmd
              contacts diagram run.jsonl --format dot | dot -Tsvg > states.svg
            """
    )

    static let needsContacts = false

    @Argument(help: ArgumentHelp("The recording, made with --record.", valueName: "file"), completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The language of the drawing.", valueName: "format"))
    var format: DiagramFormat = .mermaid

    @OptionGroup
    var global: GlobalOptions

    func run(in program: Program) async throws -> ExitStatus {
        let recording = try Recording(path: file)
        let graphs = recording.blocs.map { StateGraph(bloc: $0, of: recording) }
        try program.output.write(format.text(graphs))
        return .success
    }
}
