public import ArgumentParser
import Bloc
import BlocKit
package import BookSync
import Dispatch
import Exchange
import Primitives
public import Repository
import Services
import Synchronization
public import VCard

struct ImportCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import contacts from files.",
        usage: "contacts import <file> ... [--format <format>] [--duplicates <rule>] [--dry-run] [<options>]",
        discussion: """
            Reads vCards (2.1, 3.0, 4.0, many in a file), jCard, CSV and TSV with a header, the JSON of this program, \
            aliases of mutt, the address book of abook, and LDIF; a folder means the vCards in it, and - standard \
            input. What has no field is kept and exported again.

            A contact whose UID already exists updates the existing one, unless --duplicates says otherwise; one \
            without a UID is recognized by its content. The members of a group card are added to the group.

            What cannot be read is reported as file:line: reason, and the import goes on: a line stays with its \
            contact as it is; if something is left out, the exit status is 2, and 65 if there was no contact at all. \
            An import is one step, which contacts undo reverts.

            CSV columns are recognized by their names: first_name, last_name, email, phone, city and so on, or as \
            Google, Outlook, Thunderbird and Yahoo write them, also in other languages. Other columns are kept as \
            X-NAME; --map says what they are. Dates such as 03/04/1980 need --dates if nothing in the file shows their \
            order.

            EXAMPLES
              contacts import friends.vcf ~/cards
              contacts import people.csv --dry-run
              contacts import people.csv --dates dmy --map 'Handy=phone:cell'
              contacts export --format vcard | contacts import - --env QC
            """
    )

    @Argument(help: .value("file", "The files and folders; - is standard input."), completion: .file())
    var files: [String]

    @Option(help: .value("format", "The format; by default detected from name and content."))
    var format: ExchangeFormat?

    @Option(help: .value("rule", "What to do with contacts that already exist."))
    var duplicates: DuplicateRule = .update

    @Option(help: .value("order", "The order of dates in CSV: day, month and year as d, m and y."))
    var dates: DateOrder?

    @Option(
        help: .value("column=field", "What a CSV column is, such as 'Handy=phone:cell' or 'Size=x-size'. Repeatable.")
    )
    var map: [ColumnMapping] = []

    @Flag(name: [.customShort("n"), .long], help: "Print what would be imported, and change nothing.")
    var dryRun = false

    var adding: Adding { dryRun ? .trial : .contacts }

    func run(in program: Program) async throws -> ExitStatus {
        let bloc = blocs.importing()
        for mapping in map { try mapping.check() }
        if files.contains("-"), program.input.isTerminal {
            program.messages.note("Reading contacts from the terminal; press Ctrl-D to finish.")
        }
        if format == nil { for file in files where file != "-" { try ImportFiles.checkName(file) } }
        let request = ImportRequest(
            files: try ImportFiles.find(files),
            format: format,
            duplicates: duplicates,
            dates: dates,
            columns: map.isEmpty ? nil : map
        )
        let messages = program.messages
        var meter = ProgressMeter(messages: messages)
        defer { meter.end() }
        let event: ImportEvent = dryRun ? .previewed(request) : .requested(request)
        let answer = try await bloc.answer(to: event) { state in
            if case .loading(.progress(let progress)) = state { meter.show(ProgressLine(progress)) }
        }
        switch try answer.get() {
        case .finished(let summary, let report):
            let status = try finish(report, Self.text(of: summary), messages)
            if summary.updated > 0 { try await HistoryStep.tellLast(in: program, after: nil) }
            return status
        case .previewed(let report, let preview):
            return try finish(report, preview.text, messages)
        case .progress, nil: throw CancellationError()
        }
    }

    private func finish(_ report: ImportReport, _ text: String, _ messages: MessagePrinter) throws -> ExitStatus {
        for encoding in report.encodings { messages.note(encoding) }
        for notice in report.notices { messages.warning(notice.text) }
        let unsaid = report.noticeCount - report.notices.count
        if unsaid > 0 { messages.warning("and \(unsaid) more") }
        for problem in report.problems { messages.log(problem.text) }
        let untold = report.problemCount + report.faultCount - report.problems.count
        if untold > 0 { messages.log("and \(untold) more") }
        guard report.contacts > 0 else {
            throw Failure(.badData, "There are no contacts in \(files.map { "“\($0)”" }.joined(separator: ", ")).")
        }
        let left = report.problemCount == 0 ? "" : " \(report.problemCount) could not be read."
        messages.note(text + left)
        return report.problemCount == 0 ? .success : .partial
    }

    private static func text(of summary: ImportSummary) -> String {
        let counts = [
            (summary.added, "added"), (summary.updated, "updated"), (summary.unchanged, "unchanged"),
            (summary.skipped, "skipped"),
        ]
        let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        return "Imported \(CountText.contacts(summary.total))" + (parts.isEmpty ? "." : ": \(parts).")
    }
}

