import ArgumentParser
import Bloc
import Repository
import VCard

/// `contacts export`: drives the list bloc from page to page and writes each in a form for other programs.
struct ExportCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write contacts for other programs.",
        usage: "contacts export [<term> ...] [--format <format>] [--output <file>] [<options>]",
        discussion: """
            Writes what is stored, without the network, to standard output, or with --output to a file, which is \
            replaced as a whole when everything is written. Terms choose as in contacts list.

            vcard, jcard and json keep everything; csv has room for five e-mail addresses, six numbers and three \
            postal addresses of a contact, and none for photos and unknown properties.

            EXAMPLES
              contacts export --output all.vcf
              contacts export group:friends --format csv > friends.csv
              contacts export ada --vcard-version 3.0
            """
    )

    /// The most contacts that are read at once.
    private static let pageSize = 1_000

    @Option(help: ArgumentHelp("The form; by default by the name of the file, else vcard.", valueName: "format"))
    var format: ExchangeFormat?

    @Option(help: ArgumentHelp("The version of vCard.", valueName: "version"))
    var vcardVersion: CardVersionOption = .v4

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write to this file, which only you can read.", valueName: "file"),
        completion: .file()
    )
    var output: String?

    @Flag(help: "In csv, put a quote in front of what a spreadsheet could take as a formula.")
    var formulaGuard = false

    @OptionGroup
    var selection: FilterOptions

    @OptionGroup
    var global: GlobalOptions

    func run(in program: Program) async throws -> ExitStatus {
        let filter = try selection.filter()
        @Injected(\.blocs) var blocs
        let file = try output.flatMap { $0 == "-" ? nil : $0 }.map { try ReplacedFile(path: $0) }
        var writer = writer(isForTerminal: file == nil && program.screen.isTerminal)
        func write(_ bytes: [UInt8]) throws {
            if let file { try file.write(bytes) } else { try program.output.write(bytes) }
        }
        var meter = ProgressMeter(messages: program.messages)
        defer { meter.end() }
        var request = ContactListRequest(filter: filter, pageSize: Self.pageSize, policy: .cacheOnly)
        request.isCounted = program.messages.canShowProgress
        var reading = ListReading(bloc: blocs.contactList(), messages: program.messages)
        var all: Int?
        let count = try await reading.run(request) { list in
            all = list.info?.count ?? all
            try write(writer.page(list.items))
            meter.show(ProgressLine(contacts: list.itemCount, of: all))
        }
        try write(writer.end())
        try file?.finish()
        tell(count, writer, program.messages)
        return .success
    }

    private func writer(isForTerminal: Bool) -> any ReportWriter<Contact> {
        switch format ?? output.flatMap({ ExchangeFormat(path: $0, beginning: []) }) ?? .vcard {
        case .vcard: VCardFormat(version: vcardVersion.version, isForTerminal: isForTerminal)
        case .jcard: JCardFormat(isForTerminal: isForTerminal)
        case .csv: CSVExchangeFormat(guardsFormulas: formulaGuard, isForTerminal: isForTerminal)
        case .json: JSONWriter(.contacts, isForTerminal: isForTerminal)
        case .ndjson: JSONWriter(linesOf: .contacts, isForTerminal: isForTerminal)
        }
    }

    private func tell(_ count: Int, _ writer: any ReportWriter<Contact>, _ messages: MessagePrinter) {
        if let csv = writer as? CSVExchangeFormat, csv.incomplete > 0 {
            messages.warning(
                "\(CountText.contacts(csv.incomplete)) had more than csv has columns for; vcard and json keep everything."
            )
        }
        if output != nil { messages.note("Exported \(CountText.contacts(count)).") }
    }
}

/// The versions of vCard that can be written.
enum CardVersionOption: String, CaseIterable, ExpressibleByArgument {
    case v3 = "3.0"
    case v4 = "4.0"

    /// The version of the writer.
    var version: VCardVersion {
        switch self {
        case .v3: .v3
        case .v4: .v4
        }
    }
}
