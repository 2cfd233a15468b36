import ArgumentParser
import Bloc
import BlocKit
import Exchange
import Primitives
import Repository
import Services
import TerminalUI

struct HistoryCommand: CommandFamily {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Print recent changes.",
        usage: "contacts history [<contact>] [--limit <number>] [--format <format>] [<options>]",
        discussion: """
            With a contact, prints a line for each of its changed fields: the step, its time and title, the field, and \
            the old and new values, including versions that lost in a conflict. contacts restore brings one back.

            The latest step comes first. An undone step stays until the next change. contacts history show STEP prints \
            what a step changed, and contacts history conflicts which versions lost in a sync.

            The default is a table with local times on a terminal, and tab-separated values without a header \
            elsewhere: \(Report.history.lines.names.joined(separator: ", ")).
            JSON is an array of objects with the keys step, date (in UTC), title, contacts, ids and names (at most 10 of \
            each), undone and changes, which says what was replaced in the first contacts.

            EXAMPLES
              contacts history
              contacts history 'Ada Lovelace'
              contacts history show 12
              contacts history --limit 100 --format json
            """,
        subcommands: [HistoryListCommand.parsed, HistoryShowCommand.parsed, HistoryConflictsCommand.parsed],
        defaultSubcommand: HistoryListCommand.parsed
    )

    @OptionGroup var global: GlobalOptions
}

struct HistoryListCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print recent changes, or those of a contact; the same as without list.",
        usage: "contacts history [<contact>] [--limit <number>] [--format <format>] [<options>]",
        discussion: """
            For more, see contacts help history.

            EXAMPLES
              contacts history
              contacts history 'Ada Lovelace'
            """
    )

    static let isPaged = true
    static let books = BookScope.joined

    @Argument(help: ContactSelection.help, completion: ContactSelection.completion)
    var contact: String?

    @Option(help: .value("number", "Print at most this many steps."))
    var limit = 20

    @OptionGroup var output: ReportOptions

    func check() throws { try OptionNumber.check(limit, of: "--limit") }

    func run(in program: Program) async throws -> ExitStatus {
        let calendar = app.calendar
        if let contact {
            let person = try await ContactPast.find(contact, for: .showing, to: "Show", in: program).contact
            let past = try await ContactPast(of: person)
            let rows = past.rows(limit: limit)
            if rows.isEmpty {
                program.messages.note("The history has no changes to \(ContactNames.nameAndBook(of: person)).")
            }
            try program.print(rows, as: .past(calendar), output)
            let left = past.revisions.count - limit
            if left > 0 { program.messages.note("\(left) earlier changes are left out; --limit prints more.") }
            return .success
        }
        let steps = try await blocs.history().content(of: .requested(limit: limit, showsChanges: true)).steps
        if steps.isEmpty { program.messages.note("Nothing has been changed here yet.") }
        // Earlier steps exist, or existed once.
        if let newest = steps.first, newest.book == nil, newest.id > steps.count {
            let all = try await blocs.history().content(of: .requested(limit: HistoryStep.keptCount)).steps
            if let first = all.last, first.id > 1 || all.count * 10 >= HistoryStep.keptCount * 9 {
                program.messages.note(
                    "The history goes back to \(calendar.text(of: first.date)); the last \(HistoryStep.keptCount) "
                        + "steps are kept."
                )
            }
        }
        let report = Report.history(calendar).namingBook(steps.contains { $0.book != nil }) { $0.book }
        return try program.print(steps, as: report, output)
    }
}

extension Report where Row == HistoryStep {
    static var history: Report { history(WallCalendar()) }

    /// A report of the history's steps; for people, times are local.
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
                TextColumn(title: "STEP", narrowest: 4): { String($0.id) },
                TextColumn(title: "DATE", narrowest: 16, dropPriority: 1): { calendar.text(of: $0.date) },
                TextColumn(title: "TITLE", narrowest: 6): { $0.title },
                TextColumn(title: "WHAT", narrowest: 10): { $0.what },
                TextColumn(title: "UNDONE", narrowest: 6, dropPriority: 2): { $0.isUndone ? "yes" : "" },
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
    /// The contacts' names; only the first if there are many.
    var who: String {
        switch note {
        case .fetch(let people)?: return "\(CountText.people(people)) from the API"
        case .transfer(let link)?: return "\(names(of: link.count)) \(link.isOrigin ? "to" : "from") “\(link.book)”"
        case .shared?, nil: return names(of: contactCount)
        }
    }

