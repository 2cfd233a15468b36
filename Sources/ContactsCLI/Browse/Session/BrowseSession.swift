import Bloc
import BlocKit
import Repository
import Services
import TerminalUI

/// The ways to end `contacts browse`.
enum BrowseEnd: Equatable, Sendable {
    /// The user quits, or a signal ends the program: then with its status.
    case quit(status: Int32)
    /// A contact was chosen; `nil` when the choice was left.
    case chosen(ContactID?)
    /// Another book is to be shown, on this page of it.
    case book(String, Route)
}

/// The full-screen program: one page at a time, the keys of every page, and what lies over a page.
///
/// It runs on the main actor. Slow work is in blocs and services, so that a key is never waited for.
@MainActor
final class BrowseSession: PageSession {
    let app: AppDependencies
    let isChooser: Bool
    let router: RouterBloc
    /// The page that is shown.
    private(set) var page: any Page = BlankPage()
    /// The overlay on the page: help or the palette.
    private(set) var overlay: PageOverlay?
    /// The notice at the bottom.
    private(set) var notice: PageNotice?
    /// The way in which the program ended.
    private(set) var end: BrowseEnd?
    /// The theme of now.
    var theme: Theme { surroundings.theme() }
    /// The size of the screen when it was drawn last.
    var size = Size(columns: 80, rows: 24)

    private let surroundings: SessionSurroundings
    /// The book that is begun with the first contact.
    private var begunBook: BegunBook?
    private let work: AppContext
    private let watch: StoreWatchBloc
    private let browsing = FlowBloc(BrowseCoordinator())
    private let picking = FlowBloc(PickCoordinator())
    private let subscriptions = Subscriptions()
    private lazy var input = InputQueue { [weak self] in
        guard let self else { return false }
        return overlay?.takesText ?? page.takesText
    } waits: { [weak self] event in
        guard let self else { return false }
        return event == .key(.enter) && overlay == nil && !page.isCurrent
    } _: { [weak self] event, target in
        self?.handle(event, at: target)
        self?.needsDrawing()
        return self?.context?.takeSent() ?? []
    }
    private var tasks: [Task<Void, Never>] = []
    private var context: PageContext?
    /// The receipt of the last page that was asked for.
    private var routed: Receipt?
    private var pageCount = 0
    private var shown: Route?
    /// Whether the next page begins with its search.
    private var isSearching = false
    /// The positions at which pages were left.
    private var places: [Route: Contact] = [:]

    /// Creates a session, which shows the router's page.
    init(
        app: AppDependencies,
        isChooser: Bool = false,
        router: RouterBloc,
        watch: StoreWatchBloc,
        surroundings: SessionSurroundings
    ) {
        self.app = app
        self.isChooser = isChooser
        self.router = router
        self.watch = watch
        self.surroundings = surroundings
        begunBook = surroundings.begunBook
        work = AppContext(errors: ErrorService(translate: { ShownFailure(Failure($0)) }))
    }

    /// Opens the first page, and begins to watch the store.
    func begin() {
        subscriptions.add(
            work.errors.observe { [weak self] error in
                Task { @MainActor in self?.tell(PageNotice(error.message, .failure)) }
            }
        )
        subscriptions.bind(work.loading) { [weak self] _ in self?.needsDrawing() }
        subscriptions.bind(watch) { [weak self] _ in self?.needsDrawing() }
        follow(browsing)
        follow(picking)
        tasks.append(
            Task { @MainActor [weak self, effects = watch.effects] in
                for await notice in effects { self?.tell(notice) }
            }
        )
        subscriptions.add(router.bind(\.current) { [weak self] in self?.show($0) })
    }

    private func follow<Coordinator>(_ flow: FlowBloc<Coordinator>) {
        tasks.append(
            Task { @MainActor [weak self, effects = flow.effects] in
                for await direction in effects {
                    self?.go(direction)
                    _ = await self?.routed?.outcome
                    self?.input.pageShown()
                }
            }
        )
    }

    /// Closes the page and everything that the session began.
    func close() async {
        subscriptions.unbind()
        input.close()
        await context?.leave()
        context = nil
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        await browsing.close()
        await picking.close()
        await work.loading.close()
    }

    // MARK: Pages

