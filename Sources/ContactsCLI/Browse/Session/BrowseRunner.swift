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
        sources.books = { [program] in try program.bookRows() }
        sources.settings = { try loader.load(flags: flags).entries }
        sources.setSetting = { try SettingsFile(loader: loader, flags: flags).set($0, $1) }
        sources.complete = PathCompletion(home: program.environment["HOME"]).complete
        sources.fileKind = { [program] in FileKind(path: program.file($0)) }
        // Like the export command.
        sources.export = { [program] contacts, path in
            try await ContactExporter(path: program.file(path), isTold: true).export(in: program) { write in
                try write(app.apart(contacts))
                return contacts.count
            }
        }
        let work = BookWork(program: program)
        sources.perform = { try await work.perform($0, progress: $1) }
        sources.needsPassword = work.needsPassword
        sources.synchronize = { try await work.synchronize($0, password: "", progress: $1) }
        sources.makeDefault = { [program] name in try program.bookRegistry.change { try $0.setStandard(name) } }
        sources.takeMessages = { [program] in program.messages.takeKept() }
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
        if hasBegun, let home = app.configuration.book?.name, let registry = program.folders.bookRegistry {
            sources.keepBegunBook = { OwnBook.makeDefault(home, in: registry) }
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
}

/// The terminal and the parts of the program that a session and its pages need besides the book.
struct BrowseSources {
    /// Called with a progress message, on any thread.
    typealias Progress = @Sendable (String) -> Void

    var books: @Sendable () throws -> [BookRow] = { [] }
    var settings: @Sendable () throws -> [ConfigurationEntry] = { [] }
    /// Writes a setting to the user's file; returns the origin that overrides it, if any.
    var setSetting: @Sendable (ConfigurationKey, String) throws -> String? = { _, _ in nil }
    /// Carries out the request of a form, and returns the name of the book.
    var perform: @MainActor @Sendable (BookForm, @escaping Progress) async throws -> String = { _, _ in "" }
    /// Whether the user must be asked for the password of the book's server.
    var needsPassword: @Sendable (BookRow) async -> Bool = { _ in false }
    /// Synchronizes a book, and returns a summary.
    var synchronize: @MainActor @Sendable (String, @escaping Progress) async throws -> String = { _, _ in "" }
    var makeDefault: @Sendable (String) throws -> Void = { _ in }
    /// Messages from work on books since the last call, such as unreadable lines of a file.
    var takeMessages: @Sendable () -> String? = { nil }
    var complete: @Sendable (_ path: String, _ onlyFolders: Bool) -> String = { path, _ in path }
    /// Returns the kind of file at a path; `nil` if nothing is there.
    var fileKind: @Sendable (String) -> FileKind? = { _ in nil }
    /// Exports contacts in the format implied by the file's name.
    var export: @Sendable ([Contact], String) async throws -> Void = { _, _ in }
    var log = TransitionLog()
    /// Whether the user still has to choose how to start, on a page that replaces the list.
    var isFirstStart = false
    var fetchPeople: @Sendable () async throws -> Void = {}
    var redraw: @MainActor () -> Void = {}
    var inspectorURL: String?
    var opener = LinkOpener(environment: [:])
    var copy: @MainActor (String) -> Void = { _ in }
    /// The current theme, and whether it adapts to the terminal because none was chosen.
    var theme: (theme: Theme, fitsTerminal: Bool) = (.dark, false)
    /// The user's own book for a new contact if the current book has people from an API; otherwise `nil`.
    var ownBook: @MainActor () throws -> String? = { nil }
    /// Makes a new book the default once its first contact is added; see ``OwnBook/makeDefault(_:in:)``.
    var keepBegunBook: (@MainActor () -> (text: String, isDone: Bool))?
    var stop: @MainActor (BrowseEnd) -> Void = { _ in }
}
