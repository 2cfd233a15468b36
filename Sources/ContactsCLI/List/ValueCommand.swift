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
        var writer = try values.output.writer(
            of: Report(Self.kind),
            for: program.screen,
            standard: values.mutt ? .tsv : nil
        )
        var count = 0
        var reading = ListReading(bloc: blocs.contactList(), messages: program.messages)
        _ = try await reading.run(request) { list in
            let found = list.items.flatMap(Self.kind.values)
            if values.mutt, count == 0, !found.isEmpty { try program.output.write("Contacts\n") }
            count += found.count
            try program.output.write(writer.page(found))
        }
        try program.output.write(writer.end())
        guard count > 0 else {
            // Mutt shows this line when there are no results.
            if values.mutt { try program.output.write("No matches\n") }
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

    @OptionGroup
    var output: ReportOptions

    @Flag(help: "Print for mutt: tsv after a header line.")
    var mutt = false

    @OptionGroup
    var network: NetworkOptions

    func validate() throws {
        let isTSV = output.format.map { $0 == .tsv } ?? !output.fields.json
        if mutt, !isTSV || output.fields.fields != nil || output.fields.header == true {
            throw ValidationError("--mutt is a format of its own. Omit --format, --json, --fields and --header.")
        }
    }
}
