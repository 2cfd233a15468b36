import Bloc
import BlocKit
import Primitives
import Repository
import Services
import TerminalUI

/// Every view of `contacts browse` in every state, for viewing and testing.
enum BrowseStories {
    static let book = Storybook(contactList + contact + forms + firstStart + dialogs + rows + frame + Storybook.parts)

    static func list(_ position: TerminalUI.ListPosition) -> ListView {
        ListView(count: book.names.count, position: position) { ListRow([StyledText(book.names[$0])]) }
    }

    private static let failure = RepositoryError(
        .databaseBusy,
        "Another program is writing to the database. Try again."
    )

    // MARK: Samples

    static let people: [Contact] = {
        let names = [
            ("Ada", "Lovelace"), ("Grace", "Hopper"), ("Zoë", "D’Argent"), ("愛", "田中"),
            ("Karl-Friedrich", "Maximilian von und zu Hohenstein"),
        ]
        return names.enumerated().map { index, name in
            var contact = Contact(
                id: ContactID(rawValue: "3fa2000\(index)"),
                name: PersonName(first: name.0, last: name.1),
                email: "person\(index)@example.org",
                phone: "+41 44 000 00 0\(index)",
                birthday: "18\(index)5-12-10",
                address: PostalAddress(
                    street: "\(index + 1) Example Street",
                    city: "London",
                    postcode: "W1",
                    country: "United Kingdom"
                ),
                origin: .local
            )
            contact.isFavorite = index == 1
            contact.categories = ["Friends"]
            contact.urls = ["https://example.org/\(index)"]
            contact.note = "Likes engines.\nCalls on Mondays."
            return contact
        }
    }()

    private static func menu(_ purpose: GroupMenu.Purpose, typed: String = "") -> PaletteView {
        let names = [("Colleagues", 12), ("Family", 4), ("Friends", 1)]
        var menu = GroupMenu(purpose, groups: names.map { StoreOverview.Group(name: $0.0, contacts: $0.1) })
        _ = menu.type(.paste(typed))
        return menu.view
    }

    private static func over(_ view: any TerminalView, _ dialog: any TerminalView) -> any TerminalView {
        DrawnView { canvas in
            canvas.draw(view)
            canvas.draw(dialog)
        }
    }

    // MARK: Stories

    private static func list(
        _ state: String,
        _ request: ListRoute = ListRoute(),
        typed: String? = nil,
        isJumping: Bool = false,
        over dialog: (any TerminalView)? = nil,
        _ change: (inout ContactBrowserState) -> Void = { _ in }
    ) -> Story {
        var shown = ContactBrowserState(request: request)
        let rows = people.map { ListedContact(contact: $0, part: 0) }
        shown.content = .hasData(ContactWindow(request: request, rows: rows, selection: 1, offset: 0))
        shown.total = people.count
        change(&shown)
        let view = ContactListView(state: shown, input: typed.map { TextInput($0) }, isJumping: isJumping)
        return Story("list/\(state)", dialog.map { over(view, $0) } ?? view)
    }

    private static let contactList = [
        list("data"),
        list("searching", ListRoute(query: "gra"), typed: "gra"),
        list("marked") { $0.marks = [people[0].id, people[2].id] },
        list("sorted-and-grouped", ListRoute(sort: .birthdayReversed, group: "Friends")),
        list("problem", ListRoute(query: "city:"), typed: "city:"),
        list("letter", isJumping: true),
        list(
            "question",
            over: QuestionView("Remove", "Remove Ada Lovelace?", note: "u undoes it.", yes: "Remove", isDangerous: true)
        ),
        list("groups", over: menu(.showing(now: "Friends"))),
        list("group-new", over: menu(.adding([people[0].id, people[2].id]), typed: "club")) {
            $0.marks = [people[0].id, people[2].id]
        },
        list("groups-counting", over: GroupMenu(.showing(now: nil)).view),
        list("export", over: ContactExport.view(TextInput("friends.vcf"), count: 2)),
        list("all-books") {
            let rows = people.enumerated().map { index, contact in
                var contact = contact
                contact.book = index % 2 == 0 ? "home" : "work"
                return ListedContact(contact: contact, part: 0)
            }
            $0.content = .hasData(ContactWindow(request: ListRoute(), rows: rows, selection: 1, offset: 0))
        },
        list("loading") { $0.content = .loading() },
        list("loading-again") { $0.content = $0.content.reloading },
        list("empty") { ($0.content, $0.total) = (.noData, 0) },
        list("no-match", ListRoute(query: "xyz")) { ($0.content, $0.total) = (.noData, 0) },
        list("error") { ($0.content, $0.total) = (.error(failure), nil) },
    ]

