import Bloc
import BlocKit
import Primitives
import Repository
import Services
import TerminalUI

enum BrowseEnd: Equatable, Sendable {
    /// The user quit, or a signal ended the program, in which case the status is the signal's.
    case quit(status: Int32)
    /// A contact was chosen; `nil` if the user canceled.
    case chosen(ContactID?)
    case book(String, Route)
}

/// The full-screen program: one page at a time, the global keys, and the dialogs over a page.
///
/// It runs on the main actor. Slow work happens in blocs and services, so that keys never wait for it.
@MainActor
final class BrowseSession: ActionOwner {
    let app: AppDependencies
    let isChooser: Bool
    let router: RouterBloc
    private(set) var page: any Page = BlankPage()
    private(set) var overlay: PageOverlay?
    private(set) var notice: PageNotice?
    private(set) var end: BrowseEnd?
    /// The screen size when it was last drawn.
    var size = Size(columns: 80, rows: 24)

    var sources: BrowseSources
    let work: AppContext
    let watch: StoreWatchBloc
    private let subscriptions = Subscriptions()
    /// The input that hasn't been handled yet.
    private var waiting: ArraySlice<ReceivedEvent> = []
    /// The wait for blocs to process what the last event sent to them.
    private var wait: Task<Void, Never>?
    private var isHandling = false
    private var tasks: [Task<Void, Never>] = []
    private var context: PageContext?
    private var pageCount = 0
    private var shown: Route?
    /// Whether the next page opens with its search field active.
    private var isSearching = false
    private var places: [Route: Contact] = [:]

    init(app: AppDependencies, isChooser: Bool = false, router: RouterBloc, sources: BrowseSources) {
        self.app = app
        self.isChooser = isChooser
        self.router = router
        self.sources = sources
        watch = StoreWatchBloc(service: app.storeWatch, list: app.contactList, manager: app.manager)
        work = AppContext(
            errors: ErrorService(translate: { DisplayedError(title: "Not done", message: Failure($0).message) })
        )
    }

    func begin() {
        watch.add(.began)
        subscriptions.add(
            work.errors.observe { [weak self] error in
                Task { @MainActor in self?.tell(PageNotice(error.message, .danger)) }
            }
        )
        subscriptions.bind(work.loading) { [weak self] _ in self?.needsDrawing() }
        subscriptions.bind(watch) { [weak self] _ in self?.needsDrawing() }
        tasks.append(
            Task { @MainActor [weak self, effects = watch.effects] in
                for await notice in effects { self?.tell(notice) }
            }
        )
        subscriptions.add(router.bind(\.current) { [weak self] in self?.show($0) })
    }

    func close() async {
        subscriptions.unbind()
        waiting = []
        await context?.leave()
        context = nil
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        await watch.close()
        await work.loading.close()
    }

    // MARK: Pages

    private func show(_ route: Route) {
        guard route != shown else { return }
        var begun: (text: String, isDone: Bool)?
        if shown == .newContact, let keep = sources.keepBegunBook {
            sources.keepBegunBook = nil
            guard case .contact = route else { return finish(.book(Book.peopleName, .home)) }
            begun = keep()
        }
        defer {
            if let begun {
                let text = [notice?.text, begun.text].compactMap(\.self).joined(separator: " ")
                tell(PageNotice(text, begun.isDone ? .success : .warning))
            }
        }
        leavePage()
        pageCount += 1
        shown = route
        if case .contacts(let list) = route, let book = list.book, book != bookName {
            finish(.book(book, route.inItsBook))
        }
        let context = PageContext(number: pageCount, place: places[route], session: self)
        self.context = context
        page = BrowsePages.make(route, context)
        overlay = nil
        if isSearching, case .contacts = route { ActionTable(page.actions).action(FixedKey.search.rawValue)?.perform() }
        isSearching = false
        if case .contacts(let list) = route, list.book == bookName { renamed(route.inItsBook) }
        needsDrawing()
    }

    /// Ends the page's subscriptions immediately; its blocs close in the background.
    private func leavePage() {
        guard let context, let shown else { return }
        if let place = page.place { places[shown] = place }
        context.unbind()
        tasks.append(Task { await context.leave() })
    }

    var theme: Theme { sources.theme.theme }