/// Finds the files to import, and checks that they are readable before anything is read.
struct ImportFiles {
    /// A file to read; `nil` is standard input.
    struct File: Equatable, Codable, Sendable {
        var name: String
        var path: String?
        /// The reason why it can't be read; other files are still imported.
        var problem: String?
    }

    /// Returns the total size of the files in bytes; `nil` if one of them is standard input, a pipe or a device.
    static func size(of files: [File]) -> Int? {
        var total = 0
        for file in files {
            guard let state = file.path.flatMap({ FileState(path: $0) }), state.isPlain else { return nil }
            total += state.size
        }
        return total
    }

    static func find(_ names: [String]) throws -> [File] {
        try names.flatMap { name -> [File] in
            if name == "-" { return [File(name: "-", path: nil)] }
            guard let kind = FileKind(path: name) else {
                guard ![ENOENT, ENOTDIR].contains(errno) else {
                    throw Failure(.noInput, "The file “\(name)” doesn't exist. Check the name.")
                }
                throw unreadable(name, SystemReason.text(errno))
            }
            guard access(name, R_OK) == 0 else { throw unreadable(name, SystemReason.text(errno)) }
            guard kind == .folder else { return [File(name: name, path: name)] }
            let members: [String]
            do {
                members = try FileManager.default.subpathsOfDirectory(atPath: name).sorted()
            } catch {
                throw unreadable(name, SystemReason.text(of: error))
            }
            let cards = members.filter { $0.lowercased().hasSuffix(".vcf") || $0.lowercased().hasSuffix(".vcard") }
            let folder = name.hasSuffix("/") ? name : name + "/"
            return cards.compactMap { member(folder + $0) }
        }
    }

    private static func unreadable(_ name: String, _ reason: String) -> Failure {
        Failure(.noInput, "“\(name)” cannot be read: \(reason)")
    }

    /// Returns a vCard in a folder; `nil` for a subfolder, whose members are listed separately.
    private static func member(_ path: String) -> File? {
        switch FileKind(path: path) {
        case .folder?: return nil
        case .file? where access(path, R_OK) == 0: return File(name: path, path: path)
        case .file?: return File(name: path, path: path, problem: "cannot be read; it was left out")
        case .other?:
            return File(name: path, path: path, problem: "is not a file but a pipe, socket or device; it was left out")
        case nil:
            let reason = errno == ENOENT ? "is a broken link" : String(cString: strerror(errno))
            return File(name: path, path: path, problem: "\(reason); it was left out")
        }
    }

    /// Rejects a file by its name, unless it is a folder or doesn't exist.
    static func checkName(_ name: String) throws(ExchangeError) {
        guard let kind = FileKind(path: name), kind != .folder else { return }
        _ = try ExchangeFormat.reading(name)
    }
}

/// Something in a file that isn't a contact.
struct ImportProblem: Equatable, Codable, Sendable {
    var file: String
    /// The line number; 0 for the whole file.
    var line: Int
    var reason: String

    var text: String { line == 0 ? "\(file): \(reason)" : "\(file):\(line): \(reason)" }
}

