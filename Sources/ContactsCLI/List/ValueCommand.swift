import ArgumentParser
import Bloc
import BlocKit
import Exchange
import Repository

/// A command that prints one kind of values of the contacts that match, whatever the number of each.
protocol ValueCommand: ProgramCommand {
    static var kind: ContactValueKind { get }

    var values: ValueOptions { get }
}

extension ValueCommand {
    static var isPaged: Bool { true }
    static var books: BookScope { .together }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        @Injected(\.app.configuration) var configuration
        // Mutt shows what is on standard error in the middle of its screen.
        let messages = values.mutt ? MessagePrinter.silent : program.messages
        guard let filter = try values.filter() else { return try Self.finish(nothingFor: values, in: program) }
        let request = ContactListRequest(filter: filter, policy: values.network.policy(configuration))
        var writer = try values.output.writer(
            of: Report(Self.kind).namingBook(configuration.isAllBooks) { $0.book },
            for: program.screen,
            standard: values.mutt ? .tsv : Self.kind == .address && program.screen.isTerminal ? .text : nil
        )
        var count = 0
        var reading = ListReading(bloc: blocs.contactList(), messages: messages)
        _ = try await reading.run(request) { contacts, _ in
            let found = contacts.flatMap(Self.kind.values)
            if values.mutt, count == 0, !found.isEmpty { try program.output.write("Contacts\n") }
            count += found.count
            try program.output.write(writer.page(found))
        }
        try program.output.write(writer.end())
        return count > 0 ? reading.report.status : try Self.finish(nothingFor: values, in: program)
    }

    private static func finish(nothingFor values: ValueOptions, in program: Program) throws -> ExitStatus {
        if values.mutt {
            // Mutt shows this line if there are no results.
            try program.output.write("No matches\n")
        } else {
            program.messages.note("No matching contact has \(kind.article).")
        }
        return .failure
    }
}

struct ValueOptions: ParsableArguments, Sendable {
    @OptionGroup
    var selection: FilterOptions

    @OptionGroup
    var output: ReportOptions

    @Flag(help: "Print for mutt: tsv after a header line; the terms are plain words.")
    var mutt = false

    @OptionGroup
    var network: NetworkOptions

    /// Returns the filter for the contacts; `nil` if none can match.
    func filter() throws -> ContactFilter? {
        guard mutt else { return try selection.filter() }
        var choice = selection.choice
        choice.terms = []
        return ContactFilter.literal(selection.terms, of: try choice.filter())
    }

    func validate() throws {
        let isTSV = output.format.map { $0 == .tsv } ?? !output.fields.json
        if mutt, !isTSV || output.fields.fields != nil || output.fields.header == true {
            throw ValidationError("--mutt is a format of its own. Omit --format, --json, --fields and --header.")
        }
    }
}
