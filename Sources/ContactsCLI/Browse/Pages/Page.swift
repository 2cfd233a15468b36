import Bloc
import BlocKit
import Repository
import TerminalUI

/// What has the keys and the mouse: a page, or what lies over it.
@MainActor
protocol PagePart: ActionOwner {
    /// The actions that are available now, in the order of the help.
    var actions: [PageAction] { get }
    var view: any TerminalView { get }
    /// Whether keys are text now, such as in a search field; then the keys of actions are not.
    var isTyping: Bool { get }
    /// Whether each character is text now, so that those of a paste can be taken as one text.
    var takesText: Bool { get }
    /// Whether ``type(_:)`` takes the key as text now, so that it is not the key of an action.
    func takesAsText(_ key: Key) -> Bool
    /// Takes a key or a paste as text.
    ///
    /// - Returns: Whether it was used; keys that were not are those of actions.
    func type(_ event: InputEvent) -> Bool
    /// Takes a click, or a turn of the wheel, on a part of the view.
    func use(_ mouse: Mouse.Action, on target: HitTarget?)
}

extension PagePart {
    var isTyping: Bool { false }
    var takesText: Bool { isTyping }
    func takesAsText(_ key: Key) -> Bool { takesText && TextInput.takes(key) }
    func type(_ event: InputEvent) -> Bool { false }
    func use(_ mouse: Mouse.Action, on target: HitTarget?) {}
}

/// A question, a menu or a field over a page.
///
/// While it is open, no key changes anything else or leaves the page.
@MainActor
protocol PageDialog: PagePart {}

extension PageDialog {
    var isTyping: Bool { true }
}

/// A page while it is open: its blocs, what can be done, and the view of their states.
///
/// Its blocs live in the scope of its ``PageContext``, which is closed when the page is left.
@MainActor
protocol Page: PagePart {
    /// The title above the page; empty where what the page shows begins with it.
    var title: String { get }
    /// The text before the keys at the bottom; empty without one.
    var status: String { get }
    /// Whether what is shown is what was asked for; until then, Enter would open something else.
    var isCurrent: Bool { get }
    /// Whether leaving the page now would lose what was typed.
    var keepsInput: Bool { get }
    /// The selected contact, so that a page that is opened again is where it was left.
    var place: Contact? { get }
    /// The error that leaves nothing to show; the keys to retry and for details are then the same on every page.
    var failure: RepositoryError? { get }
    func retry()
    /// Selects the contact, if the page lists it.
    func select(_ contact: Contact)
}

extension Page {
    var status: String { "" }
    func select(_ contact: Contact) {}
    var isCurrent: Bool { true }
    var keepsInput: Bool { false }
    var place: Contact? { nil }
    var failure: RepositoryError? { nil }
    func retry() {}
}

@MainActor
protocol ListPage: Page {
    /// The number of the row that keys act on, as clicks name it; `nil` while no row can be clicked.
    var selectedRow: Int? { get }
    func select(row: Int)
    /// Selects another row, so many further on.
    func move(_ count: Int)
    func open()
}

extension ListPage {
    func use(_ mouse: Mouse.Action, on target: HitTarget?) {
        guard let selectedRow else { return }
        switch mouse {
        case .wheelDown: move(3)
        case .wheelUp: move(-3)
        case .click:
            guard let target, target.name == ListView.targetName else { return }
            if target.index == selectedRow { open() } else { select(row: target.index) }
        default: break
        }
    }

    /// The keys for the next and the previous row, and for a page of them where the rows have a name for it.
    func moving(_ row: String, pages name: String? = nil) -> [PageAction] {
        let screenful = 20
        let rows = [action(.down, "Next \(row)") { $0.move(1) }, action(.up, "Previous \(row)") { $0.move(-1) }]
        guard let name else { return rows }
        return rows + [
            action("\(name).pageDown", "Next page", .pageDown, .control("f"), .control("d")) { $0.move(screenful) },
            action("\(name).pageUp", "Previous page", .pageUp, .control("b"), .control("u")) { $0.move(-screenful) },
        ]
    }
}

