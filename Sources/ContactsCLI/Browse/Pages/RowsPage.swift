import Bloc
import BlocKit
import Repository
import TerminalUI

struct RowsDescription<Row: Sendable>: Sendable {
    let title: String
    let columns: [ListColumn]
    let empty: EmptyMessage
    /// The effect of opening a row, for the help.
    let opens: String
    let cells: @Sendable (Row) -> ListRow
}

/// A page with rows that a bloc loads: every page except the list, the contact and the form.
@MainActor
final class RowsPage<Row: Equatable & Sendable>: ListPage {
    let context: PageContext
    private let bloc: RepositoryLoadBloc<SourceEvent, [Row]>
    private let activity: @MainActor () -> String
    private let openRow: @MainActor (RowsPage, Row) -> Void
    private let more: @MainActor (RowsPage) -> [PageAction]
    /// The view, except for the state of the rows and the activity while they load.
    private var shown: RowsView<Row>
    var status = ""

    /// Opens a page of rows, which are loaded again after every change to the store.
    ///
    /// `activity` is shown until they have been loaded; `more` are the page's own actions.
    init(
        _ description: RowsDescription<Row>,
        _ context: PageContext,
        bloc name: String,
        policy: EventPolicy<SourceEvent> = .restartable,
        rows: @escaping @Sendable () async throws -> [Row],
        activity: @escaping @MainActor () -> String = { "Loading" },
        open: @escaping @MainActor (RowsPage, Row) -> Void,
        more: @escaping @MainActor (RowsPage) -> [PageAction] = { _ in [] }
    ) {
        self.context = context
        shown = RowsView(state: .loading(), description: description)
        bloc = context.loading(name, policy: policy, rows)
        self.activity = activity
        openRow = open
        self.more = more
    }

    var title: String { shown.description.title }
    var isTyping: Bool { shown.search.isTyping }
    var failure: RepositoryError? { bloc.state.failure }
    var allRows: [Row] { bloc.state.content ?? [] }
    private var rows: [Row] { shown.search.found(allRows, shown.description.cells) }
    var selected: Row? { rows[at: shown.selection] }

    var view: any TerminalView {
        var view = shown
        (view.state, view.activity) = (bloc.state, activity())
        return view
    }

    func load() { bloc.add(.requested) }

    func retry() { load() }

    func type(_ event: InputEvent) -> Bool {
        let before = shown.search.text
        guard shown.search.type(event) else { return false }
        if shown.search.text != before { shown.selection = 0 }
        return true
    }

    /// Shows lines over the rows until Escape is pressed.
    func show(_ title: String, _ lines: [StyledText]) {
        shown.panel = RowsPanel(title: title, lines: lines)
        context.needsDrawing()
    }

    // Rows behind the lines can't be clicked.
    var selectedRow: Int? { shown.panel == nil ? shown.selection : nil }

    func select(row: Int) { shown.selection = row }

    var actions: [PageAction] {
        if shown.panel != nil {
            return [action(.back, "Close the details", hint: "Close") { $0.closePanel() }] + more(self)
                + [action(.open, "Close the details") { $0.closePanel() }] + moving("line", pages: "rows")
        }
        let opening = action(.open, shown.description.opens, hint: "Open") { $0.open() }
        return shown.search.leaving(self) { $0.shown.search = RowSearch() } + more(self)
            + (selected == nil ? [] : [opening])
            + [
                action(.search, "Search in the rows", hint: "Search") { $0.shown.search.isTyping = true }
            ] + moving("row", pages: "rows") + [
                action("rows.first", "First row", "g", .home) { $0.move(-1_000_000) },
                action("rows.last", "Last row", "G", .end) { $0.move(1_000_000) },
                action("rows.refresh", "Refresh", "r") { $0.load() },
            ]
    }

    func move(_ count: Int) {
        if let panel = shown.panel {
            shown.panel?.first = max(0, min(panel.first + count, panel.lines.count - 1))
        } else {
            shown.selection = max(0, min(shown.selection + count, rows.count - 1))
        }
    }

    func open() {
        shown.search.isTyping = false
        if let row = selected { openRow(self, row) }
    }

    private func closePanel() {
        shown.search.isTyping = false
        shown.panel = nil
    }
}

struct RowsPanel: Sendable {
    let title: String
    let lines: [StyledText]
    var first = 0
}

struct RowsView<Row: Sendable>: TerminalView {
    var state: ContentLoadState<[Row], RepositoryError>
    let description: RowsDescription<Row>
    var selection = 0
    var search = RowSearch()
    var panel: RowsPanel?
    var activity = "Loading"

    func draw(in canvas: Canvas) {
        search.draw(in: canvas).draw(
            StatefulView(
                "rows",
                state: shown,
                activity: activity,
                empty: search.text.isEmpty
                    ? description.empty
                    : EmptyMessage("No rows match.", hints: [KeyHint(.escape, text: "shows all")]),
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
                        ) { rows[at: $0].map(description.cells) }
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

    /// The state of the matching rows; an empty result counts as no content.
    private var shown: ContentLoadState<[Row], RepositoryError> {
        let found = state.map { search.found($0, description.cells) }
        if case .hasData(let rows) = found, rows.isEmpty { return .noData }
        return found
    }
}

/// The search within a page's rows, which filters them as the user types.
struct RowSearch: Equatable, Sendable {
    private var input = TextInput()
    var isTyping = false

    var text: String { input.text }
    var isShown: Bool { isTyping || !input.isEmpty }

    init(_ text: String = "", isTyping: Bool = false) {
        input = TextInput(text)
        self.isTyping = isTyping
    }

    /// Handles a key or a paste as text; Escape and Tab return the focus to the rows.
    mutating func type(_ event: InputEvent) -> Bool {
        guard isTyping else { return false }
        switch event {
        case .key(.escape), .key(.tab): isTyping = false
        case .key(.enter), .key(.up), .key(.down), .key(.pageUp), .key(.pageDown): return false
        default: return input.apply(event)
        }
        return true
    }

    /// Returns the rows that contain all words, ignoring case and accents.
    func found<Row>(_ rows: [Row], _ cells: (Row) -> ListRow) -> [Row] {
        let words = input.text.split(separator: " ").map { FoldedText.key(String($0)) }
        guard !words.isEmpty else { return rows }
        return rows.filter { row in
            let text = cells(row).cells.map { FoldedText.key($0.text) }.joined(separator: " ")
            return words.allSatisfy { text.contains($0) }
        }
    }

    /// Returns the action that ends the search; empty without a search.
    @MainActor
    func leaving<Owner: ActionOwner>(_ owner: Owner, clear: @escaping @MainActor (Owner) -> Void) -> [PageAction] {
        guard !isTyping else { return [owner.action(.back, "Leave the search field", hint: "Done") { _ in }] }
        return input.isEmpty ? [] : [owner.action(.back, "Show all rows again", hint: "All", do: clear)]
    }

    /// Draws the field in the first row of a canvas, and returns the rest of the canvas.
    func draw(in canvas: Canvas) -> Canvas {
        guard isShown, canvas.size.rows > 1 else { return canvas }
        canvas.text("/", at: Point(x: Spacing.page, y: 0), style: .key)
        let columns = canvas.size.columns
        canvas.draw(
            InputView(input, isActive: isTyping, placeholder: "search"),
            in: Rect(x: Spacing.page + 2, y: 0, columns: columns - Spacing.page - 3, rows: 1)
        )
        return canvas.sub(Rect(x: 0, y: 1, columns: columns, rows: canvas.size.rows - 1))
    }
}