    var what: String {
        guard let changes, !changes.isEmpty else { return who }
        let more = contactCount - changes.count
        return changes.joined(separator: "; ") + (more > 0 ? " and \(more) more" : "")
    }

    /// Returns the latest steps and the values they replaced.
    static func history(of service: any HistoryService, limit: Int) async throws -> [HistoryStep] {
        var steps = try await service.history(limit: limit)
        for index in steps.indices where steps[index].contactCount > 0 {
            steps[index].changes = try await changes(in: service.step(steps[index].id, limit: changeLimit))
        }
        return steps
    }

    /// Reports the changes that the last step made to its first contacts, unless that step was already known.
    static func tellLast(in program: Program, after known: Int64?) async throws {
        @Injected(\.app.history) var service
        guard !program.messages.isQuiet, let step = try await service.history(limit: 1).first, step.id != known
        else { return }
        // The first contacts may be new ones, which have no changes.
        let changes = try await changes(in: service.step(step.id, limit: 1_000))
        for change in changes.prefix(changeLimit) { program.messages.note("Updated \(change).") }
        if changes.count > changeLimit { program.messages.note("contacts history show \(step.id) has the others.") }
    }

    /// The maximum number of contacts per step whose changes are listed.
    private static let changeLimit = 3

    /// Returns the changes that a step made to each of its first contacts.
    private static func changes(in detail: HistoryDetail) -> [String] {
        detail.changes.compactMap { change in
            guard let old = change.before, let new = change.after, old != new else { return nil }
            return EditReport.text(of: ContactUpdate(old: old, new: new))
        }
    }

    /// Whether the step fetched people from an API.
    var isFetch: Bool { if case .fetch? = note { true } else { false } }

    private func names(of count: Int) -> String {
        let named = zip(contacts, names).map { id, name in name.isEmpty ? id.rawValue : name }
        guard !named.isEmpty else { return CountText.contacts(count) }
        let shown = named.prefix(count > 4 ? 3 : 4)
        let more = count - shown.count
        return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    var summary: String { "\(title) (\(who))" }
}

extension WallCalendar {
    /// Returns the local time as `YYYY-MM-DDTHH:MM:SS`, which starts with the day; empty if the year can't be
    /// represented.
    func stamp(of date: Date) -> String {
        let local = UTCDate.timestamp(of: date.addingTimeInterval(Double(offset(date)))) ?? ""
        return String(local.prefix(19))
    }

    func text(of date: Date) -> String { String(stamp(of: date).prefix(16)).replacing("T", with: " ") }
}

extension UTCDate {
    /// Returns the time in UTC with milliseconds, in ISO 8601; `nil` if the year can't be represented.
    static func timestamp(of date: Date) -> String? {
        guard let milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) else { return nil }
        return UTCDate(milliseconds: milliseconds)?.timestamp
    }
}