@MainActor
final class PageContext {
    let app: AppDependencies
    let sources: BrowseSources
    let scope: BlocScope
    /// The position at which a page like this one was left.
    let place: Contact?
    private(set) weak var session: BrowseSession?
    private(set) var dialog: (any PageDialog)?
    /// Whether contacts are being removed or merged.
    var isChanging = false
    /// The activity indicator, and the errors that are shown at the bottom.
    private let work: AppContext
    private let subscriptions = Subscriptions()
    private var tasks: [Task<Void, Never>] = []
    /// The receipts of events that were sent to blocs since the last key.
    private var sent: [Receipt] = []
    /// The number of the page, which keys of blocs have: a page may open before the last one has closed.
    private let number: Int

    /// Creates the context of a page, whose number is unique in this run of the program.
    init(number: Int, place: Contact?, session: BrowseSession) {
        app = session.app
        sources = session.sources
        self.number = number
        scope = session.app.manager.scope("page-\(number)")
        work = session.work
        self.place = place
        self.session = session
    }

    func bloc<Source: StateSource>(_ key: BlocKey<Source>, _ create: () -> Source) -> Source {
        scope.bloc(for: BlocKey(key.name, id: number), create)
    }

    func bind<Source: StateSource>(_ bloc: Source) {
        subscriptions.bind(bloc) { [weak session] _ in session?.needsDrawing() }
    }

    /// Draws the page again with each element of a stream, until the page is left.
    func bind(_ changes: AsyncStream<Void>) {
        tasks.append(Task { @MainActor [weak self] in for await _ in changes { self?.needsDrawing() } })
    }

    /// A bloc of the page with this name that loads something at once, and whenever it is requested.
    ///
    /// One that follows the store loads again after each change of it.
    func loading<Content>(
        _ name: String,
        followsStore: Bool = true,
        policy: EventPolicy<SourceEvent> = .restartable,
        _ load: @escaping @Sendable () async throws -> Content
    ) -> RepositoryLoadBloc<SourceEvent, Content> {
        let loading = bloc(BlocKey(name)) {
            RepositoryLoadBloc<SourceEvent, Content>(
                name: name,
                policy: policy,
                configure: { bloc in
                    guard followsStore else { return }
                    bloc.onBroadcast(ContactsChanged.self) { _ in .requested }
                    bloc.onBroadcast(ContactSaved.self) { _ in .requested }
                },
                failure: { error, _ in RepositoryError(shown: error) },
                load: { _, _ in try await load() }
            )
        }
        bind(loading)
        loading.add(.requested)
        return loading
    }

    /// Adds what a key means to a bloc; the next key waits until the bloc has taken it in.
    func send<Target: Bloc>(_ event: Target.Event, to bloc: Target) { sent.append(bloc.add(event)) }

    func takeSent() -> [Receipt] {
        defer { sent = [] }
        return sent
    }

    /// Runs work of the page, which is cancelled when the page is left; meanwhile the sign of work is shown.
    ///
    /// What came of it is passed on; `nil` after a failure, which has been told.
    func run<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result,
        then end: @escaping @MainActor @Sendable (Result?) -> Void
    ) {
        tasks.append(
            Task { @MainActor [work] in
                let result = try? await work.run({ try await body() })
                if !Task.isCancelled { end(result) }
            }
        )
    }

    func needsDrawing() { session?.needsDrawing() }

    func tell(_ text: String, _ style: Style = .plain) { session?.tell(PageNotice(text, style)) }

    func open(_ dialog: any PageDialog) {
        self.dialog = dialog
        needsDrawing()
    }

    /// Closes a dialog, if it is still open.
    func close(_ dialog: any PageDialog) {
        if self.dialog === dialog { self.dialog = nil }
        needsDrawing()
    }

    /// Ends what the page began; nothing of it draws or works any more.
    func unbind() {
        dialog = nil
        subscriptions.unbind()
        for task in tasks { task.cancel() }
        tasks = []
    }

    func leave() async {
        unbind()
        await scope.close()
    }
}

/// The event of a bloc that loads what a page shows.
enum SourceEvent: Equatable, Sendable {
    case requested
}

@MainActor
final class BlankPage: Page {
    let title = ""
    let actions: [PageAction] = []
    let view: any TerminalView = DrawnView()
}

/// A message at the bottom of the screen, until the next key.
struct PageNotice: Equatable, Sendable {
    let text: String
    let style: Style

    init(_ text: String, _ style: Style = .plain) {
        self.text = text
        self.style = style
    }
}

extension Array {
    /// The element with this index; `nil` outside of the array.
    subscript(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
