import Bloc
import BlocKit
import Repository
import TerminalUI

/// Receives the keys and the mouse: a page, or a dialog over it.
@MainActor
protocol PagePart: ActionOwner {
    /// The currently available actions, in help order.
    var actions: [PageAction] { get }
    var view: any TerminalView { get }
    /// Whether keys are currently text, such as in a search field; then they don't trigger actions.
    var isTyping: Bool { get }
    /// Whether every character is currently text, so that a paste can be inserted as a whole.
    var takesText: Bool { get }
    /// Returns whether ``type(_:)`` treats the key as text, so that it doesn't trigger an action.
    func takesAsText(_ key: Key) -> Bool
    /// Handles a key or a paste as text.
    ///
    /// - Returns: Whether it was handled; otherwise the key may trigger an action.
    func type(_ event: InputEvent) -> Bool
    func use(_ mouse: Mouse.Action, on target: HitTarget?)
}

extension PagePart {
    var isTyping: Bool { false }
    var takesText: Bool { isTyping }
    func takesAsText(_ key: Key) -> Bool { takesText && TextInput.takes(key) }
    func type(_ event: InputEvent) -> Bool { false }
    func use(_ mouse: Mouse.Action, on target: HitTarget?) {}
}

/// A question, menu or field over a page.
///
/// While it is open, keys can't change anything else or leave the page.
@MainActor
protocol PageDialog: PagePart {}

extension PageDialog {
    var isTyping: Bool { true }
}

/// An open page: its blocs, its actions, and the view of its state.
///
/// Its blocs live in the scope of its ``PageContext``, which is closed when the user leaves the page.
@MainActor
protocol Page: PagePart {
    /// The title above the page; empty if the page itself starts with it.
    var title: String { get }
    /// The text before the key hints at the bottom; may be empty.
    var status: String { get }
    /// Whether the page shows what was requested; until then, Enter would open something else.
    var isCurrent: Bool { get }
    /// Whether leaving the page now would discard the user's input.
    var keepsInput: Bool { get }
    /// The selected contact, used to restore the position when the page is reopened.
    var place: Contact? { get }
    /// The error that leaves nothing to show; every page then has the same keys for retry and details.
    var failure: RepositoryError? { get }
    func retry()
    /// Selects the contact if the page lists it.
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
    /// The index of the selected row, as reported by clicks; `nil` while rows can't be clicked.
    var selectedRow: Int? { get }
    func select(row: Int)
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

    /// Returns the actions for the next and previous row, and for paging if `name` is given.
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
    /// The last position on this page, from an earlier visit.
    let place: Contact?
    private(set) weak var session: BrowseSession?
    private(set) var dialog: (any PageDialog)?
    /// Whether contacts are being removed or merged.
    var isChanging = false
    /// The activity indicator, and the errors shown at the bottom.
    private let work: AppContext
    private let subscriptions = Subscriptions()
    private var tasks: [Task<Void, Never>] = []
    /// The receipts of events sent to blocs since the last key.
    private var sent: [Receipt] = []
    /// The page's number, used in the keys of its blocs: a page may open before the previous one has closed.
    private let number: Int

    /// Creates a page's context; its number is unique in this run of the program.
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

    /// Redraws the page for each element of a stream, until the user leaves the page.
    func bind(_ changes: AsyncStream<Void>) {
        tasks.append(Task { @MainActor [weak self] in for await _ in changes { self?.needsDrawing() } })
    }

    /// Returns a bloc of the page that loads content immediately, and whenever it is requested.
    ///
    /// If `followsStore`, it reloads after every change to the store.
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

    /// Sends a key's event to a bloc; the next key waits until the bloc has processed it.
    func send<Target: Bloc>(_ event: Target.Event, to bloc: Target) { sent.append(bloc.add(event)) }

    func takeSent() -> [Receipt] {
        defer { sent = [] }
        return sent
    }

    /// Runs work for the page, which is canceled when the user leaves it, and shows the activity indicator meanwhile.
    ///
    /// The result is passed to `end`; it is `nil` after a failure, which has already been reported.
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

    /// Closes a dialog if it is still open.
    func close(_ dialog: any PageDialog) {
        if self.dialog === dialog { self.dialog = nil }
        needsDrawing()
    }

    /// Stops everything that the page started, including its redraws.
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

/// The event of a bloc that loads a page's content.
enum SourceEvent: Equatable, Sendable {
    case requested
}

@MainActor
final class BlankPage: Page {
    let title = ""
    let actions: [PageAction] = []
    let view: any TerminalView = DrawnView()
}

/// A message at the bottom of the screen, shown until the next key.
struct PageNotice: Equatable, Sendable {
    let text: String
    let style: Style

    init(_ text: String, _ style: Style = .plain) {
        self.text = text
        self.style = style
    }
}

extension Array {
    /// The element at this index; `nil` if it is out of range.
    subscript(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