    private func show(_ route: Route) {
        guard route != shown else { return }
        var begun: String?
        if shown == .newContact, let book = begunBook {
            begunBook = nil
            guard case .contact = route else { return finish(.book(book.before, .home)) }
            begun = try? book.keep()
        }
        defer {
            if let begun {
                tell(PageNotice([notice?.text, begun].compactMap(\.self).joined(separator: " "), .success))
            }
        }
        leave()
        pageCount += 1
        shown = route
        if case .contacts(let list) = route, let book = list.book, book != bookName {
            finish(.book(book, .contacts(ListRoute(query: list.query, sort: list.sort, group: list.group))))
        }
        let context = PageContext(app: app, number: pageCount, work: work, place: places[route], session: self)
        self.context = context
        page = surroundings.makePage(route, context)
        overlay = nil
        if isSearching, case .contacts = route { ActionTable(page.actions).action(FixedKey.search.rawValue)?.perform() }
        isSearching = false
        if case .contacts(let list) = route, list.book == bookName { renamed(route.inItsBook) }
        needsDrawing()
    }

    /// Ends the subscriptions of the page at once; its blocs close meanwhile.
    private func leave() {
        guard let context, let shown else { return }
        if let place = page.place { places[shown] = place }
        context.unbind()
        tasks.append(Task { await context.leave() })
    }

    /// The name of the book that is shown.
    var bookName: String { app.configuration.isAllBooks ? Book.allName : app.configuration.book?.name ?? "" }

    /// The page is the same under another path, such as a list with another query.
    func renamed(_ route: Route) {
        shown = route
        router.add(.replaced(route))
    }

    func go(_ direction: FlowDirection) {
        switch direction {
        case .open(let route): routed = router.add(.opened(route))
        case .replace(let route):
            routed = router.add(.replaced(route))
            // The same path may be another page now, such as the list after the first start.
            if shown == route {
                leave()
                shown = nil
                show(route)
            }
        case .back where router.state.back.isEmpty: tell(PageNotice("This is the first page. Press q to quit."))
        case .back: routed = router.add(.wentBack)
        case .finish(let id): finish(.chosen(id))
        // The page that reported the step does the work.
        case .begin: break
        }
        needsDrawing()
    }

    func report(_ step: FlowStep) {
        if case .newContactChosen = step {
            do {
                if let book = try surroundings.ownBook() { return restart(book, .newContact) }
            } catch {
                return tell(PageNotice(Failure(error).message, .warning))
            }
        }
        if isChooser { report(step, to: picking) } else { report(step, to: browsing) }
    }

    private func report<Coordinator>(_ step: FlowStep, to flow: FlowBloc<Coordinator>) {
        var coordinator = flow.state
        if coordinator.follow(step) != nil { input.expectPage() }
        flow.add(step)
    }

    func restart(_ book: String, _ route: Route) { finish(.book(book, route)) }

    private func finish(_ end: BrowseEnd) {
        guard self.end == nil else { return }
        self.end = end
        input.close()
        surroundings.stop(end)
    }

    // MARK: Saying

    func needsDrawing() {
        surroundings.redraw()
        input.goOn()
    }

    func tell(_ notice: PageNotice) {
        self.notice = notice
        needsDrawing()
    }

    func copy(_ text: String) {
        surroundings.copy(text)
        tell(PageNotice("Copied “\(text)”.", .success))
    }

    func open(_ link: String) {
        let opener = surroundings.opener
        Task { @MainActor [weak self] in
            switch await opener.open(link) {
            case .opened: self?.tell(PageNotice("Opened \(link)"))
            case .none:
                self?.surroundings.copy(link)
                self?.tell(PageNotice("No program opens it here. Copied \(link)", .warning))
            case .refused: self?.tell(PageNotice("This is no address to open; y copies it.", .warning))
            }
        }
    }

    func showHelp() { overlay = .help(0) }

    func search() {
        isSearching = true
        report(.pageChosen(.home))
    }

    func refresh() {
        if app.configuration.usesAPI { watch.add(.refreshed(.networkOnly)) }
        app.manager.broadcast(ContactsChanged())
        tell(PageNotice(app.configuration.usesAPI ? "Refreshing." : "Up to date."))
    }

    // MARK: Input

    func screenOpened(_ capabilities: ScreenCapabilities) {
        if let notice = capabilities.notice { tell(PageNotice(notice, .warning)) }
        // Printed before the screen opened, it is behind the screen.
        if let url = surroundings.inspectorURL { tell(PageNotice("Inspector: \(url)")) }
    }

