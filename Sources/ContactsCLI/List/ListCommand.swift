import ArgumentParser
import Bloc
import BlocFiles
import BlocKit
import Exchange
import Primitives
import Repository

struct ListCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the contacts.",
        usage:
            "contacts list [<term> ...] [--limit <number>] [--next] [--sort <key>] [--offline | --refresh] [<options>]",
        discussion: """
            On first use, and if the stored people are older than the cache time, a page of people is fetched. If that \
            fails, the stored ones are printed with a warning that shows how old they are.

            The default is a table on a terminal, and tab-separated values without a header elsewhere:
            \(ListFormat.columns.map(\.name).joined(separator: ", ")).
            JSON is an array of objects with every field of a contact, null for missing values; --fields chooses the fields.

            Terms narrow the list, and all of them must match: a word matches any word that contains it, ignoring case \
            and accents; "two words" match exactly; city:berlin searches one field (name, email, phone, city, country, \
            nat, birthday, organization, note, group and others); NOT word excludes contacts with the word; OR and \
            parentheses combine terms.

            EXAMPLES
              contacts list --limit 20 --sort birthday
              contacts list --sort -last --updated-since 7d
              contacts list --next          Twenty more of these.
              contacts list city:berlin NOT nat:de
              contacts list 'name:"ada lovelace" OR org:acme' --birthday-within 30
              contacts list --offline --format json
              contacts list | cut -f 2-4
            """,
        aliases: ["ls"]
    )

    static let isPaged = true
    static let books = BookScope.together

    @OptionGroup var output: OutputOptions

    @Flag(help: "Exit with 1 when no contact matches.")
    var failIfEmpty = false

    @Option(help: .value("number", "Print at most this many contacts."))
    var limit: Int?

    @Flag(help: "Continue where the last list stopped, with its order, filters and limit.")
    var next = false

    @Option(
        parsing: .unconditional,
        help: .value("key", "The order, by default by last name; -last and the like reverse it.")
    )
    var sort: ListOrder?

    @OptionGroup var network: NetworkOptions

    @OptionGroup var selection: FilterOptions

    func check() throws {
        try OptionNumber.check(limit, of: "--limit")
        if next, network.refresh {
            throw ValidationError("--next continues the last list, and --refresh starts a new one. Give one of them.")
        }
    }

    func run(in program: Program) async throws -> ExitStatus {
        let last = next ? blocs.listPosition().state.value : nil
        let choice = selection.isEmpty ? nil : selection.choice
        let start =
            try last?.continued(order: sort, choice: choice, limit: limit)
            ?? ListPosition(order: sort ?? .last, choice: selection.choice, limit: limit)
        var reached: ListPosition?
        let result = await Result(awaiting: {
            try await show(from: start, isContinuation: last != nil, in: program, &reached)
        })
        // Save it even after an error: continuing the list must not print these contacts again.
        if let reached { await blocs.listPosition().remember(reached) }
        return try result.get()
    }

    private func show(
        from start: ListPosition,
        isContinuation: Bool,
        in program: Program,
        _ reached: inout ListPosition?
    ) async throws -> ExitStatus {
        let configuration = app.configuration
        var format = try output.writer(for: program.screen, namesBook: configuration.isAllBooks)
        // Continuing refers to the list as it was printed, which a fetched page could have changed.
        let request = try start.request(policy: isContinuation ? .cacheOnly : network.policy(configuration))
        guard !isContinuation || start.next != nil else {
            program.messages.note(Self.endNote)
            try program.output.write(format.end())
            return failIfEmpty ? .failure : .success
        }
        var hasOwn = false
        var hasInvented = false
        let (count, status) = try await blocs.contactList().read(request, program.messages) { contacts, list in
            try program.output.write(format.page(contacts))
            try program.output.flush()
            hasOwn = hasOwn || contacts.contains { $0.origin != .source || $0.isEdited }
            hasInvented = hasInvented || contacts.contains { $0.origin == .source }
            reached = start.moved(to: list.info?.continuation)
        }
        if count == 0 {
            program.messages.note(isContinuation ? Self.endNote : emptyNote(configuration))
            reached = start.moved(to: nil)
        }
        try program.output.write(format.end())
        try program.output.flush()
        tellWithoutSource(configuration, program.messages)
        var isTold = false
        if configuration.isDemonstration, !configuration.isAllBooks, hasInvented {
            isTold = await tellOnce(program.messages)
        }
        if !isTold, program.screen.isTerminal, count > 0, !hasOwn, !isContinuation, selection.isEmpty {
            program.messages.note(Self.beginning)
        }
        return count == 0 && failIfEmpty ? .failure : status
    }

    /// Prints, once per store, that its people are invented, and returns whether it did so now.
    private func tellOnce(_ messages: MessagePrinter) async -> Bool {
        let cubit = blocs.demonstration()
        guard !messages.isQuiet, !cubit.state.value else { return false }
        messages.note(DemonstrationCubit.notice)
        await cubit.remember(true)
        return true
    }

    private func tellWithoutSource(_ configuration: AppConfiguration, _ messages: MessagePrinter) {
        guard network.refresh, !configuration.usesAPI, let book = configuration.book else { return }
        messages.note(
            book.source.isTwoWay
                ? "Nothing was fetched: contacts sync synchronizes the book “\(book.name)”."
                : "Nothing was fetched: the book “\(book.name)” has no source; its contacts are your own."
        )
    }

    /// The hint printed on a terminal while all contacts come from the API.
    private static let beginning =
        "These people were fetched; none is yours yet. Begin with: contacts add, or contacts import FILE. "
        + "More: contacts help"

    private static let endNote = "No more contacts: the last list was complete."

    private func emptyNote(_ configuration: AppConfiguration) -> String {
        if !selection.isEmpty { return "No contacts match." }
        // Additions need a single book: if none is named, they go into one of the user's own.
        let begin = configuration.isAllBooks ? { "contacts \($0)" } : configuration.command
        let (add, file) = (begin("add"), begin("import FILE"))
        return network.offline && configuration.usesAPI
            ? "No contacts. Fetch some with: \(configuration.command("sync")); begin your own with: \(add), or \(file)"
            : "No contacts. Begin with: \(add), or \(file)"
    }
}

