import Bloc
import BlocKit
import Primitives
import Repository
import Services
import TerminalUI

extension BrowseStories {
    /// The pages of rows, and the frame of every page.
    static let rows = birthdays + duplicates + history + books + settings + log

    private static let failure = RepositoryError(
        .databaseBusy,
        "Another program is writing to the database. Try again."
    )

    /// A page of rows in the states that all of them have.
    private static func stories<Content, Row>(
        _ name: String,
        _ description: RowsDescription<Content, Row>,
        _ content: Content
    ) -> [Story] {
        func story(_ state: String, _ shown: ContentLoadState<Content, RepositoryError>) -> Story {
            Story("\(name)/\(state)") { RowsView(state: shown, description: description, selection: 0) }
        }
        return [
            story("data", .hasData(content)), story("loading", .loading()), story("empty", .noData),
            story("error", .error(failure)),
        ]
    }

    private static let birthdays = stories(
        "birthdays",
        .birthdays(),
        BirthdayList(
            birthdays: people.enumerated().map { index, contact in
                ContactBirthday(
                    id: contact.id,
                    name: contact.displayName,
                    birthday: contact.birthday ?? "",
                    next: "2027-01-0\(index + 1)",
                    days: index,
                    age: 30 + index
                )
            }
        )
    )

    private static let group = DuplicateGroup(
        contacts: Array(people.prefix(2)),
        reasons: ["the same e-mail address", "similar names"],
        score: 92,
        isCertain: true
    )

    private static let duplicates =
        stories("duplicates", .duplicates(), .found([group]))
        + [
            Story("duplicates/searching") {
                RowsView(
                    state: .loading(previous: DuplicateContent.searching(read: 3_000, total: 100_000)),
                    description: .duplicates(),
                    selection: 0
                )
            }
        ]

    /// A time that a clock on the wall shows alike everywhere, with so many seconds added.
    private static func date(_ seconds: Double) -> Date {
        let date = Date(timeIntervalSince1970: 1_790_000_000 + seconds)
        return date.addingTimeInterval(-Double(LocalTime.secondsFromUTC(at: date)))
    }

    private static let steps = ["edit", "add", "remove"].enumerated().map { index, title in
        HistoryStep(
            id: Int64(3 - index),
            title: title,
            date: date(-Double(index) * 3_600),
            isUndone: index == 0,
            contactCount: 1,
            contacts: [people[index].id],
            names: [people[index].displayName]
        )
    }

    private static let history =
        stories("history", .history(), steps)
        + [
            Story("history/step") {
                var changed = people[0]
                changed.email = "countess@example.org"
                let change = HistoryChange(id: changed.id, before: people[0], after: changed)
                let lines = HistoryLines.lines(of: HistoryDetail(step: steps[0], changes: [change]))
                return RowsView(
                    state: .hasData(steps),
                    description: .history(),
                    selection: 0,
                    panel: RowsPanel(title: "edit", lines: lines, first: 0)
                )
            },
            Story("history/question") {
                RowsView(
                    state: .hasData(steps),
                    description: .history(),
                    selection: 1,
                    over: QuestionView(title: "Undo", lines: ["Undo 1 step, down to “add”?"], yes: "Undo")
                )
            },
        ]

    private static let books = stories(
        "books",
        .books("home"),
        [
            BookRow(
                name: "people",
                isStandard: false,
                source: .api("embedded:"),
                database: "/home/ada/default.sqlite"
            ),
            BookRow(name: "home", isStandard: true, source: .none, database: "/home/ada/home.sqlite"),
        ]
    )

    private static let settings = stories(
        "settings",
        .settings,
        [
            ConfigurationEntry(key: "API_PAGE_SIZE", value: "50", origin: "DEV.xcconfig:12"),
            ConfigurationEntry(key: "API_ACCESS_TOKEN", value: Secret.placeholder, origin: "CONTACTS_API_ACCESS_TOKEN"),
            ConfigurationEntry(key: "THEME", value: "auto", origin: "built-in default"),
        ]
    )

