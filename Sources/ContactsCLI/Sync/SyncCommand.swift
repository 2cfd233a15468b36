import ArgumentParser
import Bloc
import Repository

/// `contacts sync`: fetches people from the API and shows the progress.
struct SyncCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Fetch people from the API and store them.",
        usage: "contacts sync [--results <number>] [--pages <number>] [--dry-run] [<options>]",
        discussion: """
            Fetches the first missing page and those after it, or all pages again when none is missing. Each page is \
            stored at once, so that it stays when a later one fails.

            EXAMPLES
              contacts sync
              contacts sync --results 500 --pages 10
            """
    )

    @Option(
        help: ArgumentHelp("People on a page, 1 to 5000. (default: API_PAGE_SIZE)", valueName: "number")
    )
    var results: Int?

    @Option(help: ArgumentHelp("The number of pages in all, 1 to 10000.", valueName: "number"))
    var pages: Int = 1

    @Flag(name: [.customShort("n"), .long], help: "Say what would be fetched, and fetch nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if let results, !(1...5_000).contains(results) {
            throw ValidationError("The value '\(results)' of --results is out of range. Give 1 to 5000.")
        }
        if !(1...10_000).contains(pages) {
            throw ValidationError("The value '\(pages)' of --pages is out of range. Give 1 to 10000.")
        }
    }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        @Injected(\.app.configuration) var configuration
        let bloc = blocs.sync()
        let messages = program.messages
        if let book = configuration.book, book.source == .none {
            messages.note("The book “\(book.name)” has no source; its contacts are your own. Nothing was fetched.")
            return .success
        }
        var report = NoticeReport(messages: messages)
        var meter = ProgressMeter(messages: messages)
        defer { meter.end() }

        let results = results ?? configuration.apiPageSize
        guard !dryRun else {
            messages.note(
                "Would fetch up to \(CountText.pages(pages)) of \(CountText.people(results)) from the API of "
                    + "\(configuration.environment.rawValue), and store them."
            )
            return .success
        }
        let answer = bloc.ask(.requested(SyncRequest(results: results, pages: pages)))
        for await case .loading(let progress?) in answer.states {
            report.tell(progress.notices)
            meter.show(ProgressLine(pages: progress.pagesDone, of: progress.pagesTotal, people: progress.people))
        }
        do {
            let progress = try await answer.content()
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
}
