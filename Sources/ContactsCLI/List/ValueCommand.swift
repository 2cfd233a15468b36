import ArgumentParser
import Bloc
import Repository

/// A command that prints one kind of values of those who match, whatever the number of each.
protocol ValueCommand: ProgramCommand {
    /// The kind of values that is printed.
    static var kind: ContactValueKind { get }

    /// What the command takes.
    var values: ValueOptions { get }
}

extension ValueCommand {
    static var isPaged: Bool { true }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        @Injected(\.app.configuration) var configuration
        let request = ContactListRequest(
            filter: try values.selection.filter(),
            policy: values.network.policy(configuration)
        )
        var writer = ValueWriter(
            format: values.json ? .json : values.format,
            isForMutt: values.mutt,
            kind: Self.kind,
            screen: program.screen
        )
        var reading = ListReading(bloc: blocs.contactList(), messages: program.messages)
        _ = try await reading.run(request) { list in
            try program.output.write(writer.page(list.items.flatMap(Self.kind.values)))
        }
        try program.output.write(writer.end())
        guard writer.count > 0 else {
            program.messages.note("No matching contact has \(Self.kind.article).")
            return .failure
        }
        return reading.report.status
    }
}

/// The options of the commands that print one kind of values.
struct ValueOptions: ParsableArguments, Sendable {
    @OptionGroup
    var selection: FilterOptions

    @Option(help: ArgumentHelp("How to print; a table on a terminal, else tsv.", valueName: "format"))
    var format: ValueFormat?

    @Flag(help: "Print JSON.")
    var json = false

    @Flag(help: "Print for mutt: tsv after a header line.")
    var mutt = false

    @OptionGroup
    var network: NetworkOptions

    func validate() throws {
        if json, let format, format != .json {
            throw ValidationError("--json and --format \(format.rawValue) contradict each other. Give one of them.")
        }
        if mutt, let format = json ? .json : format, format != .tsv {
            throw ValidationError("--mutt is a format of its own. Omit --format.")
        }
    }
}
