import ArgumentParser
import Bloc
import BlocKit
import Primitives
import Repository
import Services

struct HistoryCommand: CommandFamily {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Print the last changes.",
        usage: "contacts history [<contact>] [--limit <number>] [--format <format>] [<options>]",
        discussion: """
            With a contact, a line for each of its fields that was changed: the step, its time and title, the field, and the \
            old and the new value; also of versions that lost in a conflict. contacts restore brings one of them back.

            The last step comes first. A step that is undone stays until the next change. contacts history show STEP \
            prints what a step changed, and contacts history conflicts which versions lost in a synchronization.

            On a terminal the default is a table with local times, elsewhere lines of values separated by tabs, without a \
            header: \(Report.history.lines.names.joined(separator: ", ")).
            JSON is an array of objects with the keys step, date (in UTC), title, contacts, ids and names (at most 10 of \
            each), undone and changes, which says what was replaced in the first contacts.

            EXAMPLES
              contacts history
              contacts history 'Ada Lovelace'
              contacts history show 12
              contacts history --limit 100 --format json
            """,
        subcommands: [HistoryListCommand.self, HistoryShowCommand.self, HistoryConflictsCommand.self],
        defaultSubcommand: HistoryListCommand.self
    )

    @OptionGroup
    var global: GlobalOptions
}

struct HistoryListCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the last changes, or those of a contact; the same as without list.",
        usage: "contacts history [<contact>] [--limit <number>] [--format <format>] [<options>]",
        discussion: """
            contacts help history says more.

            EXAMPLES
              contacts history
              contacts history 'Ada Lovelace'
            """
    )

    static let isPaged = true
    static let books = BookScope.joined

    @Argument(help: ContactSelection.help, completion: ContactSelection.completion)
    var contact: String?

    @Option(help: ArgumentHelp("Print at most this many steps.", valueName: "number"))
    var limit = 20

    @OptionGroup
    var output: ReportOptions

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        try StepCount.validate(limit, of: "--limit")
    }

    func run(in program: Program) async throws -> ExitStatus {
        @Injected(\.blocs) var blocs
        @Injected(\.app.calendar) var calendar
        if let contact {
            let person = try await ContactPast.find(contact, for: .showing, to: "Show", in: program).contact
            let past = try await ContactPast(of: person)
            let rows = past.rows(limit: limit)
            if rows.isEmpty {
                program.messages.note("The history has no change of \(ContactNames.nameAndBook(of: person)).")
            }
            try program.output.write(output.bytes(of: rows, as: .past(calendar), for: program.screen))
            let left = past.stepCount - limit
            if left > 0 { program.messages.note("\(left) earlier changes are left out; --limit prints more.") }
            return .success
        }
        let steps = try await blocs.history().content(of: .requested(limit: limit, showsChanges: true)).steps
        if steps.isEmpty { program.messages.note("Nothing was changed here yet.") }
        // There are earlier ones, or were.
        if let newest = steps.first, newest.book == nil, newest.id > steps.count {
            let all = try await blocs.history().content(of: .requested(limit: HistoryStep.keptCount)).steps
            if let first = all.last, first.id > 1 || all.count * 10 >= HistoryStep.keptCount * 9 {
                program.messages.note(
                    "The history reaches back to \(calendar.text(of: first.date)); the last \(HistoryStep.keptCount) steps are kept."
                )
            }
        }
        let report = Report.history(calendar).namingBook(steps.contains { $0.book != nil }) { $0.book }
        try program.output.write(output.bytes(of: steps, as: report, for: program.screen))
        return .success
    }
}

extension Report where Row == HistoryStep {
    static var history: Report { history(WallCalendar()) }

