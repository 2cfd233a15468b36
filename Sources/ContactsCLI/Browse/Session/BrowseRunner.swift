import Bloc
import BlocKit
import Primitives
import Repository
import Services
import TerminalUI

/// Runs a session on the terminal: the screen, the loop, and what lives as long as they do.
struct BrowseRunner: Sendable {
    let program: Program
    let look: ThemeOption

    /// Shows pages until the user quits or chooses; without a route it continues where the last run ended.
    ///
    /// `hasBegun` says that the user is about to write the first contact of a book of their own.
    /// - Throws: `TerminalError` without a usable terminal.
    @MainActor
    func run(route: Route?, isChooser: Bool, hasBegun: Bool = false) async throws -> BrowseEnd {
        @Injected(\.app) var composed
        let app = composed.joined
        // Before any bloc of the pages is made.
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
        // The output may go elsewhere: the screen is the terminal in either case.
        let hasColor = program.options.colorRule.allowsColor(isTerminal: true, environment: program.environment)
        sources.theme = look.choice(app.configuration, hasColor: hasColor)
        sources.ownBook = { [program] in
            // New contacts stay apart from the people of an API.
            guard app.configuration.book?.hasPeople == true, !app.configuration.isAllBooks else { return nil }
            return try program.bookRegistry.home().name
        }
        if hasBegun, let home = app.configuration.book?.name {
            sources.keepBegunBook = { [program] in
                try program.bookRegistry.setStandard(home)
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
        // What the session before this one had to say.
        if let kept = program.messages.takeKept() { session.tell(PageNotice(kept, .warning)) }
        program.messages.hold()
        defer { if case .book? = session.end {} else { program.messages.release() } }
        let status = await Swift.Result(awaiting: { try await loop.run() })
        await session.close()
        // The error service reports a failure; then the next run begins at the list.
        try? await router.flush()
        await router.close()
        let code = try status.get()
        return session.end ?? .quit(status: code)
    }
}

extension BrowseRunner {
    /// Whether the store of the demonstration is empty, so that the user chooses how to begin.
    private func isEmpty(_ app: AppDependencies) async throws -> Bool {
        guard app.configuration.isDemonstration, !app.configuration.isAllBooks else { return false }
        let page = try await app.contactList.contacts(ContactQuery(limit: 1), policy: .cacheOnly)
        return page.contacts.isEmpty
    }
}

extension Program {
    /// The file that a text typed on a page names: `~/` is the folder of the user.
    func file(_ text: String) -> String {
        text.hasPrefix("~/") ? (environment["HOME"] ?? "~") + text.dropFirst() : text
    }

    /// Writes contacts to a file as the command for it does.
    fileprivate func export(_ contacts: [Contact], to path: String, of app: AppDependencies) async throws {
        var exporter = ContactExporter(path: file(path))
        exporter.isTold = true
        try await exporter.export(in: self) { write in
            try write(contacts.map { app.joinedBooks?.apart($0) ?? $0 })
            return contacts.count
        }
    }
}
