import Bloc
import BlocKit
import Repository
import TerminalUI

/// A page while it is open: its blocs, what can be done, and the view of their states.
///
/// A page reports steps of its flow and never opens another page itself. Its blocs live in the scope of its
/// ``PageContext``, which is closed when the page is left.
@MainActor
protocol Page: AnyObject {
    /// The title at the top.
    var title: String { get }
    /// Whether what the page shows begins with its title.
    var namesItself: Bool { get }
    /// The text before the keys at the bottom; empty without one.
    var status: String { get }
    /// The actions that are available now, in the order of the help.
    var actions: [PageAction] { get }
    /// The picture of the states now.
    var view: any TerminalView { get }
    /// Whether keys are text now, such as in a search field; then the keys of actions are not.
    var isTyping: Bool { get }
    /// Whether each character is text now, so that those of a paste can be taken as one text.
    var takesText: Bool { get }
    /// Whether ``type(_:)`` takes the key as text now, so that it is not the key of an action.
    func takesAsText(_ key: Key) -> Bool
    /// Whether what is shown is what was asked for; until then, Enter would open something else.
    var isCurrent: Bool { get }
    /// Whether a question or a menu lies over the page: then no key changes anything else or leaves the page.
    var isModal: Bool { get }
    /// Whether leaving the page now would lose what was typed.
    var keepsInput: Bool { get }
    /// The selected contact, so that a page that is opened again is where it was left.
    var place: Contact? { get }
    /// The error that leaves nothing to show; the keys to retry and for details are then the same on every page.
    var failure: RepositoryError? { get }

    /// Takes a key or a paste as text.
    ///
    /// - Returns: Whether it was used; keys that were not are those of actions.
    func type(_ event: InputEvent) -> Bool
    /// Takes a click, or a turn of the wheel, on a part of the view.
    func use(_ mouse: Mouse.Action, on target: HitTarget?)
    /// Tries again what failed.
    func retry()
    /// Selects the contact, if the page lists it.
    func select(_ contact: Contact)
}

extension Page {
    var namesItself: Bool { false }
    var status: String { "" }
    func takesAsText(_ key: Key) -> Bool { takesText && TextInput.takes(key) }
    func select(_ contact: Contact) {}
    var isTyping: Bool { false }
    var takesText: Bool { isTyping }
    var isCurrent: Bool { true }
    var isModal: Bool { false }
    var keepsInput: Bool { false }
    var place: Contact? { nil }
    var failure: RepositoryError? { nil }
    func retry() {}
    func type(_ event: InputEvent) -> Bool { false }
    func use(_ mouse: Mouse.Action, on target: HitTarget?) {}
}

/// The page's access to the program.
@MainActor
final class PageContext {
    /// The dependencies of the program.
    let app: AppDependencies
    /// The scope of the page's blocs.
    let scope: BlocScope
    /// The activity indicator, and the errors that are shown at the bottom.
    let work: AppContext
    /// The position at which a page like this one was left.
    let place: Contact?
    /// The highlighted button of the question that is open; `nil` while it is the usual one.
    var button: Int?
    /// The first line of it that is shown.
    var questionLine = 0
    private let subscriptions = Subscriptions()
    private var tasks: [Task<Void, Never>] = []
    /// The receipts of events that were sent to blocs since the last key.
    private var sent: [Receipt] = []
    private weak var session: (any PageSession)?
    /// The number of the page, which keys of blocs have: a page may open before the last one has closed.
    private let number: Int

    /// Creates the context of a page, whose number is unique in this run of the program.
    init(app: AppDependencies, number: Int, work: AppContext, place: Contact?, session: any PageSession) {
        self.app = app
        self.number = number
        scope = app.manager.scope("page-\(number)")
        self.work = work
        self.place = place
        self.session = session
    }

    /// A bloc of the page.
    func bloc<Source: StateSource>(_ key: BlocKey<Source>, _ create: () -> Source) -> Source {
        scope.bloc(for: BlocKey(key.name, id: number), create)
    }

    /// Draws the page again whenever the state of the bloc changes, until the page is left.
    func bind<Source: StateSource>(_ bloc: Source) {
        subscriptions.bind(bloc) { [weak session] _ in session?.needsDrawing() }
    }

    /// Adds what a key means to a bloc; the next key waits until the bloc has taken it in.
    func send<Target: Bloc>(_ event: Target.Event, to bloc: Target) { sent.append(bloc.add(event)) }

    /// Takes the receipts of what was sent.
    func takeSent() -> [Receipt] {
        defer { sent = [] }
        return sent
    }

