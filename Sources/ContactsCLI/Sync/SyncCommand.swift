import ArgumentParser
import Bloc
import BlocKit
import BookSync
import Repository
import Services

struct SyncCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Synchronize the book with its source.",
        usage: "contacts sync [--conflict <rule>] [--watch] [--dry-run] [<options>]",
        discussion: """
            A book with a folder or a CardDAV server is synchronized both ways: a change on only one side is copied to \
            the other, changes to different fields of a contact are merged, and an edit wins over a removal. For a \
            field that both sides changed, --conflict says what to do: ask for each field (the default at a terminal), \
            ours, theirs, newest, or both, which makes the other version a second contact (the default elsewhere). The \
            changes here are one step; contacts undo reverts it, and the next sync reverts it at the source. Cards \
            that cannot be read, and changes that the source rejects, are listed, with the exit code 2.

            A book with an API fetches the first missing page and those after it, or all pages again if none is missing.

            EXAMPLES
              contacts --book work sync --dry-run
              contacts --book work sync --watch
              contacts sync
              contacts sync --results 500 --pages 10
            """
    )

    @Option(help: .value("number", "People per page, 1 to 5000. (default: API_PAGE_SIZE)"))
    var results: Int?

    @Option(help: .value("number", "The total number of pages, 1 to 10000. (default: 1)"))
    var pages: Int?

    @Option(
        help: .value("rule", "What to do with a field that both sides changed. (default: ask at a terminal, else both)")
    )
    var conflict: ConflictRule?

    @Flag(help: "Also remove a large part of the book, or start over with another source.")
    var allowMassRemoval = false

    @Flag(help: "Keep running, and synchronize after each change to the folder or the book.")
    var watch = false

    @Flag(name: [.customShort("n"), .long], help: "Print what would be done, and do nothing.")
    var dryRun = false

    @OptionGroup var output: ReportOptions

    func check() throws {
        if watch, dryRun { throw ValidationError("--watch synchronizes, and --dry-run does not. Give one of them.") }
        try OptionNumber.check(results, of: "--results", in: 1...5_000)
        try OptionNumber.check(pages, of: "--pages", in: 1...10_000)
    }

    func run(in program: Program) async throws -> ExitStatus {
        let configuration = app.configuration
        if let service = try app.bookSync(program) {
            try refuse([(results != nil, "--results"), (pages != nil, "--pages")], "fetch people from an API")
            let options = SyncOptions(conflict: conflict ?? .ask, allowsMassRemoval: allowMassRemoval)
            let run = BookSyncRun(
                service: service,
                request: BookSyncRequest(options, isTrial: dryRun),
                output: output,
                program: program
            )
            return try await watch ? run.watch(app.bookChanges()) : run.once()
        }
        let isReport = output.format != nil || output.fields.json || output.fields.names != nil
        try refuse(
            [
                (conflict != nil, "--conflict"), (allowMassRemoval, "--allow-mass-removal"), (watch, "--watch"),
                (isReport, output.fields.json ? "--json" : output.format != nil ? "--format" : "--fields"),
            ],
            "synchronize with a folder or a CardDAV server"
        )
        if let book = configuration.book, book.source == .none {
            return program.finish(
                "The book “\(book.name)” has no source; its contacts are your own. Nothing was fetched. "
                    + "Fetch the people of the API with: contacts --book \(Book.peopleName) sync"
            )
        }
        let messages = program.messages
        var report = NoticeReport(messages: messages)
        var meter = ProgressMeter(messages: messages)
        defer { meter.end() }
        let results = results ?? configuration.apiPageSize
        let pages = pages ?? 1
        guard !dryRun else {
            return program.finish(
                "Would fetch up to \(CountText.pages(pages)) of \(CountText.people(results)) from the API of "
                    + "\(configuration.environment.rawValue), and store them."
            )
        }
        let request = SyncRequest(results: results, pages: pages)
        let answer = try await blocs.sync().answer(to: .requested(request)) { state in
            guard case .loading(let progress?) = state else { return }
            report.tell(progress.notices)
            meter.show(ProgressLine(pages: progress.pagesDone, of: progress.pagesTotal, people: progress.people))
        }
        do {
            let progress = try answer.get()
            let pages = progress.map { "\(CountText.pages($0.pagesDone)), " } ?? ""
            messages.note("\(pages)\(CountText.people(progress?.people ?? 0)) stored.")
            return report.status
        } catch let failure as SyncFailure {
            if let stored = failure.stored, stored.pagesDone > 0 {
                let pages = "\(stored.pagesDone)/\(stored.pagesTotal) pages"
                messages.note(
                    "\(pages), \(CountText.people(stored.people)) stored before the failure. Run contacts sync again to continue."
                )
            }
            throw failure.error
        }
    }

    /// Rejects options that apply only to another kind of book.
    private func refuse(_ options: [(isGiven: Bool, name: String)], _ what: String) throws {
        let configuration = app.configuration
        let given = options.filter(\.isGiven).map(\.name)
        guard !given.isEmpty else { return }
        let book = configuration.book.map { "The book “\($0.name)”" } ?? "This book"
        let source =
            switch configuration.book?.source {
            case .folder?: "has a folder"
            case .carddav?: "has a CardDAV server"
            case .none?: "has no source"
            case .api?, nil: "has an API"
            }
        throw Failure(
            .usage,
            "\(book) \(source), and \(given.joined(separator: ", ")) "
                + "\(given.count == 1 ? "is" : "are") for books that \(what). Leave it out, or choose a book with "
                + "--book."
        )
    }
}