    func receive(_ events: [ReceivedEvent]) { input.receive(events) }

    var isBehind: Bool { input.isBehind }

    /// Waits until the page has taken in all input so far.
    func inputSettled() async { await input.settled() }

    private func handle(_ event: InputEvent, at target: HitTarget?) {
        switch event {
        case .key(let key):
            notice = nil
            press(key)
        case .paste:
            notice = nil
            if overlay != nil { give(event) } else { _ = page.type(event) }
        case .mouse(let mouse):
            if overlay != nil {
                if mouse.action != .release { overlay = nil }
            } else if mouse.action == .press(.left), let id = clicked(target) {
                table.action(id)?.perform()
            } else {
                page.use(mouse.action, on: target)
            }
        case .background(let tone): surroundings.fit(tone)
        case .resize, .resumed, .terminated: break
        }
    }

    /// The action of a tab or of the button of a question.
    private func clicked(_ target: HitTarget?) -> String? {
        switch target?.name {
        case TabBar.targetName: target.map { "page.\(BrowsePages.tabs[$0.index].name)" }
        case Dialog.targetName: target.map { $0.index == 0 ? QuestionView.yesAction : QuestionView.noAction }
        default: nil
        }
    }

    /// The index of the tab of the page that is shown.
    var tab: Int? {
        switch shown {
        case .contacts, .contact, .editContact, .newContact: 0
        case let route: BrowsePages.tabs.firstIndex { $0.route == route }
        }
    }

    private func press(_ key: Key) {
        if overlay != nil {
            give(.key(key))
        } else if !(page.isTyping && page.type(.key(key))) {
            if let action = table.action(for: key) { action.perform() } else { _ = page.type(.key(key)) }
        }
    }

    private func give(_ event: InputEvent) {
        switch overlay?.receive(event, in: table, on: size) {
        case .close?, nil: overlay = nil
        case .stay(let changed)?: overlay = changed
        case .perform(let action)?:
            overlay = nil
            action.perform()
        }
    }

    /// The actions that are available now: those of the page, then those of every page.
    var table: ActionTable {
        let whole = ActionTable(page.actions, everywhere: everywhere).without { page.takesAsText($0) }
        guard let failure = page.failure, !page.isTyping else { return whole }
        return ActionTable(failing(failure), everywhere: whole.actions)
    }

    /// The keys of every page that has nothing to show but a failure.
    private func failing(_ failure: RepositoryError) -> [PageAction] {
        [
            PageAction("problem.retry", "Try again", hint: "Try again", keys: [.character("r")]) { [weak self] in
                self?.page.retry()
            },
            PageAction("problem.details", "Say in full what went wrong", hint: "Details", keys: [.character("d")]) {
                [weak self] in
                guard let self else { return }
                let path = router.state.current.path
                overlay = .details(
                    ProblemDetails.lines(of: failure, path: path, recent: surroundings.log.entries),
                    0
                )
            },
        ]
    }

    private var everywhere: [PageAction] {
        let own = [
            PageAction(.back, isChooser ? "Leave without a choice" : "Go back", hint: isChooser ? "Leave" : nil) {
                [weak self] in self?.report(.left())
            },
            // F1 also where characters are text.
            PageAction(
                FixedKey.help.rawValue,
                "List the keys of this page",
                hint: "Keys",
                keys: FixedKey.help.keys + [.function(1)]
            ) { [weak self] in self?.showHelp() },
            PageAction(.palette, "Find an action by its name", hint: "Actions") { [weak self] in
                self?.overlay = .emptyPalette
            },
            PageAction(.quit, "Quit", hint: "Quit") { [weak self] in
                self?.leaving { $0.finish($0.isChooser ? .chosen(nil) : .quit(status: 0)) }
            },
            PageAction("screen.theme", "Use the next theme", keys: [.character("T")]) { [weak self] in
                self?.surroundings.nextTheme()
            },
        ]
        // What was typed is to be kept or thrown away first.
        if page.isModal, page.keepsInput { return own.filter { $0.id != FixedKey.quit.rawValue } }
        return isChooser || page.isModal || page.isTyping ? own : own + changing + pages
    }

    /// Leaves the page, unless what was typed there would be lost.
    private func leaving(_ step: (BrowseSession) -> Void) {
        guard page.keepsInput else { return step(self) }
        tell(PageNotice("What was typed is not saved. Save it, or throw it away with Escape.", .warning))
    }