struct HistoryShowCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print what a step changed: contacts, and old and new values.",
        usage: "contacts history show <step> [--limit <number>] [--format <format>] [<options>]",
        discussion: """
            contacts history prints the step numbers.

            JSON is an array of objects, one for each field that was changed, with the keys id, name, change (added, \
            changed or removed), field, old and new; CSV and TSV have these columns.

            EXAMPLES
              contacts history show 12
              contacts history show 12 --format json
            """
    )

    static let isPaged = true
    static let books = BookScope.joined

    @Argument(help: .value("step", "The number of the step."))
    var step: Int64

    @Option(help: .value("number", "Print at most this many contacts."))
    var limit = 100

    @OptionGroup var output: ReportOptions

    func check() throws { try OptionNumber.check(limit, of: "--limit") }

    func run(in program: Program) async throws -> ExitStatus {
        guard case .detailed(let detail) = try await blocs.history().content(of: .stepRequested(step, limit: limit))
        else { throw CancellationError() }
        let format = output.format(for: program.screen, standard: program.screen.isTerminal ? .text : nil)
        if format == .text, output.fields.names == nil {
            try program.output.write(Self.text(of: detail, app.calendar))
        } else {
            let rows = detail.changes.flatMap(FieldChange.changes)
            try program.print(rows, as: .fieldChanges, output)
        }
        let more = detail.step.contactCount - detail.changes.count
        if detail.changes.count == limit, more > 0 {
            program.messages.note("\(CountText.contacts(more)) left out; give a larger --limit.")
        }
        return .success
    }

    /// Returns the step as text for people: each contact, followed by its fields.
    private static func text(of detail: HistoryDetail, _ calendar: WallCalendar) -> String {
        let step = detail.step
        var text =
            "Step \(step.id), \(calendar.text(of: step.date)): \(step.title)\(step.isUndone ? " (undone)" : "")\n"
        for change in detail.changes {
            let name = FieldChange.name(of: change)
            text += "\n\(name.isEmpty ? change.id.rawValue : name), \(change.kind)\n"
            for change in FieldChange.changes(of: change) { text += change.lines.map { "  \($0)\n" }.joined() }
        }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { TerminalText.sanitized(String($0)) }
            .joined(separator: "\n")
    }
}

extension HistoryChange {
    fileprivate var kind: String {
        switch (before, after) {
        case (nil, _?): "added"
        case (_?, nil): "removed"
        case (nil, nil), (_?, _?): "changed"
        }
    }
}

/// A field that a step of the history changed.
struct FieldChange: Equatable, Sendable {
    var id: ContactID
    var name: String
    var change: String
    var field: String
    var old: String
    var new: String

    /// Returns the fields affected by a change to one contact, in the order of the field table.
    static func changes(of change: HistoryChange) -> [FieldChange] {
        let name = name(of: change)
        return ContactField.ofCards.compactMap { field in
            let old = change.before.map { text(of: field, $0) } ?? ""
            let new = change.after.map { text(of: field, $0) } ?? ""
            guard old != new else { return nil }
            return FieldChange(id: change.id, name: name, change: change.kind, field: field.name, old: old, new: new)
        }
    }

    /// Returns the display name after the change, or before it if the contact was removed.
    static func name(of change: HistoryChange) -> String {
        (change.after ?? change.before)?.displayName ?? ""
    }

