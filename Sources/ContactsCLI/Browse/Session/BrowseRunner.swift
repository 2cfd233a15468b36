import Bloc
import BlocKit
import Primitives
import Repository
import Services
import TerminalUI

/// Runs a session on the terminal: the screen, the event loop, and everything with the same lifetime.
struct BrowseRunner: Sendable {
    let program: Program
    let look: ThemeOption

    /// Shows pages until the user quits or chooses; without a route, it resumes where the last run ended.
    ///
    /// `hasBegun` means that the user is adding the first contact to a new book.
    /// - Throws: `TerminalError` without a usable terminal.
    @MainActor
    func run(route: Route?, isChooser: Bool, hasBegun: Bool = false) async throws -> BrowseEnd {
        @Injected(\.app) var composed
        let app = composed.joined
        // Must precede the creation of any page's bloc.
        let log = TransitionLog()
        let observation = BlocObservers.install(log)
        defer { observation.cancel() }
        let hasBooks = (try? program.bookRegistry.read())?.entries.isEmpty == false
        let isFirstStart = try await isEmpty(app) && !hasBooks
        let router = RouterBloc(storage: isChooser ? nil : app.hydrationStorage, errors: app.errors)
        if let route { router.add(.opened(route)) }
        var sources = BrowseSources(log: log)
        let (loader, flags) = (program.configurationLoader, program.options.configurationFlags)
        sources.books = { [program] in try BookShelf(program: program).rows() }
        sources.settings = { try loader.load(flags: flags).entries }
        sources.setSetting = { try SettingsFile(loader: loader, flags: flags).set($0, $1) }
        sources.complete = PathCompletion(home: program.environment["HOME"]).complete
        sources.fileKind = { [program] in FileKind(path: program.file($0)) }
        sources.export = { [program] in try await program.export($0, to: $1, of: app) }
        sources.bookWork = BookWork(program: program).forPages
        sources.isFirstStart = isFirstStart && !isChooser
        sources.fetchPeople = { [app] in
            _ = try await app.contactList.contacts(ContactQuery(limit: 1), policy: .networkOnly)
        }
        sources.inspectorURL = program.inspectorURL
        sources.opener = LinkOpener(environment: program.environment)
        // Even if the output is redirected, the screen is the terminal.
        let hasColor = program.options.colorRule.allowsColor(isTerminal: true, environment: program.environment)
        sources.theme = look.choice(app.configuration, hasColor: hasColor)
        sources.ownBook = { [program] in
            // New contacts are kept apart from the people of an API.
            guard app.configuration.book?.hasPeople == true, !app.configuration.isAllBooks else { return nil }
            return try program.bookRegistry.home().name
        }
        if hasBegun, let home = app.configuration.book?.name {
            sources.keepBegunBook = { [program] in
                try program.bookRegistry.change { try $0.setStandard(home) }
                return "Your own contacts are in the book “\(home)”, which is the default from now on."
            }
        }
        let session = BrowseSession(app: app, isChooser: isChooser, router: router, sources: sources)
        let loop = UILoop(screen: NcursesScreen(environment: program.environment), interface: session)
        session.sources.redraw = { [weak loop] in loop?.invalidate() }
        session.sources.copy = { [weak loop] in loop?.copy($0) }
        session.sources.stop = { [weak loop] end in
            if case .quit(let status) = end { loop?.stop(status: status) } else { loop?.stop() }
        }
        if !isFirstStart, app.configuration.usesAPI {
            session.watch.add(.refreshed(.cacheFirst(maxAge: app.configuration.cacheTTL)))
        }
        session.begin()
        // Show messages from the previous session.
        if let kept = program.messages.takeKept() { session.tell(PageNotice(kept, .warning)) }
        program.messages.hold()
        defer { if case .book? = session.end {} else { program.messages.release() } }
        let status = await Swift.Result(awaiting: { try await loop.run() })
        await session.close()
        // The error service reports a failure; the next run then starts at the list.
        try? await router.flush()
        await router.close()
        let code = try status.get()
        return session.end ?? .quit(status: code)
    }
}

