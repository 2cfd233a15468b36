import Bloc
import BlocKit
import Repository
import TerminalUI

/// A description of a page of rows: how its content is shown, and the actions on a row.
struct RowsDescription<Content: Equatable & Sendable, Row: Sendable>: Sendable {
    /// The title at the top.
    let title: String
    /// The columns of the rows.
    let columns: [ListColumn]
    /// The message if there are no rows.
    let empty: EmptyMessage
    /// The effect of opening a row, for the help.
    let opens: String
    /// The rows of the content; `nil` while it is not there yet.
    let rows: @Sendable (Content) -> [Row]?
    /// Returns the cells of a row.
    let cells: @Sendable (Row) -> ListRow
    /// The message until the content has been loaded.
    var activity: @Sendable (Content?) -> String = { _ in "Loading" }
}

/// A page with rows that a bloc loads: the shape of all pages but the list, the contact and the form.
@MainActor
final class RowsPage<Content: Equatable & Sendable, Row: Sendable>: ListPage {
    let context: PageContext
    /// Loads the rows again.
    let load: @MainActor () -> Void
    private let state: @MainActor () -> ContentLoadState<Content, RepositoryError>
    private let description: RowsDescription<Content, Row>
    private let openRow: @MainActor (RowsPage, Row) -> Void
    private let more: @MainActor (RowsPage) -> [PageAction]
    private var selection = 0
    /// The panel over the rows, such as the details of one.
    private var panel: RowsPanel?
    private var search = RowSearch()
    var status = ""

    /// Opens a page of rows.
    ///
    /// - Parameters:
    ///   - description: What it shows.
    ///   - context: What it has of the program.
    ///   - bloc: Loads the content.
    ///   - request: The event that loads it; it is added again after every change of the store.
    ///   - open: What Enter does with the selected row.
    ///   - more: The page's own actions.
    init<Event>(
        _ description: RowsDescription<Content, Row>,
        _ context: PageContext,
        bloc: LoadBloc<Event, Content, RepositoryError>,
        request: Event,
        open: @escaping @MainActor (RowsPage, Row) -> Void,
        more: @escaping @MainActor (RowsPage) -> [PageAction] = { _ in [] }
    ) {
        self.context = context
        self.description = description
        state = { bloc.state }
        load = { bloc.add(request) }
        openRow = open
        self.more = more
        context.bind(bloc)
        load()
        context.onStoreChange { [weak self] in self?.load() }
    }

    /// Opens a page of rows that a closure loads, in a bloc with this name.
    convenience init(
        _ description: RowsDescription<Content, Row>,
        _ context: PageContext,
        bloc name: String,
        content: @escaping @Sendable () async throws -> Content,
        open: @escaping @MainActor (RowsPage, Row) -> Void,
        more: @escaping @MainActor (RowsPage) -> [PageAction] = { _ in [] }
    ) {
        let bloc = context.loading(name, content)
        self.init(description, context, bloc: bloc, request: .requested, open: open, more: more)
    }

    var title: String { description.title }
    var isTyping: Bool { search.isTyping }
    var failure: RepositoryError? { state().failure }
    /// All rows.
    var allRows: [Row] { state().content.flatMap(description.rows) ?? [] }
    private var rows: [Row] { search.found(allRows, description.cells) }
    /// The selected row.
    var selected: Row? {
        // Once: the state may change between two reads.
        let rows = rows
        return rows.indices.contains(selection) ? rows[selection] : nil
    }

    var view: any TerminalView {
        RowsView(state: state(), description: description, selection: selection, search: search, panel: panel)
    }

    func retry() { load() }

    func type(_ event: InputEvent) -> Bool {
        let before = search.text
        guard search.type(event) else { return false }
        if search.text != before { selection = 0 }
        return true
    }

    /// Shows lines over the rows, until the next Escape.
    func show(_ title: String, _ lines: [StyledText]) {
        panel = RowsPanel(title: title, lines: lines)
        context.needsDrawing()
    }

    // Behind lines, no row is clicked.
    var selectedRow: Int? { panel == nil ? selection : nil }

    func select(row: Int) { selection = row }

    var actions: [PageAction] {
        if panel != nil {
            return [action(.back, "Close the details", hint: "Close") { $0.closePanel() }] + more(self)
                + [action(.open, "Close the details") { $0.closePanel() }] + moving("line", pages: "rows")
        }
        let opening = action(.open, description.opens, hint: "Open") { $0.open() }
        return search.leaving(self) { $0.search.clear() } + more(self) + (selected == nil ? [] : [opening]) + [
            action(.search, "Search in the rows", hint: "Search") { $0.search.begin() }
        ] + moving("row", pages: "rows") + [
            action("rows.first", "First row", "g", .home) { $0.move(-1_000_000) },
            action("rows.last", "Last row", "G", .end) { $0.move(1_000_000) },
            action("rows.refresh", "Refresh", "r") { $0.load() },
        ]
    }

    func move(_ count: Int) {
        if let panel {
            self.panel?.first = max(0, min(panel.first + count, panel.lines.count - 1))
        } else {
            selection = max(0, min(selection + count, rows.count - 1))
        }
    }

    func open() {
        search.isTyping = false
        if let row = selected { openRow(self, row) }
    }

    private func closePanel() {
        search.isTyping = false
        panel = nil
    }
}

/// Lines over the rows of a page.
struct RowsPanel: Sendable {
    let title: String
    let lines: [StyledText]
    var first = 0
}

/// Loaded rows with one that keys act on.
struct RowsView<Content: Equatable & Sendable, Row: Sendable>: TerminalView {
    let state: ContentLoadState<Content, RepositoryError>
    let description: RowsDescription<Content, Row>
    let selection: Int
    var search = RowSearch()
    var panel: RowsPanel?

    func draw(in canvas: Canvas) {
        search.draw(in: canvas).draw(
            StatefulView(
                "rows",
                state: shown,
                activity: description.activity(state.content),
                empty: search.text.isEmpty
                    ? description.empty
                    : EmptyMessage("Nothing here has these words.", hints: [KeyHint(.escape, text: "shows all")]),
                problem: ProblemMessage.init(store:)
            ) { [description, selection] rows in
                DrawnView { canvas in
                    canvas.draw(
                        ListView(
                            count: rows.count,
                            position: TerminalUI.ListPosition(
                                selected: selection,
                                top: selection - canvas.size.rows / 2
                            ),
                            columns: description.columns,
                            hasTitles: canvas.size.rows > 4
                        ) { index in
                            rows.indices.contains(index) ? description.cells(rows[index]) : nil
                        }
                    )
                }
            }
        )
        if let panel {
            canvas.draw(
                Dialog(
                    panel.title,
                    content: TextView(panel.lines, firstRow: panel.first),
                    size: Size(columns: 76, rows: max(6, canvas.size.rows - 1))
                )
            )
        }
    }

    /// The state of the rows; content without rows counts as no content.
    private var shown: ContentLoadState<[Row], RepositoryError> {
        switch state {
        case .hasData(let content):
            guard let rows = description.rows(content) else { return .loading() }
            let found = search.found(rows, description.cells)
            return found.isEmpty ? .noData : .hasData(found)
        case .loading(let previous):
            return .loading(previous: previous.flatMap(description.rows).map { search.found($0, description.cells) })
        case .noData: return .noData
        case .error(let error): return .error(error)
        }
    }
}