struct ImportProgress: Equatable, Codable, Sendable {
    var contacts = 0
    var bytes = 0
    /// The total size in bytes; `nil` if the size of any file isn't known in advance.
    var bytesTotal: Int?
}

struct ImportReport: Equatable, Codable, Sendable {
    /// The maximum number of problems, and of notices, to keep; further ones are only counted.
    private static let limit = 1_000

    var contacts = 0
    private(set) var problemCount = 0
    private(set) var faultCount = 0
    private(set) var problems: [ImportProblem] = []
    private(set) var noticeCount = 0
    private(set) var notices: [ImportProblem] = []
    /// Sentences about files whose encoding isn't UTF-8.
    var encodings: [String] = []

    /// Adds a problem, or a faulty line that is preserved anyway.
    mutating func add(_ problem: ImportProblem, isKept: Bool = false) {
        if isKept { faultCount += 1 } else { problemCount += 1 }
        if problems.count < Self.limit { problems.append(problem) }
    }

    mutating func add(notice: ImportProblem) {
        noticeCount += 1
        if notices.count < Self.limit { notices.append(notice) }
    }
}

/// Imports the contacts from files, either all of them or none.
typealias ImportBloc = LoadBloc<ImportEvent, ImportContent, Failure>

extension ImportBloc {
    static var key: BlocKey<ImportBloc> { BlocKey("import") }

    convenience init(service: any ImportService, list: any ContactListService, manager: BlocManager) {
        self.init(
            name: Self.key.name,
            policy: .droppable,
            keepsContent: false,
            failure: { error, _ in Failure(error) },
            load: { event, emit in
                switch event {
                case .requested(let request):
                    let reader = ImportReader(request)
                    // Read the next batch while the current one is being stored.
                    let batches = ReadAhead { try reader.next() }
                    defer { batches.stop() }
                    let summary = try await withTaskCancellationHandler {
                        try await service.importContacts(title: "import", duplicates: request.duplicates) {
                            let batch = try batches.next()
                            if let batch { emit.loading(.progress(batch.progress)) }
                            return batch?.contacts
                        }
                    } onCancel: {
                        batches.stop()
                    }
                    manager.broadcast(ContactsChanged())
                    return .finished(summary, reader.report)
                case .previewed(let request):
                    let reader = ImportReader(request)
                    let preview = Mutex(ImportPreview())
                    // With an empty store, every contact is new; a dry run must not create a store.
                    let stored = try await list.contacts(ContactQuery(limit: 1), policy: .cacheOnly).contacts
                    if stored.isEmpty {
                        while let batch = try reader.next() {
                            emit.loading(.progress(batch.progress))
                            try Task.checkCancellation()
                            preview.withLock { preview in
                                for imported in batch.contacts { preview.add(.added, imported.contact) }
                            }
                        }
                    } else {
                        // Let the store do the work, and roll it back at the end.
                        do {
                            _ = try await service.importContacts(title: "import", duplicates: request.duplicates) {
                                guard let batch = try reader.next() else { throw EndOfTrial() }
                                emit.loading(.progress(batch.progress))
                                return batch.contacts.map { imported in
                                    var observed = imported
                                    observed.observer = { outcome in
                                        preview.withLock { $0.add(outcome, imported.contact) }
                                    }
                                    return observed
                                }
                            }
                        } catch is EndOfTrial {}
                    }
                    return .previewed(reader.report, preview.withLock { $0 })
                }
            }
        )
    }
}

/// Aborts the import of a dry run, so that none of it is stored.
private struct EndOfTrial: Error {}

enum ImportEvent: Codable, Sendable {
    case requested(ImportRequest)
    /// A preview of the files' contents was requested.
    case previewed(ImportRequest)
}

enum ImportContent: Equatable, Codable, Sendable {
    /// The import is running; this much has been read.
    case progress(ImportProgress)
    /// Everything is stored.
    case finished(ImportSummary, ImportReport)
    /// Everything was read, and nothing was stored.
    case previewed(ImportReport, ImportPreview)
}

