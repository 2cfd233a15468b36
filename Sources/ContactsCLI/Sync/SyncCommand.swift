import ArgumentParser
import Bloc
import Repository

/// `contacts sync`: drives the synchronisation bloc and shows how far it is.
struct SyncCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Fetch people from the API and store them.",
        usage: "contacts sync [--results <number>] [--pages <number>] [<options>]",
        discussion: """
            Fetches the first page that is missing here and those after it; all pages again when none is missing. Each \
            page is stored at once, so that what was fetched stays when the rest fails.

            EXAMPLES
              contacts sync
              contacts sync --results 500 --pages 10
            """
    )

    @Option(
        help: ArgumentHelp("How many people a page has, 1 to 5000. (default: API_PAGE_SIZE)", valueName: "number")
    )
    var results: Int?

    @Option(help: ArgumentHelp("How many pages to have, 1 to 10000.", valueName: "number"))
    var pages: Int = 1

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
        var report = NoticeReport(messages: messages)
        var meter = ProgressMeter(messages: messages)
        defer { meter.end() }

        let results = results ?? configuration.apiPageSize
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
                    "\(pages), \(CountText.people(stored.people)) stored before this went wrong; sync again to go on."
                )
            }
            throw failure.error
        }
    }
}