    private static func contact(
        _ state: String,
        _ content: ContentLoadState<Contact, RepositoryError>,
        selection: Int = 0,
        code: [String]? = nil
    ) -> Story {
        let view = ContactPageView(state: content, selection: selection, today: "2026-11-26", code: code)
        return Story("contact/\(state)", view)
    }

    private static let contact = [
        contact("data", .hasData(people[0]), selection: 3),
        contact("favorite", .hasData(people[1])),
        contact("long-name", .hasData(people[4]), selection: 1),
        contact("code", .hasData(people[0]), code: ContactCode.texts(of: people[0])),
        contact("loading", .loading()), contact("empty", .noData), contact("error", .error(failure)),
    ]

    private static let forms: [Story] = {
        func form(_ state: String, _ content: ContentLoadState<ContactForm, RepositoryError>) -> Story {
            Story("form/\(state)", ContactFormView(state: content))
        }
        var (problem, changed) = (ContactForm(people[0]), ContactForm(people[0]))
        problem.moveTo(problem.rows.firstIndex { $0.label == "Birthday" } ?? 0)
        _ = problem.type(.paste("tomorrow"))
        _ = problem.checkAll()
        _ = changed.type(.paste("Countess"))
        let lines = DifferenceLines.styled(changed.difference)
        let question = QuestionView(title: "Save these changes?", lines: lines, yes: "Save")
        return [
            form("data", .hasData(ContactForm(people[0]))),
            form("new", .hasData(ContactForm(Contact(id: ContactID(rawValue: ""), origin: .local)))),
            form("problem", .hasData(problem)),
            Story("form/difference", over(ContactFormView(state: .hasData(changed)), question)),
            form("loading", .loading()), form("empty", .noData), form("error", .error(failure)),
        ]
    }()

    private static let firstStart: [Story] = {
        func firstStart(_ state: String, _ view: FirstStartView) -> Story { Story("first-start/\(state)", view) }
        let server = form(.server, ["https://dav.example.org/", "ada", "secret"], asksName: false) {
            $0.fail(Failure(.noPermission, "The server does not accept the user and the password."))
        }
        return [
            firstStart("choice", FirstStartView()), firstStart("book", FirstStartView(form: BookForm(.own))),
            firstStart("file", FirstStartView(form: form(.file, ["~/contacts.vcf"], asksName: false))),
            firstStart("server", FirstStartView(form: server)),
            firstStart("working", FirstStartView(activity: FirstStartChoice.all[3].title)),
        ]
    }()

    private static func form(
        _ kind: BookForm.Kind,
        _ texts: [String],
        asksName: Bool = true,
        _ change: (inout BookForm) -> Void = { _ in }
    ) -> BookForm {
        var form = BookForm(kind, asksName: asksName)
        for (index, text) in texts.enumerated() {
            form.moveTo(index)
            _ = form.type(.paste(text)) { text, _ in text }
        }
        change(&form)
        return form
    }

    static let dialogs: [Story] = {
        let details = ["https://dav.example.org/ada/home/  Home", "https://dav.example.org/ada/club/  Club"]
        let failure = Failure(.usage, "The account has 2 address books. Choose one.", details: details)
        let choice = form(.server, ["work", "https://dav.example.org/", "ada"]) { $0.fail(failure) }
        let busy = form(.password("work"), []) { $0.activity = "Synchronizing: 120 of 500 contacts" }
        let (theme, problem) = (EditableSetting.all[0], "THEME is “pink”. Use auto, dark or light.")
        return [
            Story("books/new", BookForm(.own).dialog),
            Story("books/server", form(.server, ["work", "ada@example.org"]).dialog),
            Story("books/choice", choice.dialog),
            Story("books/synchronizing", busy.dialog, elapsed: .milliseconds(300)),
            Story("settings/edit", theme.view(TextInput("light"))),
            Story("settings/problem", theme.view(TextInput("pink"), problem: problem)),
        ]
    }()

    // MARK: Rows and frames

    static let rows = birthdays + duplicates + history + books + settings + log

    /// Returns stories for a rows page in the states that all such pages share.
    private static func stories<Row>(
        _ name: String,
        _ description: RowsDescription<Row>,
        _ content: [Row],
        activity: String = "Loading"
    ) -> [Story] {
        [
            rows("\(name)/data", description, .hasData(content)), rows("\(name)/empty", description, .noData),
            rows("\(name)/loading", description, .loading()) { $0.activity = activity },
            rows("\(name)/error", description, .error(failure)),
        ]
    }

    private static func rows<Row>(
        _ name: String,
        _ description: RowsDescription<Row>,
        _ state: ContentLoadState<[Row], RepositoryError>,
        over dialog: (any TerminalView)? = nil,
        _ change: (inout RowsView<Row>) -> Void = { _ in }
    ) -> Story {
        var view = RowsView(state: state, description: description)
        change(&view)
        return Story(name, dialog.map { over(view, $0) } ?? view)
    }

