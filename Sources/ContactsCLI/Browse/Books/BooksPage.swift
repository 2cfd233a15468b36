import ArgumentParser
import Bloc
import BlocKit
import BookSync
import Primitives
import Repository
import Services
import Synchronization
import TerminalUI

extension RowsPages {
    private typealias BooksPage = RowsPage<BookRow>

    static func books(_ context: PageContext) -> any Page {
        let sources = context.sources
        let shown = context.app.configuration.bookName
        return BooksPage(.books(shown), context, bloc: "books-page") {
            try sources.books()
        } open: { _, row in
            if row.name == shown {
                context.session?.open(.home)
            } else {
                context.session?.restart(row.name)
            }
        } more: { page in
            actions(page, shown)
        }
    }

    private static func actions(_ page: BooksPage, _ shown: String?) -> [PageAction] {
        func form(_ kind: BookForm.Kind, _ id: String, _ title: String, _ key: Key, hint: String? = nil) -> PageAction {
            page.action(id, title, key, hint: hint) { begin(kind, on: $0) }
        }
        let sync = page.action("books.sync", "Synchronize the book", "s", hint: "Sync") { synchronize($0) }
        let makingDefault = page.action("books.default", "Make it the default book", "m", hint: "Default") {
            makeDefault($0)
        }
        var actions: [PageAction] = []
        if let row = page.selected {
            switch row.source {
            case .none:
                let title = "Connect the book to a server"
                actions.append(form(.connection(row.name), "books.connect", title, "c", hint: "Connect"))
            // People are fetched from an API only for the open book.
            case .api: if row.name == shown { actions.append(sync) }
            case .folder, .carddav: actions.append(sync)
            }
            if !row.isStandard { actions.append(makingDefault) }
        }
        actions += [
            form(.own, "books.add", "Create a book of your own", "n", hint: "New"),
            form(.server, "books.server", "Add a book from a server", "v", hint: "Server"),
            form(.folder, "books.folder", "Add a book from a folder of vCards", "f"),
            form(.file, "books.import", "Add a book from a file", "i"),
        ]
        let all = page.action("books.all", "Show all books together", "a", hint: "All books") {
            $0.context.session?.restart(Book.allName)
        }
        return actions + (shown == Book.allName ? [] : [all])
    }

    private static func begin(_ kind: BookForm.Kind, on page: BooksPage) {
        let (context, sources) = (page.context, page.context.sources)
        let isFirst = (try? sources.books())?.allSatisfy { $0.name == Book.peopleName } ?? false
        let dialog = BookFormDialog(context, BookForm(kind, isFirst: isFirst)) { [weak page] book in
            context.app.manager.broadcast(ContactsChanged())
            page?.load()
            let isDefault = (try? sources.books())?.first { $0.name == book }?.isStandard == true
            let end = isDefault ? ", which is the default." : "."
            let what =
                switch kind {
                case .password: "Synchronized the book “\(book)”."
                case .connection: "Connected and synchronized the book “\(book)”."
                case .own, .file: "Added the book “\(book)”" + end
                case .folder, .server: "Added and synchronized the book “\(book)”" + end
                }
            let messages = sources.takeMessages()
            context.tell(messages.map { "\(what) \($0)" } ?? what, messages == nil ? .success : .warning)
        }
        context.open(dialog)
    }

    private static func makeDefault(_ page: BooksPage) {
        guard let book = page.selected?.name else { return }
        do {
            try page.context.sources.makeDefault(book)
            page.load()
            page.context.tell("Commands without --book now work with the book “\(book)”.", .success)
        } catch {
            page.context.tell(Failure(error).message, .danger)
        }
    }

    private static func synchronize(_ page: BooksPage) {
        guard let row = page.selected, page.status.isEmpty else { return }
        if case .api = row.source {
            page.context.session?.refresh()
            return
        }
        let sources = page.context.sources
        page.status = "Synchronizing “\(row.name)”"
        page.context.run { [needsPassword = sources.needsPassword, synchronize = sources.synchronize] in
            guard await !needsPassword(row) else { return String?.none }
            return try await synchronize(row.name) { text in
                Task { @MainActor [weak page] in
                    guard let page, !page.status.isEmpty else { return }
                    page.status = text
                    page.context.needsDrawing()
                }
            }
        } then: { [weak page] summary in
            page?.status = ""
            guard let page, let summary else { return }
            guard let summary else { return begin(.password(row.name), on: page) }
            page.context.app.manager.broadcast(ContactsChanged())
            page.context.tell(summary, .success)
        }
    }
}

extension RowsDescription where Row == BookRow {
    /// The list of books; `shown` is the name of the open one.
    static func books(_ shown: String?) -> RowsDescription {
        RowsDescription(
            title: "Books",
            columns: [
                ListColumn("Name", .content(maximum: 32)), ListColumn("Source", .content(maximum: 10)),
                ListColumn("Address", .content(maximum: 80, minimum: 12), from: 60),
            ],
            empty: EmptyMessage("There are no books."),
            opens: "Show the book",
            cells: { row in
                ListRow(
                    [
                        StyledText(
                            row.name + (row.isStandard ? " (default)" : ""),
                            style: row.name == shown ? .accent : .plain
                        ),
                        StyledText(kind(of: row.source), style: .dim),
                        StyledText(row.source.shownAddress, style: .dim),
                    ],
                    isMarked: row.name == shown
                )
            }
        )
    }