    /// The change in lines for people: old → new, or a line diff for long texts.
    var lines: [String] {
        func quoted(_ text: String) -> String { text.isEmpty ? "nothing" : "“\(text)”" }
        guard old.contains("\n") || new.contains("\n") else {
            switch change {
            case "added": return ["\(field): \(quoted(new))"]
            case "removed": return ["\(field): \(quoted(old))"]
            default: return ["\(field): \(quoted(old)) → \(quoted(new))"]
            }
        }
        let texts = [old, new].map { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
        return ["\(field):"] + LineDiff.lines(from: old.isEmpty ? [] : texts[0], to: new.isEmpty ? [] : texts[1])
    }

    private static func text(of field: ContactField, _ contact: Contact) -> String {
        func labelled(_ text: String, _ types: [String]) -> String {
            types.isEmpty ? text : "\(text) (\(types.joined(separator: ", ")))"
        }
        if field == .photo, case .data(_, let base64)? = contact.photo {
            return labelled(field.text(of: contact), ["\(base64.utf8.count * 3 / 4) bytes"])
        }
        if field.name == "lines" {
            let lines = contact.lines.filter { !ofFields.contains(CardStatement.name(of: $0)) }
            return lines.map(shortened).joined(separator: "; ")
        }
        return field.values(of: contact).map { labelled($0.value, $0.types) }.joined(separator: "; ")
    }

    /// Properties that aren't listed as kept lines: those that fields are read from, and metadata of the card.
    private static let ofFields: Set<String> = [
        "FN", "N", "NICKNAME", "TEL", "EMAIL", "ADR", "LABEL", "ORG", "TITLE", "ROLE", "NOTE", "BDAY", "ANNIVERSARY",
        "URL", "CATEGORIES", "PHOTO", "GENDER", "PRONOUNS", "UID", "REV", "PRODID", "VERSION",
    ]

    /// Returns a card's line, abbreviated if it is long, such as a picture, which people can't read anyway.
    private static func shortened(_ line: String) -> String {
        line.utf8.count > 1_000 ? "\(line.prefix(60))… (\(line.utf8.count) bytes)" : line
    }
}

extension Report where Row == FieldChange {
    static var fieldChanges: Report {
        Report([
            Column("id") { .text($0.id.rawValue) }, Column("name") { .text($0.name) },
            Column("change") { .text($0.change) }, Column("field") { .text($0.field) },
            Column("old") { OutputValue(unlessEmpty: $0.old) }, Column("new") { OutputValue(unlessEmpty: $0.new) },
        ])
    }
}

struct HistoryConflictsCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "conflicts",
        abstract: "Print the versions of contacts that lost in sync conflicts.",
        usage: "contacts history conflicts [--limit <number>] [--format <format>] [<options>]",
        discussion: """
            With --conflict ours, theirs or newest, contacts sync keeps one of two versions of a field and stores the \
            other; the last 1000 are kept, the latest first. With --conflict both, no version loses.

            JSON is an array of objects, one for each field in which the version differs from the current contact, \
            with the keys date (in UTC), id, name, field, lost, now, and card, the whole version as a vCard, which \
            contacts import reads; CSV and TSV have these columns.

            EXAMPLES
              contacts --book work history conflicts
              contacts --book work history conflicts --format json
            """
    )

    static let isPaged = true

    @Option(help: .value("number", "Print at most this many versions."))
    var limit = 20

    @OptionGroup var output: ReportOptions

    func check() throws { try OptionNumber.check(limit, of: "--limit") }

    func run(in program: Program) async throws -> ExitStatus {
        let versions = try await app.lostVersions.lostVersions(limit: limit)
        if versions.isEmpty { program.messages.note("No version of a contact has lost in a conflict.") }
        return try program.print(versions.flatMap(LostField.fields), as: .lostFields(app.calendar), output)
    }
}

/// A field whose value in a discarded version differs from the contact's current one.
struct LostField: Equatable, Sendable {
    var version: LostVersion
    /// The discarded value and the contact's current one; `nil` if the version no longer differs.
    var change: FieldChange?

    /// Returns the fields of a version, at least one row.
    static func fields(of version: LostVersion) -> [LostField] {
        let changes = FieldChange.changes(of: version.change)
        if changes.isEmpty { return [LostField(version: version)] }
        return changes.map { LostField(version: version, change: $0) }
    }
}

extension Report where Row == LostField {
    static func lostFields(_ calendar: WallCalendar) -> Report {
        Report(
            [
                Column("date") { .text(UTCDate.timestamp(of: $0.version.date) ?? "") },
                Column("id") { .text($0.version.contact.rawValue) }, Column("name") { .text($0.version.name) },
                Column("field") { OutputValue($0.change?.field) },
                Column("lost") { OutputValue(unlessEmpty: $0.change?.old ?? "") },
                Column("now") { OutputValue(unlessEmpty: $0.change?.new ?? "") },
                Column("card") { .text($0.version.card) },
            ],
            table: Table([
                TextColumn(title: "TIME", narrowest: 16, dropPriority: 1): { calendar.text(of: $0.version.date) },
                TextColumn(title: "NAME", narrowest: 10): { $0.version.name },
                TextColumn(title: "FIELD", narrowest: 8): { $0.change?.field ?? "" },
                TextColumn(title: "LOST", narrowest: 10): { $0.change?.old ?? "" },
                TextColumn(title: "NOW", narrowest: 10): { $0.change?.new ?? "" },
            ])
        )
    }
}