    /// The steps of the history, for people with the times of the calendar.
    static func history(_ calendar: WallCalendar) -> Report {
        let columns: [Column] = [
            Column("step") { .number(Int($0.id)) }, Column("date") { .text(UTCDate.timestamp(of: $0.date) ?? "") },
            Column("title") { .text($0.title) }, Column("contacts") { .number($0.contactCount) },
            Column("ids") { OutputValue($0.contacts.map(\.rawValue)) }, Column("names") { OutputValue($0.names) },
            Column("undone") { .flag($0.isUndone) }, Column("changes") { OutputValue($0.changes ?? []) },
        ]
        return Report(
            columns,
            lines: ["step", "date", "title", "contacts", "undone", "names", "changes"],
            table: Table([
                TableColumn("STEP", narrowest: 4) { String($0.id) },
                TableColumn("DATE", narrowest: 16, dropPriority: 1) { calendar.text(of: $0.date) },
                TableColumn("TITLE", narrowest: 6) { $0.title },
                TableColumn("WHAT", narrowest: 10) { $0.what },
                TableColumn("UNDONE", narrowest: 6, dropPriority: 2) { $0.isUndone ? "yes" : "" },
            ]),
            text: { step, screen in
                LabelledLines.text(
                    [
                        ("Step", String(step.id)), ("Date", calendar.text(of: step.date)), ("Title", step.title),
                        ("What", step.what), ("Undone", step.isUndone ? "yes" : ""),
                    ],
                    on: screen
                )
            }
        )
    }
}

extension HistoryStep {
    /// The contacts by their names, the first of many.
    var who: String {
        switch note {
        case .fetch(let people)?: return "\(CountText.people(people)) from the API"
        case .transfer(let link)?: return "\(names(of: link.count)) \(link.isOrigin ? "to" : "from") “\(link.book)”"
        case .shared?, nil: return names(of: contactCount)
        }
    }

    /// What was replaced, or else who was changed.
    var what: String {
        guard let changes, !changes.isEmpty else { return who }
        let more = contactCount - changes.count
        return changes.joined(separator: "; ") + (more > 0 ? " and \(more) more" : "")
    }

    /// The last steps with what they replaced.
    static func history(of service: any HistoryService, limit: Int) async throws -> [HistoryStep] {
        var steps = try await service.history(limit: limit)
        for index in steps.indices where steps[index].contactCount > 0 {
            steps[index].changes = try await changes(in: service.step(steps[index].id, limit: changeLimit))
        }
        return steps
    }

    /// Says what the last step replaced in its first contacts, unless it is the one that was known before.
    static func tellLast(in program: Program, after known: Int64?) async throws {
        @Injected(\.app.history) var service
        guard !program.messages.isQuiet, let step = try await service.history(limit: 1).first, step.id != known
        else { return }
        // The first may be new ones.
        let changes = try await changes(in: service.step(step.id, limit: 1_000))
        for change in changes.prefix(changeLimit) { program.messages.note("Updated \(change).") }
        if changes.count > changeLimit { program.messages.note("contacts history show \(step.id) has the others.") }
    }

    /// The maximum number of contacts of a step whose changes are listed.
    private static let changeLimit = 3

    /// What a step replaced in each of its first contacts.
    private static func changes(in detail: HistoryDetail) -> [String] {
        detail.changes.compactMap { change in
            guard let old = change.before, let new = change.after, old != new else { return nil }
            return EditReport.text(of: ContactUpdate(old: old, new: new))
        }
    }

    /// Whether it fetched people from an API.
    var isFetch: Bool { if case .fetch? = note { true } else { false } }

    private func names(of count: Int) -> String {
        let named = zip(contacts, names).map { id, name in name.isEmpty ? id.rawValue : name }
        guard !named.isEmpty else { return CountText.contacts(count) }
        let shown = named.prefix(count > 4 ? 3 : 4)
        let more = count - shown.count
        return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    /// The title and who was changed, in one line.
    var summary: String { "\(title) (\(who))" }
}

extension WallCalendar {
    /// The local time as `YYYY-MM-DDTHH:MM:SS`, of which a day is the beginning; empty for a time outside of the years
    /// that can be shown.
    func stamp(of date: Date) -> String {
        let local = UTCDate.timestamp(of: date.addingTimeInterval(Double(secondsFromUTC(at: date)))) ?? ""
        return String(local.prefix(19))
    }

    /// The local time to the minute, for people.
    func text(of date: Date) -> String { String(stamp(of: date).prefix(16)).replacing("T", with: " ") }
}

extension UTCDate {
    /// The time in UTC with milliseconds, as ISO 8601 has it; `nil` outside of the years that it knows.
    static func timestamp(of date: Date) -> String? {
        guard let milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) else { return nil }
        return UTCDate(milliseconds: milliseconds)?.timestamp
    }
}
