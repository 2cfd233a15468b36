import Bloc
import Primitives
import Repository
import Services
import TerminalUI

/// The pages that are rows of what the services answer.
@MainActor
enum RowsPages {
    /// The next birthdays.
    static func birthdays(_ context: PageContext) -> any Page {
        let app = context.app
        let request = BirthdayRequest(today: app.calendar.today, policy: .cacheOnly)
        let bloc = context.bloc(BirthdayBloc.key) { BirthdayBloc(service: app.birthdays) }
        return RowsPage(
            .birthdays(namesBook: app.configuration.isAllBooks),
            context,
            bloc: bloc,
            request: .requested(request)
        ) { row, context in
            context.report(.contactChosen(row.id))
        }
    }

    /// Contacts that look like one person.
    static func duplicates(_ context: PageContext) -> any Page {
        let app = context.app
        let bloc = context.bloc(DuplicateBloc.key) { DuplicateBloc(service: app.duplicates, manager: app.manager) }
        weak var page: RowsPage<DuplicateEvent, DuplicateContent, DuplicateGroup>?
        let made = RowsPage(
            .duplicates(namesBook: app.configuration.isAllBooks),
            context,
            bloc: bloc,
            request: .searched
        ) { row, _ in
            page?.merge(row.contacts.map(\.id))
        } more: { page in
            [
                PageAction("duplicates.contact", "Open the first contact of the group", keys: [.character("o")]) {
                    [weak page] in
                    if let id = page?.selected?.contacts.first?.id { page?.context.report(.contactChosen(id)) }
                }
            ]
        }
        page = made
        return made
    }

    /// The history of changes.
    static func history(_ context: PageContext) -> any Page {
        let app = context.app
        let service = app.history
        // Not the bloc that undoes: the steps stay in view while one of them is undone and they are read again.
        let bloc = context.bloc(BlocKey<RepositoryLoadBloc<SourceEvent, [HistoryStep]>>("history-page")) {
            RepositoryLoadBloc(key: BlocKey("history-page"), policy: .restartable) { _, _ in
                try await HistoryStep.history(of: service, limit: 500)
            }
        }
        weak var page: RowsPage<SourceEvent, [HistoryStep], HistoryStep>?
        let made = RowsPage(
            .history(namesBook: app.configuration.isAllBooks),
            context,
            bloc: bloc,
            request: .requested
        ) { row, context in
            context.run {
                try await service.step(row.id, limit: 100)
            } then: { detail in
                if let detail { page?.show(row.title, HistoryLines.lines(of: detail)) }
            }
        } more: { page in
            [
                PageAction(
                    "history.undoTo",
                    "Undo everything down to this step",
                    hint: "Undo to here",
                    keys: [.character("U")]
                ) {
                    [weak page] in if let page { undo(to: page) }
                }
            ]
        }
        page = made
        return made
    }

    private static func undo(to page: RowsPage<SourceEvent, [HistoryStep], HistoryStep>) {
        guard let selected = page.selected else { return }
        guard !selected.isUndone else {
            return page.context.tell(PageNotice("This step is undone already."))
        }
        // Also the steps that a search leaves out are undone on the way.
        let later = page.allRows.prefix { $0.id != selected.id }.count { !$0.isUndone }
        let count = later + 1
        let steps = count == 1 ? "1 step" : "\(count) steps"
        let view = QuestionView(
            title: "Undo",
            lines: [
                StyledText("Undo \(steps), down to “\(selected.title)”?"), StyledText("Ctrl-R redoes.", style: .dim),
            ],
            yes: "Undo"
        )
        let (context, history) = (page.context, Blocs(app: page.context.app).history())
        page.ask(view) {
            context.run {
                try await history.content(of: .undoRequested(steps: count))
            } then: { content in
                if let content { context.tell(HistoryNotice.notice(content, "undo")) }
            }
        }
    }