    private static let birthdays = stories(
        "birthdays",
        .birthdays(),
        people.enumerated().map { index, contact in
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

    private static let group = DuplicateGroup(
        contacts: Array(people.prefix(2)),
        reasons: ["the same e-mail address", "similar names"],
        score: 92
    )

    private static let duplicates =
        stories("duplicates", .duplicates(), [group], activity: "Comparing the contacts") + [
            rows("duplicates/searching", .duplicates(), .loading()) {
                $0.activity = "Comparing the contacts: 3000 of 100000"
            }
        ]

    /// Returns a fixed local time plus a number of seconds, the same in every time zone.
    private static func date(_ seconds: Double) -> Date {
        let date = Date(timeIntervalSince1970: 1_790_000_000 + seconds)
        return date.addingTimeInterval(-Double(LocalTime.secondsFromUTC(at: date)))
    }

    private static let steps = ["edit", "add", "remove"].enumerated().map { index, title in
        var step = HistoryStep(id: Int64(3 - index), title: title, date: date(-Double(index) * 3_600))
        step.isUndone = index == 0
        step.contactCount = 1
        step.contacts = [people[index].id]
        step.names = [people[index].displayName]
        return step
    }

    private static let history: [Story] = {
        var changed = people[0]
        changed.email = "countess@example.org"
        let change = HistoryChange(id: changed.id, before: people[0], after: changed)
        let lines = HistoryLines.lines(of: HistoryDetail(step: steps[0], changes: [change]))
        let question = QuestionView(title: "Undo", lines: ["Undo 1 step, down to “add”?"], yes: "Undo")
        return stories("history", .history(), steps) + [
            rows("history/step", .history(), .hasData(steps)) { $0.panel = RowsPanel(title: "edit", lines: lines) },
            rows("history/question", .history(), .hasData(steps), over: question) { $0.selection = 1 },
        ]
    }()

    private static let books = stories(
        "books",
        .books("home"),
        [
            BookRow(name: "people", isStandard: false, source: .api("embedded:"), database: "/home/ada/default.sqlite"),
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
        stories("log", .log, happenings) + [
            rows("log/searching", .log, .hasData(happenings)) { $0.search = RowSearch("browser", isTyping: true) },
            rows("log/entry", .log, .hasData(happenings)) {
                $0.selection = 2
                $0.panel = RowsPanel(title: "Log", lines: LogLines.lines(of: happenings[2]))
            },
        ]

    private static let table = ActionTable([
        PageAction(id: "open", title: "Open the contact", hint: "Open", keys: [.enter]) {},
        PageAction(id: "search", title: "Search", hint: "Search", keys: ["/"]) {},
        PageAction(id: "contact.new", title: "Create a new contact", hint: "New", keys: ["n"]) {},
        PageAction(id: "back", title: "Go back", keys: [.escape]) {},
        PageAction(id: "quit", title: "Quit", hint: "Quit", keys: ["q"]) {},
    ])

    static let frame: [Story] = {
        let list = Self.list("data") { $0.follow(.selected(0)) }.view
        let (tabs, hints) = (BrowsePages.tabs.map(\.title), table.hints)
        func screen(_ state: String, _ change: (inout BrowseView) -> Void = { _ in }) -> Story {
            var view = BrowseView(title: "", tabs: tabs, tab: 0, detail: "home", page: list, hints: hints)
            change(&view)
            return Story("screen/\(state)", view)
        }
        let titled = BrowseView(title: "Edit Ada Lovelace", tabs: tabs, tab: 0, page: DrawnView(), hints: hints)
        let text = "The address has a user or a password in it, which would be stored in the clear. Leave it out."
        let problem = ProblemDetails.lines(of: failure, path: "/history", recent: happenings)
        return [
            screen("data"), Story("screen/titled", titled),
            Story("screen/chooser", BrowseView(title: "Choose a contact", page: list, hints: hints)),
            screen("marked") { $0.status = "2 marked:" },
            screen("working") { $0.isWorking = true },
            screen("message") { $0.notice = PageNotice("Saved Ada Lovelace.", .success) },
            screen("warning") { $0.notice = PageNotice("The contacts are 2 days old.", .warning) },
            screen("failure") { $0.notice = PageNotice("The network could not be reached.", .danger) },
            screen("long-message") { $0.notice = PageNotice(text, .danger) },
            screen("keys") { $0.overlay = PageOverlay.help(0).view(of: table) },
            screen("palette") { $0.overlay = PageOverlay.palette(PaletteInput("con")).view(of: table) },
            screen("problem") { $0.overlay = PageOverlay.details(problem, 0).view(of: table) },
            Story("not-found/page", NotFoundPage.view("/nothing")),
        ]
    }()
}
