import ArgumentParser
import BlocKit
import BookSync
import Exchange
import Primitives
import Repository
import VCard

struct ExportCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export contacts for other programs.",
        usage: "contacts export [<term> ...] [--format <format>] [--output <file>] [--force] [<options>]",
        discussion: """
            Writes what is stored, without the network, to standard output, or with --output to a file, which is only \
            replaced once everything is written; if this program didn't write it, only after asking, or with --force. \
            Terms select contacts as in contacts list. The format follows the file's extension. A name that ends with \
            a slash is a folder: each contact gets its own vCard file there, which the next export updates; other \
            files stay as they are.

            vcard, jcard and json keep everything; csv and tsv have room for five e-mail addresses, six numbers and \
            three postal addresses per contact, and none for photos and unknown properties. mutt-alias has names and \
            e-mail addresses; abook and ldif have more for this program than for others. import reads all of them.

            EXAMPLES
              contacts export --output all.vcf
              contacts export group:friends --format csv > friends.csv
              contacts export ada --vcard-version 3.0
              contacts export --format mutt-alias -o ~/.mutt/contacts.aliases
              contacts export -o ~/.contacts/
            """
    )

    static let books = BookScope.together

    private static let pageSize = 1_000

    @Option(help: .value("format", "The format; by default that of the file name, else vcard."))
    var format: ExchangeFormat?

    @Option(help: .value("version", "The version of vCard."))
    var vcardVersion: VCardVersion = .v4

    @Option(
        name: .shortAndLong,
        help: .value("file", "Write to this file, or into this folder/, which only you can read."),
        completion: .file()
    )
    var output: String?

    @Flag(name: .shortAndLong, help: "Replace a file that this program didn't write, without asking.")
    var force = false

    @Flag(inversion: .prefixedNo, help: "In csv and tsv, put a quote in front of what could be a formula.")
    var formulaGuard = true

    @OptionGroup var selection: FilterOptions

    func run(in program: Program) async throws -> ExitStatus {
        let filter = try selection.filter()
        let exporter = ContactExporter(
            path: output.flatMap { $0 == "-" ? nil : $0 },
            format: format,
            version: vcardVersion,
            guardsFormulas: formulaGuard,
            namesBook: app.configuration.isAllBooks,
            isTold: output != nil
        )
        let written = WrittenFiles(folder: program.folders.state)
        if let path = exporter.path, !CardFolder.isMeant(by: path), !force {
            try await written.requireOwn(path, program)
        }
        var meter = ProgressMeter(messages: program.messages)
        defer { meter.end() }
        try await exporter.export(in: program) { write in
            var request = ContactListRequest(filter: filter, pageSize: Self.pageSize, policy: .cacheOnly)
            request.isCounted = program.messages.canShowProgress
            var all: Int?
            return try await blocs.contactList().read(request, program.messages) { contacts, list in
                all = list.info?.count ?? all
                try write(contacts)
                meter.show(ProgressLine(contacts: list.itemCount, of: all))
            }.count
        }
        if let path = exporter.path { written.remember(path) }
        return .success
    }
}

/// Writes contacts for other programs: to a file (replaced atomically), a folder of vCards, or standard output.
struct ContactExporter {
    /// Passes each page of contacts to a closure, and returns their total number.
    typealias Reading = (_ write: ([Contact]) throws -> Void) async throws -> Int

    /// The file, or the folder if it ends with a slash; `nil` for standard output.
    let path: String?
    var format: ExchangeFormat?
    var version = VCardVersion.v4
    /// Whether CSV and TSV values that could be formulas get a leading quote.
    var guardsFormulas = true
    /// Whether the contacts come from several books.
    var namesBook = false
    /// Whether to report the number of contacts.
    var isTold = false

    /// Writes the contacts; an existing file is unchanged until everything is written.
    func export(in program: Program, _ read: Reading) async throws {
        if let path, CardFolder.isMeant(by: path) { return try await export(into: path, program.messages, read) }
        // Fail before the file is touched.
        let format = try self.format ?? path.map(ExchangeFormat.writing) ?? .vcard
        let file = try path.map { try ReplacedFile(path: $0) }
        var writer = writer(format, isForTerminal: file == nil && program.screen.isTerminal)
        func write(_ bytes: [UInt8]) throws {
            if let file { try file.write(bytes) } else { try program.output.write(bytes) }
        }
        let count = try await read { try write(writer.page($0)) }
        try write(writer.end())
        try file?.finish()
        tell(count, writer, program.messages)
    }