/// Synchronizes a book with its two-way source and reports the progress.
///
/// A request runs one pass, and is ignored while one is running. A failed pass keeps the work it has done, and the next
/// one resumes from there.
typealias BookSyncBloc = LoadBloc<RequestEvent<BookSyncRequest>, BookSyncContent, Failure>

extension BookSyncBloc {
    static var key: BlocKey<BookSyncBloc> { BlocKey("book-sync") }

    /// Creates a bloc; `ask` is `nil` if no user can be asked about a conflict.
    convenience init(
        service: any BookSyncService,
        manager: BlocManager,
        ask: (@Sendable (SyncConflict) async throws -> [String: ConflictSide])? = nil
    ) {
        self.init(
            name: Self.key.name,
            policy: .droppable,
            keepsContent: false,
            failure: { error, _ in Failure(error) },
            load: { event, emit in
                let report = try await service.synchronize(event.request, ask: ask) { emit.loading(.progress($0)) }
                if !event.request.isTrial { manager.broadcast(ContactsChanged()) }
                return .finished(report)
            }
        )
    }
}

enum BookSyncContent: Equatable, Codable, Sendable {
    case progress(SyncPassProgress)
    case finished(SyncReport)
}

/// Fills the store from the API and reports the progress; its content is the last progress stored.
///
/// Requests are ignored while a synchronization is running.
typealias SyncBloc = LoadBloc<RequestEvent<SyncRequest>, SyncProgress, SyncFailure>

extension SyncBloc {
    static var key: BlocKey<SyncBloc> { BlocKey("sync") }

    convenience init(service: any SyncService) {
        self.init(
            name: Self.key.name,
            policy: .droppable,
            keepsContent: false,
            failure: { SyncFailure(error: RepositoryError(shown: $0), stored: $1) },
            load: { event, emit in
                var last: SyncProgress?
                for try await progress in service.synchronize(event.request) {
                    last = progress
                    emit.loading(progress)
                }
                return last
            }
        )
    }
}

struct SyncFailure: Error, Equatable, Codable, Sendable {
    var error: RepositoryError
    /// The progress before the error, which remains stored; `nil` if nothing was stored.
    var stored: SyncProgress?
}