    /// Calls a closure after each change of the store, until the page is left.
    func onStoreChange(_ body: @escaping @MainActor () -> Void) {
        let changes = bloc(StoreChangeBloc.key) { StoreChangeBloc() }
        // The first call is for the state before any change.
        subscriptions.bind(changes) { if $0 > 0 { body() } }
    }

    /// Calls a closure with each effect of the bloc, until the page is left.
    func follow<Source: StateSource>(_ bloc: Source, _ body: @escaping @MainActor (Source.Effect) -> Void) {
        let effects = bloc.effects
        tasks.append(
            Task { @MainActor in
                for await effect in effects { body(effect) }
            }
        )
    }

    /// Runs work of the page, which is cancelled when the page is left; meanwhile the sign of work is shown.
    ///
    /// - Parameters:
    ///   - body: The work.
    ///   - end: Receives what came of it; `nil` after a failure, which has been told.
    func run<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result,
        then end: @escaping @MainActor @Sendable (Result?) -> Void = { _ in }
    ) {
        tasks.append(
            Task { @MainActor [work] in
                guard let result = try? await work.run({ try await body() }), !Task.isCancelled else {
                    if !Task.isCancelled { end(nil) }
                    return
                }
                end(result)
            }
        )
    }

    /// Draws the page again.
    func needsDrawing() { session?.needsDrawing() }

    /// Reports a step of looking around, or of choosing.
    func report(_ step: FlowStep) { session?.report(step) }

    /// Starts a flow of the page: its directions are followed until the page is left, and its work is done here.
    func start<Coordinator>(
        _ coordinator: Coordinator,
        work: @escaping @MainActor (FlowWork) -> Void
    ) -> FlowBloc<Coordinator> {
        let flow = bloc(BlocKey<FlowBloc<Coordinator>>("flow-\(Coordinator.self)")) { FlowBloc(coordinator) }
        bind(flow)
        follow(flow) { [weak self] direction in
            if case .begin(let begun) = direction { work(begun) } else { self?.session?.go(direction) }
        }
        return flow
    }

    /// The page is the same under another path.
    func renamed(_ route: Route) { session?.renamed(route) }

    /// Shows another book.
    func restart(_ book: String, _ route: Route = .home) { session?.restart(book, route) }

    /// Shows a notice at the bottom until the next key.
    func tell(_ notice: PageNotice) { session?.tell(notice) }

    /// Puts a text on the clipboard, and says so.
    func copy(_ text: String) { session?.copy(text) }

    /// Opens an address in another program.
    func open(_ link: String) { session?.open(link) }

    /// Fetches people again, where they come from an API, and reads the store again.
    func refresh() { session?.refresh() }

    /// Opens the list of contacts with its search field.
    func search() { session?.search() }

    /// Lists the keys of the page.
    func showHelp() { session?.showHelp() }

    /// Whether the program only chooses one contact.
    var isChooser: Bool { session?.isChooser ?? false }

    /// Ends what the page began; nothing of it draws or works any more.
    func unbind() {
        subscriptions.unbind()
        for task in tasks { task.cancel() }
        tasks = []
    }

    /// Ends what the page began, and closes its blocs.
    func leave() async {
        unbind()
        await scope.close()
    }
}

/// The services of the program for a page.
@MainActor
protocol PageSession: AnyObject, Sendable {
    /// Whether the program only chooses one contact.
    var isChooser: Bool { get }
    /// Draws again soon.
    func needsDrawing()
    /// Takes a step of looking around, or of choosing.
    func report(_ step: FlowStep)
    /// Goes where a flow says.
    func go(_ direction: FlowDirection)
    /// The page is the same under another path.
    func renamed(_ route: Route)
    /// Shows another book.
    func restart(_ book: String, _ route: Route)
    /// Shows a notice at the bottom until the next key.
    func tell(_ notice: PageNotice)
    /// Puts a text on the clipboard, and says so.
    func copy(_ text: String)
    /// Opens an address in another program.
    func open(_ link: String)
    /// Fetches people again, and reads the store again.
    func refresh()
    /// Opens the list of contacts with its search field.
    func search()
    /// Lists the keys of the page.
    func showHelp()
}

/// The page before the first one.
@MainActor
final class BlankPage: Page {
    let title = ""
    let actions: [PageAction] = []
    let view: any TerminalView = EmptyView()
}

/// A message at the bottom of a page.
struct PageNotice: Equatable, Sendable {
    /// The severity of the message.
    enum Kind: Hashable, Sendable {
        case note, success, warning, failure
    }

    let kind: Kind
    let text: String

    init(_ text: String, _ kind: Kind = .note) {
        self.kind = kind
        self.text = text
    }
}