    var bookName: String { app.configuration.bookName }

    /// Updates the path of the current page, for example for a list with another query.
    func renamed(_ route: Route) {
        shown = route
        router.add(.replaced(route))
    }

    /// Opens a page on top of the current one; a chooser has no other pages.
    func open(_ route: Route) {
        if !isChooser { router.add(.opened(route)) }
    }

    func replace(with route: Route) {
        let isSame = shown == route
        router.add(.replaced(route))
        // The same path may now be a different page, such as the list after the first start.
        guard isSame else { return }
        leavePage()
        shown = nil
        show(route)
    }

    func goBack() {
        guard !router.state.back.isEmpty else { return tell(PageNotice("This is the first page. Press q to quit.")) }
        router.add(.wentBack)
    }

    /// Leaves the page, or cancels a chooser.
    func leave() {
        if isChooser { finish(.chosen(nil)) } else { goBack() }
    }

    /// Opens a contact, or ends a chooser with it.
    func choose(_ id: ContactID) {
        if isChooser { finish(.chosen(id)) } else { open(.contact(id.rawValue)) }
    }

    /// Opens the form for a new contact in the user's own book.
    func writeContact() {
        do {
            if let book = try sources.ownBook() { return restart(book, .newContact) }
            open(.newContact)
        } catch {
            tell(PageNotice(Failure(error).message, .warning))
        }
    }

    func restart(_ book: String, _ route: Route = .home) { finish(.book(book, route)) }

    private func finish(_ end: BrowseEnd) {
        guard self.end == nil else { return }
        self.end = end
        waiting = []
        sources.stop(end)
    }

    // MARK: Notices

    func needsDrawing() {
        sources.redraw()
        handleWaiting()
    }

    /// Shows a notice at the bottom until the next key.
    func tell(_ notice: PageNotice) {
        self.notice = notice
        needsDrawing()
    }

    /// Copies text to the clipboard, and reports it.
    func copy(_ text: String) {
        sources.copy(text)
        tell(PageNotice("Copied “\(text)”.", .success))
    }

    func openLink(_ link: String) {
        let opener = sources.opener
        Task { @MainActor [weak self] in
            switch await opener.open(link) {
            case .opened: self?.tell(PageNotice("Opened \(link)"))
            case .none:
                self?.sources.copy(link)
                self?.tell(PageNotice("No program here can open it. Copied \(link)", .warning))
            case .refused: self?.tell(PageNotice("This address can’t be opened; y copies it.", .warning))
            }
        }
    }

    /// Refetches people if they come from an API, and reloads the store.
    func refresh() {
        if app.configuration.usesAPI { watch.add(.refreshed(.networkOnly)) }
        app.manager.broadcast(ContactsChanged())
        tell(PageNotice(app.configuration.usesAPI ? "Refreshing." : "Up to date."))
    }

    // MARK: Input

    func screenOpened(hasUnicode: Bool) {
        if !hasUnicode {
            let text = "The locale isn’t UTF-8: non-ASCII characters are shown as “?”."
            tell(PageNotice(text + " Set LANG, for example to C.UTF-8.", .warning))
        }
        // The address was printed before the screen opened, which now covers it.
        if let url = sources.inspectorURL { tell(PageNotice("Inspector: \(url)")) }
    }

    /// Handles events one at a time, once the page's blocs have processed what the previous one sent.
    ///
    /// If a bloc's handler is running on another thread, an event takes effect a little later. Until then, a key that
    /// acts on the selected contact would use the previous selection.
    func receive(_ events: [ReceivedEvent]) {
        waiting += events
        handleWaiting()
    }

    var isBehind: Bool { !waiting.isEmpty }

    /// Handles waiting events until one has to be processed first.
    private func handleWaiting() {
        guard !isHandling else { return }
        while wait == nil, let next = nextEvent() {
            isHandling = true
            handle(next.event, at: next.target)
            needsDrawing()
            isHandling = false
            let unfinished = context?.takeSent().filter { !$0.isOver } ?? []
            guard !unfinished.isEmpty else { continue }
            wait = Task { [weak self] in
                for receipt in unfinished { _ = await receipt.outcome }
                self?.wait = nil
                self?.handleWaiting()
            }
        }
    }