    /// The address books.
    static func books(_ context: PageContext, _ sources: BrowseSources) -> any Page {
        let bloc = context.bloc(BlocKey<RepositoryLoadBloc<SourceEvent, [BookRow]>>("books-page")) {
            RepositoryLoadBloc<SourceEvent, [BookRow]>(key: BlocKey("books-page"), policy: .restartable) { _, _ in
                try sources.books()
            }
        }
        let shown = context.app.configuration.isAllBooks ? Book.allName : context.app.configuration.book?.name
        return RowsPage(.books(shown), context, bloc: bloc, request: .requested) { row, context in
            if row.name == shown { context.report(.pageChosen(.home)) } else { context.restart(row.name) }
        } more: { _ in
            [
                PageAction("books.all", "Show all books together", hint: "All books", keys: [.character("a")]) {
                    [weak context] in context?.restart(Book.allName)
                }
            ]
        }
    }

    /// The settings and where they come from.
    static func settings(_ context: PageContext, _ sources: BrowseSources) -> any Page {
        let bloc = context.bloc(BlocKey<RepositoryLoadBloc<SourceEvent, [ConfigurationEntry]>>("settings-page")) {
            RepositoryLoadBloc<SourceEvent, [ConfigurationEntry]>(
                key: BlocKey("settings-page"),
                policy: .restartable
            ) { _, _ in try sources.settings() }
        }
        weak var page: RowsPage<SourceEvent, [ConfigurationEntry], ConfigurationEntry>?
        let made = RowsPage(.settings, context, bloc: bloc, request: .requested) { row, _ in
            let lines = [("Value", row.value), ("From", row.origin)].map { label, text in
                StyledText(label + "  ", style: .label) + StyledText(text)
            }
            page?.show(row.key, lines)
        } more: { page in
            [
                PageAction("settings.copy", "Copy the setting", hint: "Copy", keys: [.character("y")]) { [weak page] in
                    if let row = page?.selected { page?.context.copy("\(row.key) = \(row.value)") }
                }
            ]
        }
        page = made
        return made
    }
}

/// The data of the program that pages show besides the book.
struct BrowseSources {
    /// The address books.
    var books: @Sendable () throws -> [BookRow] = { [] }
    /// The settings.
    var settings: @Sendable () throws -> [ConfigurationEntry] = { [] }
    /// Writes contacts to files.
    var files = ContactFiles()
    /// The log of the blocs.
    var log = TransitionLog()
    /// The page in place of the list while there is no data; `nil` shows the list.
    var firstPage: (@MainActor (PageContext) -> (any Page)?)?
}

/// The events of the blocs for such data.
enum SourceEvent: Equatable, Sendable {
    /// The data was requested.
    case requested
}

extension RowsDescription {
    /// The column of the book, where rows are of several.
    fileprivate static func bookColumn(_ isNamed: Bool) -> [ListColumn] {
        isNamed ? [ListColumn("Book", .flexible(weight: 1, minimum: 6), from: 20)] : []
    }
}

extension RowsDescription where Content == BirthdayList, Row == ContactBirthday {
    /// The next birthdays.
    static func birthdays(namesBook: Bool = false) -> RowsDescription {
        RowsDescription(
            title: "Birthdays",
            columns: [
                ListColumn("Next", .fixed(10)), ListColumn("In", .fixed(9), from: 40), ListColumn("Name"),
                ListColumn("Age", .fixed(4), from: 50),
            ] + bookColumn(namesBook),
            empty: EmptyMessage("No contact has a birthday."),
            opens: "Open the contact",
            rows: \.birthdays,
            cells: { row in
                let days = row.days == 0 ? "today" : row.days == 1 ? "tomorrow" : "\(row.days) days"
                return ListRow([
                    StyledText(row.next), StyledText(days, style: row.days < 8 ? .accent : .dim), StyledText(row.name),
                    StyledText(row.age.map(String.init) ?? "", style: .dim), StyledText(row.book ?? "", style: .label),
                ])
            }
        )
    }
}

extension RowsDescription where Content == DuplicateContent, Row == DuplicateGroup {
    /// Contacts that look like one person.
    static func duplicates(namesBook: Bool = false) -> RowsDescription {
        RowsDescription(
            title: "Duplicates",
            columns: [
                ListColumn("Alike", .fixed(5)), ListColumn("Contacts", .flexible(weight: 2)),
                ListColumn("Because of", .flexible(weight: 2), from: 60),
            ] + bookColumn(namesBook),
            empty: EmptyMessage("No two contacts look like one person."),
            opens: "Show what merging would make",
            rows: { content in
                if case .found(let groups) = content { groups } else { nil }
            },
            cells: { group in
                ListRow([
                    StyledText("\(group.score) %", style: group.isCertain ? .success : .dim),
                    StyledText(ContactNames.list(group.contacts)),
                    StyledText(group.reasons.joined(separator: ", "), style: .dim),
                    StyledText(group.contacts.first?.book ?? "", style: .label),
                ])
            },
            activity: { content in
                guard case .searching(let read, let total)? = content else { return "Comparing the contacts" }
                return "Comparing the contacts: \(read) of \(total)"
            }
        )
    }
}