extension BrowseRunner {
    /// Returns whether the demonstration's store is empty, so that the user must choose how to start.
    private func isEmpty(_ app: AppDependencies) async throws -> Bool {
        guard app.configuration.isDemonstration, !app.configuration.isAllBooks else { return false }
        let page = try await app.contactList.contacts(ContactQuery(limit: 1), policy: .cacheOnly)
        return page.contacts.isEmpty
    }
}

extension Program {
    /// Returns the file path for text typed on a page: `~/` stands for the home folder.
    func file(_ text: String) -> String {
        text.hasPrefix("~/") ? (environment["HOME"] ?? "~") + text.dropFirst() : text
    }

    /// Exports contacts to a file, like the export command.
    fileprivate func export(_ contacts: [Contact], to path: String, of app: AppDependencies) async throws {
        var exporter = ContactExporter(path: file(path))
        exporter.isTold = true
        try await exporter.export(in: self) { write in
            try write(contacts.map { app.joinedBooks?.apart($0) ?? $0 })
            return contacts.count
        }
    }
}

/// Delivers input one event at a time, once the page's blocs have processed what the previous one sent.
///
/// If a bloc's handler is running on another thread, an event takes effect a little later. Until then, a key that acts
/// on the selected contact would use the previous selection.
@MainActor
final class InputQueue {
    /// Handles an input event; returns the receipts of the events it sent to blocs.
    typealias Handler = @MainActor (InputEvent, HitTarget?) -> [Receipt]

    private let handle: Handler
    /// Whether all characters are currently text; then a run of them is delivered as a single paste.
    private let takesText: @MainActor () -> Bool
    /// Whether an event can't be handled yet, because the page still shows something else.
    private let waits: @MainActor (InputEvent) -> Bool
    private var waiting: ArraySlice<ReceivedEvent> = []
    private var wait: Task<Void, Never>?
    private var isHandling = false

    init(
        takesText: @escaping @MainActor () -> Bool = { false },
        waits: @escaping @MainActor (InputEvent) -> Bool = { _ in false },
        _ handle: @escaping Handler
    ) {
        self.takesText = takesText
        self.waits = waits
        self.handle = handle
    }

    var isBehind: Bool { !waiting.isEmpty }

    /// Delivers events, immediately if nothing is pending.
    func receive(_ events: [ReceivedEvent]) {
        waiting += events
        goOn()
    }

    /// Delivers waiting events until one has to be processed first.
    func goOn() {
        guard !isHandling else { return }
        while wait == nil, let next = next() {
            isHandling = true
            let unfinished = handle(next.event, next.target).filter { !$0.isOver }
            isHandling = false
            guard !unfinished.isEmpty else { continue }
            wait = Task { [weak self] in
                for receipt in unfinished { _ = await receipt.outcome }
                self?.wait = nil
                self?.goOn()
            }
        }
    }

    /// Removes the next event; consecutive characters for a text field are combined.
    private func next() -> ReceivedEvent? {
        guard let first = waiting.first, !waits(first.event) else { return nil }
        guard first.character != nil, takesText() else { return waiting.popFirst() }
        let text = waiting.lazy.map(\.character).prefix { $0 != nil }.compactMap(\.self)
        waiting.removeFirst(text.count)
        return text.count == 1 ? first : ReceivedEvent(.paste(String(text)))
    }

    /// Waits until all input so far has been delivered and processed.
    func settled() async {
        while wait != nil || isBehind {
            await wait?.value
            await Task.yield()
        }
    }

    func close() {
        waiting = []
    }
}

extension ReceivedEvent {
    fileprivate var character: Character? {
        if case .key(.character(let character)) = event { character } else { nil }
    }
}
