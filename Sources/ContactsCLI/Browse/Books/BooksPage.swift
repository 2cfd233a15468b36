import Bloc
import BlocKit
import Repository
import TerminalUI

extension RowsPages {
    private typealias BooksPage = RowsPage<BookRow>

    static func books(_ context: PageContext) -> any Page {
        let sources = context.sources
        let shown = context.app.configuration.isAllBooks ? Book.allName : context.app.configuration.book?.name
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
            // The people of an API are fetched for the book that is shown.
            case .api: if row.name == shown { actions.append(sync) }
            case .folder, .carddav: actions.append(sync)
            }
            if !row.isStandard { actions.append(makingDefault) }
        }
        actions += [
            form(.own, "books.add", "Begin a book of your own", "n", hint: "New"),
            form(.server, "books.server", "Add a book from a server", "v", hint: "Server"),
            form(.folder, "books.folder", "Add a book with a folder of vCards", "f"),
            form(.file, "books.import", "Add a book with the contacts of a file", "i"),
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
            let messages = sources.bookWork.takeMessages()
            context.tell(messages.map { "\(what) \($0)" } ?? what, messages == nil ? .success : .warning)
        }
        context.open(dialog)
    }

    private static func makeDefault(_ page: BooksPage) {
        guard let book = page.selected?.name else { return }
        do {
            try page.context.sources.bookWork.makeDefault(book)
            page.load()
            page.context.tell("Commands without --book now work with the book “\(book)”.", .success)
        } catch {
            page.context.tell(Failure(error).message, .failure)
        }
    }

    private static func synchronize(_ page: BooksPage) {
        guard let row = page.selected, page.status.isEmpty else { return }
        if case .api = row.source {
            page.context.session?.refresh()
            return
        }
        let work = page.context.sources.bookWork
        page.status = "Synchronizing “\(row.name)”"
        page.context.run {
            guard await !work.needsPassword(row) else { return String?.none }
            return try await work.synchronize(row.name) { text in
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