    private func export(into path: String, _ messages: MessagePrinter, _ read: Reading) async throws {
        guard format.map({ $0 == .vcard }) ?? true else {
            throw Failure(
                .usage,
                "A folder gets a vCard for each contact. Leave out --format, or name a file with --output."
            )
        }
        var folder = try CardFolder(path: path, version: version)
        let count = try await read { try folder.write($0) }
        messages.note("Exported \(CountText.contacts(count)); \(folder.written) of the files changed.")
    }

    private func writer(_ format: ExchangeFormat, isForTerminal: Bool) -> any ReportWriter<Contact> {
        let report = Report.contacts.namingBook(namesBook) { $0.book }
        return switch format {
        case .vcard: VCardFormat(version: version, isForTerminal: isForTerminal)
        case .jcard: JCardFormat(isForTerminal: isForTerminal)
        case .csv, .tsv:
            CSVExchangeFormat(
                guardsFormulas: guardsFormulas,
                separator: UInt8(ascii: format == .tsv ? "\t" : ","),
                isForTerminal: isForTerminal,
                namesBook: namesBook
            )
        case .muttAlias: MuttAliasFormat(isForTerminal: isForTerminal)
        case .abook: AbookFormat(isForTerminal: isForTerminal)
        case .ldif: LDIFFormat(isForTerminal: isForTerminal)
        case .json: FramedWriter(json: report, isForTerminal: isForTerminal)
        case .ndjson: FramedWriter(json: report, eachOnItsLine: true, isForTerminal: isForTerminal)
        }
    }

    private func tell(_ count: Int, _ writer: any ReportWriter<Contact>, _ messages: MessagePrinter) {
        if let csv = writer as? CSVExchangeFormat, csv.incomplete > 0 {
            messages.warning(
                "\(CountText.contacts(csv.incomplete)) had more values than there are columns; vcard and json keep "
                    + "everything."
            )
        }
        if let aliases = writer as? MuttAliasFormat, aliases.omitted > 0 {
            messages.warning("\(CountText.contacts(aliases.omitted)) had no e-mail address and got no alias.")
        }
        if isTold { messages.note("Exported \(CountText.contacts(count)).") }
    }
}

/// Records the files this program wrote, so that an export never replaces another file without asking.
///
/// The record is kept in the state folder; files are recognized by path, size and time, unless they have changed.
struct WrittenFiles {
    private struct Entry: Codable, Equatable {
        var path: String
        var size: Int
        var time: Int
    }

    private static let limit = 200

    private let list: String?

    /// Reads the record; without a state folder nothing is remembered.
    init(folder: String?) { list = folder.map { $0 + "/exports.json" } }

    /// Asks before replacing a file that this program didn't write.
    func requireOwn(_ path: String, _ program: Program) async throws {
        guard let entry = Self.entry(path), entry.size > 0, !entries.contains(entry) else { return }
        guard program.prompt.canAsk else {
            throw Failure(
                .cannotCreate,
                "“\(path)” already exists, and this program didn't write it as it is now. Give --force to replace it, "
                    + "or another name."
            )
        }
        guard try await program.prompt.confirms("Replace “\(path)”, which this program didn't write?") else {
            throw Failure(.failure, "Nothing was exported.")
        }
    }

    /// Records that the file was written.
    ///
    /// If that fails, the next export asks.
    func remember(_ path: String) {
        guard let list, let entry = Self.entry(path) else { return }
        let all = entries.filter { $0.path != entry.path }.suffix(Self.limit - 1) + [entry]
        try? PrivateFolder.create(URL(filePath: list).deletingLastPathComponent().path)
        guard let data = try? JSONEncoder().encode(Array(all)) else { return }
        try? ReplacedFile(path: list).finish(Array(data))
    }

    private var entries: [Entry] {
        guard let list, let bytes = Descriptor.contents(of: list, limit: 1 << 20) else { return [] }
        return (try? JSONDecoder().decode([Entry].self, from: Data(bytes))) ?? []
    }

    /// Returns the entry for the file as it is now; `nil` if it doesn't exist, or is a pipe or device.
    private static func entry(_ path: String) -> Entry? {
        let target = URL(filePath: path).resolvingSymlinksInPath().path
        guard let file = FileState(path: target), file.isPlain else { return nil }
        return Entry(path: target, size: file.size, time: file.modified)
    }
}