    private static func kind(of source: BookSource) -> String {
        switch source {
        case .none: "your own"
        case .api: "people"
        case .folder: "folder"
        case .carddav: "server"
        }
    }
}

/// Creates, fills and synchronizes books for the pages, using the commands that do the same from a shell.
struct BookWork: Sendable {
    let program: Program

    /// Creates a book as the form describes, and returns its name; a book that couldn't be filled is removed again.
    @MainActor
    func perform(_ form: BookForm, progress: @escaping BrowseSources.Progress) async throws -> String {
        let typed = form[.name]
        let name = typed.isEmpty ? BookForm.usualName : typed
        switch form.kind {
        case .own:
            try await add(name, [])
        case .file:
            let program = program.unasked()
            let command = try ImportCommand.parse(["--", program.file(form[.file])])
            try await fill(name, []) {
                _ = try await program.composed(book: name) { try await command.run(in: program) }
            }
        case .folder, .server:
            let source =
                form.kind == .folder ? "--folder=" + program.file(form[.folder]) : "--carddav=" + form[.address]
            let user = form[.user].isEmpty ? [] : ["--user=" + form[.user]]
            try await fill(name, [source] + user) {
                _ = try await synchronize(name, password: form[.password], progress: progress)
            }
        case .connection(let book):
            let registry = try program.bookRegistry
            let user = form[.user].isEmpty ? nil : form[.user]
            let source = BookSource.carddav(CardDAVAccount(address: form[.address], user: user))
            try source.check()
            try registry.change { try $0.setSource(source, of: book) }
            let hasBegun = Mutex(false)
            do {
                _ = try await synchronize(book, password: form[.password]) { text in
                    hasBegun.withLock { $0 = true }
                    progress(text)
                }
            } catch {
                // Transferred contacts stay, and the next synchronization resumes from there.
                if !hasBegun.withLock({ $0 }) { try? registry.change { try $0.setSource(.none, of: book) } }
                throw error
            }
            return book
        case .password(let book):
            _ = try await synchronize(book, password: form[.password], progress: progress)
            return book
        }
        return name
    }

    func needsPassword(_ row: BookRow) async -> Bool {
        guard case .carddav(let account) = row.source, account.user != nil || account.address.contains("@") else {
            return false
        }
        let book = Book(name: row.name, databasePath: row.database, source: row.source)
        return (try? await SourcePassword(of: book, account, in: program.unasked()).value()) == nil
    }

    /// Synchronizes a book with its folder or server.
    ///
    /// `password` is empty if the server's password comes from elsewhere.
    ///
    /// - Returns: A sentence about the result.
    /// - Throws: ``Failure`` if the source fails, and the errors of the store.
    func synchronize(
        _ book: String,
        password: String,
        progress: @escaping BrowseSources.Progress
    ) async throws -> String {
        let program = program.unasked(password: password)
        return try await program.composed(book: book) {
            @Injected(\.app) var app
            guard let service = try app.bookSync(program) else {
                throw Failure(.usage, "The book “\(book)” has neither a folder nor a server to synchronize with.")
            }
            let bloc = BookSyncBloc(service: service, manager: app.manager)
            let answer = try await bloc.answer(to: .requested(BookSyncRequest())) { state in
                guard case .loading(.progress(let made)?) = state else { return }
                let count = made.total > 0 ? "\(made.done) of \(made.total)" : "\(made.done)"
                progress("Synchronizing: \(count) contacts")
            }
            guard case .finished(let report)? = try answer.get() else { throw CancellationError() }
            let settled = report.entries.filter { $0.action == .conflict }.map(\.name)
            let names = settled.prefix(3).joined(separator: ", ") + (settled.count > 3 ? ", …" : "")
            return report.summary(isTrial: false) + (settled.isEmpty ? "" : " In conflict: \(names).")
        }
    }

    private func add(_ name: String, _ options: [String]) async throws {
        let command = try BookAddCommand.parse(options + ["--", name])
        _ = try await command.run(in: program.unasked())
        let registry = try program.bookRegistry
        if try registry.read().standard == Book.peopleName { try registry.change { try $0.setStandard(name) } }
    }

    @MainActor
    private func fill(_ name: String, _ options: [String], _ work: @MainActor () async throws -> Void) async throws {
        let before = try program.bookRegistry.read().standard
        try await add(name, options)
        do {
            try await work()
        } catch {
            try? program.bookRegistry.change { try $0.setStandard(before) }
            _ = try? program.bookRegistry.remove(name, deletingDatabase: true)
            throw error
        }
    }
}

extension Program {
    /// Returns a program for background work of a page: it never prompts at the terminal, and a password typed on the
    /// page is used for the server.
    fileprivate func unasked(password: String = "") -> Program {
        // The page itself reports success.
        let messages = MessagePrinter(quietlyTo: messages)
        var environment = environment
        if !password.isEmpty { environment[SourcePassword.variable] = password }
        return Program(
            output: output,
            screen: screen,
            prompt: Prompt(input: input, canAsk: false, messages: messages),
            environment: environment,
            options: options
        )
    }
}