    private var changing: [PageAction] {
        let forward = PageAction(
            "page.forward",
            "Go forward to the page that was left",
            keys: [.character("L"), .wordRight]
        ) { [weak self] in self?.leaving { $0.router.add(.wentForward) } }
        let back = PageAction("page.back", "Go back to the page before", keys: [.character("H"), .wordLeft]) {
            [weak self] in self?.leaving { $0.report(.left()) }
        }
        return [
            PageAction(.undo, "Undo the last change") { [weak self] in self?.travel(.undoRequested(steps: 1), "undo") },
            PageAction("redo", "Redo what was undone last", keys: [.control("r")]) { [weak self] in
                self?.travel(.redoRequested(steps: 1), "redo")
            },
            PageAction(.search, "Search in all contacts") { [weak self] in self?.leaving { $0.search() } },
        ] + (router.state.forward.isEmpty ? [] : [forward]) + (router.state.back.isEmpty ? [] : [back])
    }

    private var pages: [PageAction] {
        BrowsePages.main.enumerated().map { number, entry in
            PageAction(
                "page.\(entry.name)",
                "Go to \(entry.title)",
                keys: number < 9 ? [.character(Character("\(number + 1)"))] : []
            ) { [weak self] in self?.leaving { $0.report(.pageChosen(entry.route)) } }
        }
    }

    private func travel(_ event: HistoryEvent, _ word: String) {
        let history = Blocs(app: app).history()
        let (work, service) = (work, app.history)
        tasks.append(
            Task { @MainActor [weak self] in
                guard let content = try? await work.run({ try await history.content(of: event) }) else { return }
                self?.tell(HistoryNotice.notice(content, word))
                // The cursor goes where something changed.
                guard let step = content.steps.first, step.book == nil,
                    let detail = try? await service.step(step.id, limit: 1), let change = detail.changes.first
                else { return }
                let (now, before) = word == "undo" ? (change.before, change.after) : (change.after, change.before)
                if let now {
                    self?.page.select(now)
                } else if let self, let id = before?.id.rawValue, case .contact(let shown) = router.state.current,
                    id.hasPrefix(shown)
                {
                    // The page of a contact that is gone.
                    report(.left())
                }
            }
        )
    }

    /// Whether work is going on.
    var isWorking: Bool { work.loading.state.isLoading || watch.state.isRefreshing }
}

/// A book of the user's own that is begun when its first contact is saved.
struct BegunBook: Sendable {
    /// The book that was shown before, and is again when nothing is saved.
    let before: String
    /// Makes it the default, and returns the notice for the user.
    let keep: @MainActor @Sendable () throws -> String
}

/// The terminal and the parts of the program that a session needs.
struct SessionSurroundings {
    /// Makes the page of a route.
    var makePage: @MainActor (Route, PageContext) -> any Page
    /// Draws again soon.
    var redraw: @MainActor () -> Void = {}
    /// The log of the blocs.
    var log = TransitionLog()
    /// The address of the inspector, if there is one.
    var inspectorURL: String?
    /// Opens addresses in other programs.
    var opener = LinkOpener(environment: [:])
    /// Puts a text on the clipboard.
    var copy: @MainActor (String) -> Void = { _ in }
    /// The theme of now.
    var theme: @MainActor () -> Theme = { .dark }
    /// Shows the next theme.
    var nextTheme: @MainActor () -> Void = {}
    /// Shows the theme for a terminal of this tone, unless one was chosen.
    var fit: @MainActor (BackgroundTone) -> Void = { _ in }
    /// The user's own book for a new contact where the people of an API are shown; `nil` elsewhere.
    var ownBook: @MainActor () throws -> String? = { nil }
    /// The book that is begun with the first contact.
    var begunBook: BegunBook?
    /// Ends the program.
    var stop: @MainActor (BrowseEnd) -> Void = { _ in }
}

/// An error as it is said at the bottom of a page.
struct ShownFailure: DisplayableError, LoggableError {
    let failure: Failure

    init(_ failure: Failure) { self.failure = failure }

    var title: String { "Not done" }
    var message: String { failure.message }
    var recovery: String? { failure.details.first }
    var level: ErrorLevel { .warning }
    var details: String { failure.status.code }
}
