import ArgumentParser
import Bloc
import Repository

/// `contacts list`: drives the list bloc from page to page and prints each as it comes.
struct ListCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the contacts.",
        usage: "contacts list [<term> ...] [--limit <number>] [--sort <key>] [--offline | --refresh] [<options>]",
        discussion: """
            The first time, and when the stored people are older than the cache time, a page of people is fetched. If \
            that fails, the stored ones are shown with a warning that tells their age.

            On a terminal the default is a table, elsewhere lines of values separated by tabs, without a header:
            \(TSVFormat.columns.joined(separator: ", ")).
            JSON is an array of objects with the keys id, name, gender, email, phone, cell, birthday, address, \
            nationality, picture, registered and edited, null where nothing is known.

            Terms narrow the list, and all of them must hold: a word is found at the beginning of any word, without \
            regard to case and accents; "two words" are exactly these; city:berlin looks in one field (name, email, \
            phone, city, country, nat, birthday, organization, note, group and others); -word leaves out who has it; \
            OR and parentheses choose.

            EXAMPLES
              contacts list --limit 20 --sort birthday
              contacts list city:berlin -nat:de
              contacts list 'name:"ada lovelace" OR org:acme' --birthday-within 30
              contacts list --offline --format json
              contacts list | cut -f 2-4
            """
    )

    @Option(help: ArgumentHelp("How to print; a table on a terminal, else tsv.", valueName: "format"))
    var format: ListFormat?

    @Option(help: ArgumentHelp("Print at most this many contacts.", valueName: "number"))
    var limit: Int?

    @Option(help: ArgumentHelp("The order.", valueName: "key"))
    var sort: ListOrder = .last

    @Flag(help: "Do not use the network.")
    var offline = false

    @Flag(help: "Fetch the people again first; fail when that fails.")
    var refresh = false

    @OptionGroup
    var selection: FilterOptions

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if let limit, limit < 1 {
            throw ValidationError("The value '\(limit)' of --limit is too small. Give 1 or more.")
        }
        if offline, refresh {
            throw ValidationError("--offline and --refresh contradict each other. Give one of them.")
        }
    }

    func run(in program: Program) async throws -> ExitStatus {
        let filter = try selection.filter()
        @Injected(\.blocs) var blocs
        @Injected(\.configuration) var configuration
        let bloc = blocs.contactList()
        var format = (format ?? .standard(for: program.screen)).writer(for: program.screen)
        var report = NoticeReport(messages: program.messages)
        var shown = 0

        bloc.add(
            .started(
                ContactListRequest(sort: sort.sort, filter: filter, limit: limit, policy: policy(configuration))
            )
        )
        for await state in bloc.states {
            switch state.phase {
            case .initial, .loading:
                continue
            case .data(let page):
                guard page.number > shown else { continue }
                shown = page.number
                report.tell(state.notices)
                // Asked for before this page is printed, so that the next is read meanwhile; never more than one ahead.
                if page.next != nil { bloc.add(.nextPageRequested) }
                try program.output.write(format.page(page.contacts))
                try program.output.flush()
                guard page.next == nil else { continue }
                try program.output.write(format.end())
                return report.status
            case .empty:
                report.tell(state.notices)
                program.messages.note(emptyNote)
                try program.output.write(format.end())
                return report.status
            case .failure(let error):
                throw error
            }
        }
        throw CancellationError()
    }

    private var emptyNote: String {
        if !selection.isEmpty { return "No contacts match." }
        return offline ? "No contacts. Fetch some with: contacts sync" : "No contacts."
    }

    private func policy(_ configuration: AppConfiguration) -> CachePolicy {
        if offline { return .cacheOnly }
        if refresh { return .networkOnly }
        return .cacheFirst(maxAge: configuration.cacheTTL)
    }
}
