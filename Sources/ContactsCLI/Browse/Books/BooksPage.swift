import Bloc
import BlocKit
import Repository
import TerminalUI

extension RowsPages {
    private typealias BooksPage = RowsPage<SourceEvent, [BookRow], BookRow>

    /// The address books: choosing one, beginning one, and synchronizing.
    static func books(_ context: PageContext, _ sources: BrowseSources) -> any Page {
        let bloc = context.bloc(BlocKey<RepositoryLoadBloc<SourceEvent, [BookRow]>>("books-page")) {
            RepositoryLoadBloc<SourceEvent, [BookRow]>(key: BlocKey("books-page"), policy: .restartable) { _, _ in
                try sources.books()
            }
        }
        let shown = context.app.configuration.isAllBooks ? Book.allName : context.app.configuration.book?.name
        let work = sources.bookWork
        weak var page: BooksPage?
        let form = BookFormDialog(context, work) { [weak context] kind, book in
            context?.app.manager.broadcast(ContactsChanged())
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
            let messages = work.takeMessages()
            context?.tell(PageNotice(messages.map { "\(what) \($0)" } ?? what, messages == nil ? .success : .warning))
        }
        let made = BooksPage(.books(shown), context, bloc: bloc, request: .requested) { row, context in
            if row.name == shown { context.report(.pageChosen(.home)) } else { context.restart(row.name) }
        } more: { [weak context] page in
            let selected = page.selected
            let canSync =
                switch selected?.source {
                case .none?, nil: false
                // The people of an API are fetched for the book that is shown.
                case .api?: selected?.name == shown
                default: true
                }
            let canConnect = selected.map { if case .none = $0.source { true } else { false } } ?? false
            let syncing = PageAction("books.sync", "Synchronize the book", hint: "Sync", keys: [.character("s")]) {
                [weak page] in if let page { synchronize(page, work, form) }
            }
            let connecting = PageAction(
                "books.connect",
                "Connect the book to a server",
                hint: "Connect",
                keys: [.character("c")]
            ) { if let selected { form.begin(.connection(selected.name)) } }
            let choosing = PageAction(
                "books.default",
                "Make it the default book",
                hint: "Default",
                keys: [.character("m")]
            ) { [weak page] in if let page { makeDefault(page, work) } }
            let canChoose = selected.map { !$0.isStandard } ?? false
            let showingAll = PageAction(
                "books.all",
                "Show all books together",
                hint: "All books",
                keys: [.character("a")]
            ) { context?.restart(Book.allName) }
            return (canSync ? [syncing] : []) + (canConnect ? [connecting] : []) + (canChoose ? [choosing] : []) + [
                PageAction("books.add", "Begin a book of your own", hint: "New", keys: [.character("n")]) {
                    form.begin(
                        .own,
                        isFirst: (try? sources.books())?.allSatisfy { $0.name == Book.peopleName } ?? false
                    )
                },
                PageAction("books.server", "Add a book from a server", hint: "Server", keys: [.character("v")]) {
                    form.begin(.server)
                },
                PageAction("books.folder", "Add a book with a folder of vCards", keys: [.character("f")]) {
                    form.begin(.folder)
                },
                PageAction("books.import", "Add a book with the contacts of a file", keys: [.character("i")]) {
                    form.begin(.file)
                },
            ] + (shown == Book.allName ? [] : [showingAll])
        }
        made.dialogs = [form]
        page = made
        return made
    }

    private static func makeDefault(_ page: BooksPage, _ work: BookPageWork) {
        guard let book = page.selected?.name else { return }
        do {
            try work.makeDefault(book)
            page.load()
            page.context.tell(PageNotice("Commands without --book now work with the book “\(book)”.", .success))
        } catch {
            page.context.tell(PageNotice(Failure(error).message, .failure))
        }
    }

    private static func synchronize(_ page: BooksPage, _ work: BookPageWork, _ form: BookFormDialog) {
        guard let row = page.selected, page.status.isEmpty else { return }
        if case .api = row.source {
            return page.context.refresh()
        }
        page.status = "Synchronizing “\(row.name)”"
        page.context.run {
            guard await !work.needsPassword(row) else { return String?.none }
            return try await work.synchronize(row.name) { [weak page] text in
                guard let page, !page.status.isEmpty else { return }
                page.status = text
                page.context.needsDrawing()
            }
        } then: { [weak page] summary in
            page?.status = ""
            guard let page, let summary else { return }
            guard let summary else { return form.begin(.password(row.name)) }
            page.context.app.manager.broadcast(ContactsChanged())
            page.context.tell(PageNotice(summary, .success))
        }
    }
}

extension RowsDescription where Content == [BookRow], Row == BookRow {
    /// The address books; the name is that of the one that is shown.
    static func books(_ shown: String?) -> RowsDescription {
        RowsDescription(
            title: "Books",
            columns: [
                ListColumn("Name", .content(maximum: 32)), ListColumn("Source", .content(maximum: 10)),
                ListColumn("Address", .content(maximum: 80, minimum: 12), from: 60),
            ],
            empty: EmptyMessage("There are no books."),
            opens: "Show the book",
            rows: { $0 },
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