extension RowsDescription where Content == [HistoryStep], Row == HistoryStep {
    /// The history of changes.
    static func history(namesBook: Bool = false) -> RowsDescription {
        RowsDescription(
            title: "History",
            columns: [
                ListColumn("When", .fixed(16), from: 50), ListColumn("What", .fixed(8)),
                ListColumn("Contacts", .flexible(weight: 2)),
            ] + bookColumn(namesBook),
            empty: EmptyMessage("Nothing was changed yet."),
            opens: "Show what was changed",
            rows: { $0 },
            cells: { step in
                let style: Style = step.isUndone ? .dim.with(.strikethrough) : .plain
                return ListRow([
                    StyledText(HistoryLines.time(step.date), style: .dim), StyledText(step.title, style: style),
                    StyledText(step.what, style: style), StyledText(step.book ?? "", style: .label),
                ])
            }
        )
    }
}

extension RowsDescription where Content == [BookRow], Row == BookRow {
    /// The address books; the name is that of the one that is shown.
    static func books(_ shown: String?) -> RowsDescription {
        RowsDescription(
            title: "Books",
            columns: [
                ListColumn("Name", .flexible(weight: 1)), ListColumn("Source", .fixed(8)),
                ListColumn("Address", .flexible(weight: 2), from: 60),
            ],
            empty: EmptyMessage("There are no books."),
            opens: "Show the book",
            rows: { $0 },
            cells: { row in
                ListRow(
                    [
                        StyledText(
                            row.name + (row.isStandard ? " (default)" : ""),
                            style: row.name == shown ? .accent : .plain
                        ),
                        StyledText(row.source.kind, style: .dim), StyledText(row.source.shownAddress, style: .dim),
                    ],
                    isMarked: row.name == shown
                )
            }
        )
    }
}

extension RowsDescription where Content == [ConfigurationEntry], Row == ConfigurationEntry {
    /// The settings.
    static var settings: RowsDescription {
        RowsDescription(
            title: "Settings",
            columns: [
                ListColumn("Setting", .fixed(20)), ListColumn("Value", .flexible(weight: 2)),
                ListColumn("From", .flexible(weight: 2), from: 60),
            ],
            empty: EmptyMessage("There are no settings."),
            opens: "Show the setting whole",
            rows: { $0 },
            cells: {
                ListRow([StyledText($0.key, style: .label), StyledText($0.value), StyledText($0.origin, style: .dim)])
            }
        )
    }
}

/// The history in lines.
enum HistoryLines {
    /// Returns the changes of a step to each contact.
    static func lines(of detail: HistoryDetail) -> [StyledText] {
        var lines: [StyledText] = []
        for change in detail.changes {
            if !lines.isEmpty { lines.append("") }
            switch (change.before, change.after) {
            case (let before?, let after?):
                lines.append(StyledText(ContactNames.name(of: after), style: .heading))
                lines += DifferenceLines.styled(ContactDiff.lines(from: before, to: after))
            case (nil, let after?):
                lines.append(StyledText("Added \(ContactNames.name(of: after))", style: .success))
            case (let before?, nil):
                lines.append(StyledText("Removed \(ContactNames.name(of: before))", style: .danger))
            case (nil, nil): break
            }
        }
        let more = detail.step.contactCount - detail.changes.count
        if more > 0 { lines.append(StyledText("and \(more) more", style: .dim)) }
        return lines
    }

    /// The local time of a step, to the minute.
    static func time(_ date: Date) -> String {
        let local = date.addingTimeInterval(Double(LocalTime.secondsFromUTC(at: date)))
        return local.formatted(
            .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false)
        )
        .prefix(16).description
    }
}