    private static let happenings = [
        ("router#3", "opened", "current, back", LoggedTransition.Kind.transition),
        ("contact-browser#12", "located", "content: loading → hasData", .transition),
        ("contact-browser#12", "queryChanged", "request, total: some → none", .transition),
        ("BrowseCoordinator#4", "(effect)", "open", .effect),
        ("contact-form#14", "requested", "dropped: busy", .dropped),
        ("history#15", "undoRequested", "RepositoryError: database-busy", .error),
    ].enumerated().map { index, entry in
        LoggedTransition(
            number: index + 1,
            date: date(Double(index) / 8),
            kind: entry.3,
            bloc: entry.0,
            event: entry.1,
            change: entry.2,
            cause: index == 2 ? "router#3/1" : nil
        )
    }

    private static let log =
        stories("log", .log, happenings)
        + [
            Story("log/searching") {
                RowsView(
                    state: .hasData(happenings),
                    description: .log,
                    selection: 0,
                    search: RowSearch("browser", isTyping: true)
                )
            },
            Story("log/entry") {
                RowsView(
                    state: .hasData(happenings),
                    description: .log,
                    selection: 2,
                    panel: RowsPanel(title: "Log", lines: LogLines.lines(of: happenings[2]), first: 0)
                )
            },
        ]

    private static let table = ActionTable([
        PageAction(.open, "Open the contact", hint: "Open") {}, PageAction(.search, "Search", hint: "Search") {},
        PageAction("contact.new", "Write a new contact", hint: "New", keys: [.character("n")]) {},
        PageAction(.back, "Go back") {}, PageAction(.quit, "Quit", hint: "Quit") {},
    ])

    private static func screen(_ change: (inout BrowseView) -> Void = { _ in }) -> BrowseView {
        var state = ContactBrowserState(request: BrowseRequest())
        let rows = people.map { ListedContact(contact: $0, part: 0) }
        state.content = .hasData(ContactWindow(request: BrowseRequest(), rows: rows, offset: 0))
        state.total = people.count
        let list = ContactListView(state: state, input: nil)
        var view = BrowseView(title: "", tabs: BrowsePages.tabs.map(\.title), tab: 0, detail: "home", page: list)
        view.hints = table.actions.compactMap { action in action.hint.map { KeyHint(keys: action.keys, text: $0) } }
        change(&view)
        return view
    }

    /// The frame of every page, and the overlays.
    static let frame = [
        Story("screen/data") { screen() },
        Story("screen/titled") {
            screen {
                $0 = BrowseView(title: "Edit Ada Lovelace", tabs: $0.tabs, tab: 0, page: EmptyView(), hints: $0.hints)
            }
        },
        Story("screen/chooser") {
            screen { $0 = BrowseView(title: "Choose a contact", page: $0.page, hints: $0.hints) }
        },
        Story("screen/marked") { screen { $0.status = "2 marked:" } },
        Story("screen/working") { screen { $0.isWorking = true } },
        Story("screen/message") { screen { $0.notice = PageNotice("Saved Ada Lovelace.", .success) } },
        Story("screen/warning") { screen { $0.notice = PageNotice("The contacts are 2 days old.", .warning) } },
        Story("screen/failure") { screen { $0.notice = PageNotice("The network could not be reached.", .failure) } },
        Story("screen/long-message") {
            let text = "The address has a user or a password in it, which would be stored in the clear. Leave it out."
            return screen { $0.notice = PageNotice(text, .failure) }
        },
        Story("screen/keys") { screen { $0.overlay = PageOverlay.help(0).view(of: table) } },
        Story("screen/palette") {
            screen { $0.overlay = PageOverlay.palette(TextInput("con"), TerminalUI.ListPosition()).view(of: table) }
        },
        Story("screen/problem") {
            let lines = ProblemDetails.lines(of: failure, path: "/history", recent: happenings)
            return screen { $0.overlay = ProblemDetailsView(lines: lines) }
        },
        Story("not-found/page") { NotFoundView(path: "/nothing") },
    ]
}