struct NetworkOptions: ParsableArguments, Sendable {
    @Flag(help: "Do not use the network.")
    var offline = false

    @Flag(help: "Fetch people first, and fail if that fails.")
    var refresh = false

    func validate() throws {
        if offline, refresh {
            throw ValidationError("--offline and --refresh contradict each other. Give one of them.")
        }
    }

    func policy(_ configuration: AppConfiguration) -> CachePolicy {
        if offline { return .cacheOnly }
        if refresh { return .networkOnly }
        return .cacheFirst(maxAge: configuration.cacheTTL)
    }
}

enum ListOrder: String, CaseIterable, Codable, ExpressibleByArgument {
    case last
    case first
    case birthday
    case lastReversed = "-last"
    case firstReversed = "-first"
    case birthdayReversed = "-birthday"

    /// The data layer's sort order, without the direction.
    var sort: ContactSort {
        switch self {
        case .last, .lastReversed: .last
        case .first, .firstReversed: .first
        case .birthday, .birthdayReversed: .birthday
        }
    }

    var isReversed: Bool { rawValue.hasPrefix("-") }
}

/// Remembers a value across runs.
final class RememberedCubit<Value: Codable & Equatable & Sendable>: Cubit {
    /// Not `Encodable`, and so not recorded: a replay has no earlier run.
    struct State: Equatable, Sendable {
        var value: Value
    }

    let runtime: CubitRuntime<RememberedCubit>
    private let emit: CubitEmitter<RememberedCubit>

    init(_ key: BlocKey<RememberedCubit>, initially value: Value, storage: any HydrationStorage, errors: ErrorService) {
        (runtime, emit) = CubitRuntime.make(initialState: State(value: value), name: key.name) { cubit in
            cubit.hydrate(CodableHydration(key: key.name, storage: storage, saving: \.value))
            cubit.observer = ErrorReporter(errors: errors)
        }
    }

    /// Sets the value and saves it.
    ///
    /// The error service reports a failure to save; then only later runs lack the value.
    func remember(_ value: Value) async {
        emit(State(value: value))
        try? await flush()
    }
}

/// The position up to which the last list was printed; `nil` before the first list.
typealias ListPositionCubit = RememberedCubit<ListPosition?>

extension ListPositionCubit {
    static var key: BlocKey<ListPositionCubit> { BlocKey("list-position") }
}

/// Whether the user was told that the embedded server's people are invented.
typealias DemonstrationCubit = RememberedCubit<Bool>