struct ImportRequest: Equatable, Codable, Sendable {
    var files: [ImportFiles.File]
    /// The format of all files; `nil` detects it for each file.
    var format: ExchangeFormat?
    var duplicates: DuplicateRule
    /// The interpretation of ambiguous dates.
    var dates: DateOrder?
    var columns: [ColumnMapping]?
}

/// Produces the next few elements on a separate thread while the consumer works on the previous ones.
final class ReadAhead<Element: Sendable>: Sendable {
    private struct State {
        /// Elements that were produced but not consumed yet.
        var made: [Result<Element?, any Error>] = []
        var isStopped = false
    }

    /// The number of elements to produce ahead; several, because the consumer's time per element varies.
    private static var depth: Int { 4 }

    private let make: @Sendable () throws -> Element?
    private let queue = DispatchQueue(label: "contacts.reading")
    private let made = DispatchSemaphore(value: 0)
    private let state = Mutex(State())

    init(_ make: @escaping @Sendable () throws -> Element?) {
        self.make = make
        for _ in 0..<Self.depth { begin() }
    }

    private func begin() {
        queue.async { [self] in
            if state.withLock({ $0.isStopped }) { return }
            let result = Result { try make() }
            state.withLock { if !$0.isStopped { $0.made.append(result) } }
            made.signal()
        }
    }

    /// Returns the next element, blocking the thread; call it from one thread at a time, and not again after the end.
    func next() throws -> Element? {
        made.wait()
        guard let result = state.withLock({ $0.made.isEmpty ? nil : $0.made.removeFirst() }) else {
            // A second call gets the same result.
            made.signal()
            throw CancellationError()
        }
        begin()
        return try result.get()
    }

    /// Stops producing elements; a waiting consumer gets `CancellationError` at once.
    func stop() {
        state.withLock { $0 = State(isStopped: true) }
        made.signal()
    }
}

struct ImportPreview: Equatable, Codable, Sendable {
    /// The maximum number of contacts of each kind to name.
    private static let limit = 10

    private(set) var added = 0
    private(set) var updated = 0
    /// The number of contacts that would stay unchanged.
    private(set) var kept = 0
    private(set) var addedNames: [String] = []
    /// The names of the first contacts that would change, each with its changed fields.
    private(set) var updatedNames: [String] = []

    mutating func add(_ outcome: ImportOutcome, _ contact: Contact) {
        switch outcome {
        case .added:
            added += 1
            if addedNames.count < Self.limit { addedNames.append(contact.displayName) }
        case .updated(let old, let new):
            updated += 1
            guard updatedNames.count < Self.limit else { return }
            let changes = ContactDraft(new).changes(from: ContactDraft(old))
            let fields = changes.map { $0.label.lowercased() }.joined(separator: ", ")
            updatedNames.append(new.displayName + (fields.isEmpty ? "" : " (\(fields))"))
        case .unchanged, .skipped: kept += 1
        }
    }

    var text: String {
        var sentences: [String] = []
        for (verb, count, names) in [("add", added, addedNames), ("update", updated, updatedNames)] where count > 0 {
            let more = count > names.count ? ", and \(count - names.count) more" : ""
            sentences.append("Would \(verb) \(CountText.contacts(count)): \(names.joined(separator: ", "))\(more).")
        }
        if kept > 0 {
            sentences.append("\(CountText.contacts(kept)) would stay as \(kept == 1 ? "it is" : "they are").")
        }
        return sentences.joined(separator: " ")
    }
}

// Makes types from other targets usable as command line values.
extension ExchangeFormat: ExpressibleByArgument {}
extension DateOrder: ExpressibleByArgument {}
extension ColumnMapping: ExpressibleByArgument {}
extension ConflictRule: ExpressibleByArgument {}
extension DuplicateRule: ExpressibleByArgument {}
extension VCardVersion: ExpressibleByArgument {}