    /// Removes the next event; consecutive characters for a text field are combined, like a paste.
    private func nextEvent() -> ReceivedEvent? {
        guard let first = waiting.first else { return nil }
        // Until the page shows what was requested, Enter would open something else.
        if first.event == .key(.enter), overlay == nil, dialog?.isTyping != true, !page.isCurrent { return nil }
        guard first.character != nil, takesText else { return waiting.popFirst() }
        let text = waiting.lazy.map(\.character).prefix { $0 != nil }.compactMap(\.self)
        waiting.removeFirst(text.count)
        return text.count == 1 ? first : ReceivedEvent(.paste(String(text)))
    }

    /// Waits until the page has processed all input so far.
    func inputSettled() async {
        while wait != nil || isBehind {
            await wait?.value
            await Task.yield()
        }
    }

    /// The dialog over the page, which receives its keys.
    var dialog: (any PageDialog)? { context?.dialog }
    private var top: any PagePart { dialog ?? page }
    private var isTyping: Bool { top.isTyping }
    private var takesText: Bool { overlay?.takesText ?? top.takesText }

    private func handle(_ event: InputEvent, at target: HitTarget?) {
        switch event {
        case .key(let key):
            notice = nil
            press(key)
        case .paste:
            notice = nil
            if overlay != nil { give(event) } else { _ = top.type(event) }
        case .mouse(let mouse):
            if overlay != nil {
                overlay = nil
            } else if mouse.action == .click, let id = clicked(target) {
                table.action(id)?.perform()
            } else {
                top.use(mouse.action, on: target)
            }
        case .background(let tone): if sources.theme.fitsTerminal { sources.theme.theme = .fitting(tone) }
        case .resize, .resumed, .terminated: break
        }
    }

    private func clicked(_ target: HitTarget?) -> String? {
        switch target?.name {
        case TabBar.targetName: target.map { BrowsePages.action(BrowsePages.tabs[$0.index].route) }
        case Dialog.targetName: target.map { $0.index == 0 ? Question.yesAction : Question.noAction }
        default: nil
        }
    }

    var tab: Int? {
        switch shown {
        case .contacts, .contact, .editContact, .newContact: 0
        case let route: BrowsePages.tabs.firstIndex { $0.route == route }
        }
    }