extension DemonstrationCubit {
    static var key: BlocKey<DemonstrationCubit> { BlocKey("demonstration") }

    /// The notice shown once per store.
    static var notice: String {
        "These people are invented: they come from the server inside this program, as a demonstration. What you "
            + "add or import goes into a book of your own."
    }
}

/// The position where a list stopped, with everything needed to continue it.
struct ListPosition: Codable, Equatable, Sendable {
    var order: ListOrder
    var choice: FilterChoice
    /// The maximum number of contacts that was requested; `nil` for all.
    var limit: Int?
    /// The cursor of the next contact; `nil` if all were listed.
    var next: String?

    /// Returns the position for continuing the list; arguments that are `nil` keep their previous values.
    func continued(order: ListOrder?, choice: FilterChoice?, limit: Int?) throws(Failure) -> ListPosition {
        guard order.map({ $0 == self.order }) ?? true, choice.map(self.choice.asksSame) ?? true else {
            throw Failure(
                .usage,
                "The last list had a different order or filters, so --next cannot continue it. Give --next without "
                    + "them, or start a new list without --next."
            )
        }
        var start = self
        start.limit = limit ?? self.limit
        return start
    }

    func moved(to next: PageCursor?) -> ListPosition {
        var position = self
        position.next = next?.rawValue
        return position
    }

    func request(policy: CachePolicy) throws -> ContactListRequest {
        ContactListRequest(
            sort: order.sort,
            isReversed: order.isReversed,
            filter: try choice.filter(),
            after: next.map(PageCursor.init(rawValue:)),
            limit: limit,
            policy: policy
        )
    }
}

extension DisplayedError {
    /// Describes why a bloc's state couldn't be read or saved.
    init(_ error: HydrationError) {
        let what =
            switch error.code {
            case .unreadable: "The saved position in the last list cannot be read"
            case .newerVersion: "The saved position in the last list is from a newer version of this program"
            case .corrupt, .cannotMoveAside: "The saved position in the last list is damaged"
            default: "The position in the list couldn't be saved"
            }
        let cause = (error.underlying as? RepositoryError).map { ": \($0.message)" }
        self.init(title: "Not saved", message: what + (cause ?? "."))
    }
}

struct SearchCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Print the contacts that match.",
        usage: "contacts search <term> ... [--limit <number>] [--sort <key>] [--format <format>] [<options>]",
        discussion: """
            All terms must match: a word matches the start of any word, and its inside from three letters on, ignoring \
            case and accents; three digits match in a telephone number; "two words" match exactly; city:berlin \
            searches one field (name, email, phone, city, country, nat, birthday, organization, note, group and \
            others); NOT word excludes contacts with the word; AND, OR and parentheses combine terms.

            The formats are those of contacts list. No match is an empty result, not a failure.

            EXAMPLES
              contacts search ada lovelace
              contacts search city:berlin NOT nat:de
              contacts search 'name:"ada lovelace" OR org:acme' --format json
              contacts search group:friends | cut -f 4
            """,
        aliases: ["find"]
    )

    static let isPaged = true
    static let books = BookScope.together

    @OptionGroup var selection: FilterOptions

    @OptionGroup var output: OutputOptions

    @Flag(help: "Exit with 1 when no contact matches.")
    var failIfEmpty = false

    @Option(help: .value("number", "Print at most this many contacts."))
    var limit: Int?

    @Option(parsing: .unconditional, help: .value("key", "The order; -last and the like reverse it."))
    var sort: ListOrder = .last

    @OptionGroup var network: NetworkOptions

    func check() throws {
        try OptionNumber.check(limit, of: "--limit")
        if selection.isEmpty {
            throw ValidationError(
                "There is no term to search for. Give one, such as a name; contacts list prints all contacts."
            )
        }
    }

    func run(in program: Program) async throws -> ExitStatus {
        let configuration = app.configuration
        let start = ListPosition(order: sort, choice: selection.choice, limit: limit)
        let request = try start.request(policy: network.policy(configuration))
        var format = try output.writer(for: program.screen, namesBook: configuration.isAllBooks)
        let (count, status) = try await blocs.contactList().read(request, program.messages) { contacts, _ in
            try program.output.write(format.page(contacts))
            try program.output.flush()
        }
        if count == 0 { program.messages.note("No contacts match.") }
        try program.output.write(format.end())
        return count == 0 && failIfEmpty ? .failure : status
    }
}