    private func press(_ key: Key) {
        if overlay != nil {
            give(.key(key))
        } else if !(isTyping && top.type(.key(key))) {
            if let action = table.action(for: key) { action.perform() } else { _ = top.type(.key(key)) }
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

    /// The currently available actions: the page's own, followed by the global ones.
    var table: ActionTable {
        let whole = ActionTable(top.actions, everywhere: everywhere).without { top.takesAsText($0) }
        guard let failure = page.failure, !isTyping else { return whole }
        return ActionTable(failing(failure), everywhere: whole.actions)
    }

    /// The actions on every page that has nothing to show but a failure.
    private func failing(_ failure: RepositoryError) -> [PageAction] {
        [
            action("problem.retry", "Try again", "r", hint: "Try again") { $0.page.retry() },
            action("problem.details", "Show the details of the problem", "d", hint: "Details") {
                let path = $0.router.state.current.path
                let log = $0.sources.log.entries
                $0.overlay = .details(ProblemDetails.lines(of: failure, path: path, recent: log), 0)
            },
        ]
    }

    private var everywhere: [PageAction] {
        let quit = action(.quit, "Quit", hint: "Quit") {
            $0.leaving { $0.finish($0.isChooser ? .chosen(nil) : .quit(status: 0)) }
        }
        // F1 also works where characters are text.
        let help = action(FixedKey.help.rawValue, "List the keys of this page", "?", .function(1), hint: "Keys") {
            $0.overlay = .help(0)
        }
        let back =
            isChooser
            ? action(.back, "Leave without choosing", hint: "Leave") { $0.leave() }
            : action(.back, "Go back") { $0.leave() }
        let palette = action(.palette, "Find an action by its name", hint: "Actions") {
            $0.overlay = .palette(PaletteInput())
        }
        let theme = action("screen.theme", "Switch to the next theme", "T") {
            $0.sources.theme = ($0.theme.next, false)
        }
        // The typed text must be saved or discarded first.
        if dialog != nil, page.keepsInput { return [back, help, palette, theme] }
        let own = [back, help, palette, quit, theme]
        return isChooser || dialog != nil || isTyping ? own : own + changing + pages
    }

    /// Performs a step that leaves the page, unless the typed text would be lost.
    private func leaving(_ step: (BrowseSession) -> Void) {
        guard page.keepsInput else { return step(self) }
        tell(PageNotice("What you typed isn’t saved. Save it, or discard it with Escape.", .warning))
    }

    private var changing: [PageAction] {
        let forward = action("page.forward", "Go forward a page", "L", .wordRight) {
            $0.leaving { $0.router.add(.wentForward) }
        }
        let back = action("page.back", "Go back a page", "H", .wordLeft) { $0.leaving { $0.leave() } }
        return [
            action(.undo, "Undo the last change") { $0.travel(.undoRequested(steps: 1), "undo") },
            action("redo", "Redo the last undone step", .control("r")) { $0.travel(.redoRequested(steps: 1), "redo") },
            action(.search, "Search in all contacts") { $0.leaving { $0.search() } },
        ] + (router.state.forward.isEmpty ? [] : [forward]) + (router.state.back.isEmpty ? [] : [back])
    }

    private func search() {
        isSearching = true
        open(.home)
    }

    private var pages: [PageAction] {
        BrowsePages.main.enumerated().map { number, entry in
            action(BrowsePages.action(entry.route), "Go to \(entry.title)", .character(Character("\(number + 1)"))) {
                $0.leaving { $0.open(entry.route) }
            }
        }
    }

    private func travel(_ event: HistoryEvent, _ word: String) {
        let history = Blocs(app: app).history()
        let (work, service) = (work, app.history)
        tasks.append(
            Task { @MainActor [weak self] in
                guard let content = try? await work.run({ try await history.content(of: event) }) else { return }
                self?.tell(HistoryNotice.notice(content, word))
                // Move the cursor to the change.
                guard let step = content.steps.first, step.book == nil,
                    let detail = try? await service.step(step.id, limit: 1), let change = detail.changes.first
                else { return }
                let (now, before) = word == "undo" ? (change.before, change.after) : (change.after, change.before)
                if let now {
                    self?.page.select(now)
                } else if let self, let id = before?.id.rawValue, case .contact(let shown) = router.state.current,
                    id.hasPrefix(shown)
                {
                    // The page's contact no longer exists.
                    leave()
                }
            }
        )
    }

    var isWorking: Bool { work.loading.state.isLoading || watch.state }
}

extension ReceivedEvent {
    fileprivate var character: Character? {
        if case .key(.character(let character)) = event { character } else { nil }
    }
}

/// Watches the store for pages: refreshes stale people from the API, and notifies all blocs of changes.
///
/// Changes by other processes count, too. The state is true during a refresh; the effects are messages for the user.
final class StoreWatchBloc: Bloc {
    typealias Event = StoreWatchEvent
    typealias State = Bool
    typealias Effect = PageNotice

    static let key = BlocKey<StoreWatchBloc>("store-watch")

    let runtime: BlocRuntime<StoreWatchBloc>

    init(service: any StoreWatchService, list: any ContactListService, manager: BlocManager) {
        runtime = BlocRuntime(initialState: false, name: Self.key.name) { bloc in
            bloc.on(lane: "changes", policy: .droppable, where: { $0 == .began }) { _, emit in
                try await emit.onEach(service.storeChanges()) { _ in manager.broadcast(ContactsChanged()) }
            }
            bloc.on({ if case .refreshed(let policy) = $0 { policy } else { nil } }, policy: .restartable) {
                policy,
                emit in
                emit(true)
                defer { emit(false) }
                do {
                    // One contact is enough: the list's own bloc reads the rows to show.
                    let page = try await list.contacts(ContactQuery(limit: 1), policy: policy)
                    for notice in page.notices { emit.effect(PageNotice(NoticeReport.text(of: notice), .warning)) }
                } catch let error as RepositoryError {
                    emit.effect(PageNotice(error.message, .danger))
                }
            }
        }
    }
}

enum StoreWatchEvent: Equatable, Sendable {
    case began
    /// Stale people should be refetched according to the policy.
    case refreshed(CachePolicy)
}
