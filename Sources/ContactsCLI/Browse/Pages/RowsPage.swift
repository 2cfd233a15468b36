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
final class RowsPage<Event: Sendable, Content: Equatable & Sendable, Row: Sendable>: Page {
    let context: PageContext
    private let bloc: LoadBloc<Event, Content, RepositoryError>
    private let request: Event
    private let description: RowsDescription<Content, Row>
    private let open: @MainActor (Row, PageContext) -> Void
    private let more: @MainActor (RowsPage) -> [PageAction]
    private let removal: ContactRemoval
    private var selection = 0
    /// The panel over the rows, such as the details of one.
    private var panel: (title: String, lines: [StyledText])?
    private var panelLine = 0
    private var search = RowSearch()
    /// The dialogs of the page's own, of which one may be open.
    var dialogs: [any PageDialog] = []
    var status = ""
    /// The question of the page's own, and what yes does.
    private var question: (view: QuestionView, yes: @MainActor () -> Void)?

    /// Opens a page of rows.
    ///
    /// - Parameters:
    ///   - description: What it shows.
    ///   - context: What it has of the program.
    ///   - bloc: Loads the content.
    ///   - request: The event that loads it; it is added again after every change of the store.
    ///   - open: What Enter does with the selected row.
    ///   - more: The page's own actions.
    init(
        _ description: RowsDescription<Content, Row>,
        _ context: PageContext,
        bloc: LoadBloc<Event, Content, RepositoryError>,
        request: Event,
        open: @escaping @MainActor (Row, PageContext) -> Void = { _, _ in },
        more: @escaping @MainActor (RowsPage) -> [PageAction] = { _ in [] }
    ) {
        self.context = context
        self.bloc = bloc
        self.request = request
        self.description = description
        self.open = open
        self.more = more
        removal = ContactRemoval(context, leavesPage: false)
        context.bind(bloc)
        bloc.add(request)
        context.onStoreChange { [weak self] in self?.load() }
    }

    var title: String { description.title }
    var isTyping: Bool { dialog != nil || search.isTyping && question == nil && removal.question == nil }
    var isModal: Bool { dialog != nil || question != nil || removal.question != nil }
    private var dialog: (any PageDialog)? { dialogs.first { $0.isOpen } }
    var failure: RepositoryError? { bloc.state.failure }
    /// All rows.
    var allRows: [Row] { bloc.state.content.flatMap(description.rows) ?? [] }
    /// The rows that the search leaves.
    var rows: [Row] { search.found(allRows, description.cells) }
    /// The selected row.
    var selected: Row? {
        // Once: the state may change between two reads.
        let rows = rows
        return rows.indices.contains(selection) ? rows[selection] : nil
    }

    var view: any TerminalView {
        RowsView(
            state: bloc.state,
            description: description,
            selection: selection,
            search: search,
            panel: panel.map { RowsPanel(title: $0.title, lines: $0.lines, first: panelLine) },
            over: dialog?.view ?? shownQuestion ?? removal.question
        )
    }

    /// The question of the page's own as it is now.
    private var shownQuestion: QuestionView? {
        var view = question?.view
        view?.button = context.button
        return view
    }

    /// Loads the rows again.
    func load() { bloc.add(request) }

    func retry() { load() }

    func type(_ event: InputEvent) -> Bool {
        if let dialog { return dialog.type(event) }
        let before = search.text
        guard search.type(event) else { return false }
        if search.text != before { selection = 0 }
        return true
    }

    /// Shows lines over the rows, until the next Escape.
    func show(_ title: String, _ lines: [StyledText]) {
        panelLine = 0
        panel = (title, lines)
        context.needsDrawing()
    }

    /// Asks before something is done.
    func ask(_ view: QuestionView, yes: @escaping @MainActor () -> Void) { question = (view, yes) }

    /// Asks whether to merge the contacts.
    func merge(_ ids: [ContactID]) { removal.mergeChosen(ids) }

    func use(_ mouse: Mouse.Action, on target: HitTarget?) {
        if let dialog { return dialog.use(mouse, on: target) }
        guard !isModal, panel == nil else { return }
        switch mouse {
        case .wheelDown: move(3)
        case .wheelUp: move(-3)
        case .press(.left):
            guard let target, target.name == ListView.targetName else { return }
            if target.index == selection { openSelected() } else { selection = target.index }
        default: break
        }
    }

    var actions: [PageAction] {
        if let dialog { return dialog.actions }
        if let question, let shownQuestion {
            return shownQuestion.actions(context) { [weak self] step in
                self?.question = nil
                if step == .confirmed { question.yes() }
            }
        }
        if removal.question != nil { return removal.actions }
        let leaving =
            panel == nil
            ? search.leaving { [weak self] in self?.search.clear() }
            : [PageAction(.back, "Close the details", hint: "Close") { [weak self] in self?.panel = nil }]
        if panel != nil { return leaving + more(self) + scrolling }
        let opening = PageAction(.open, description.opens, hint: "Open") { [weak self] in self?.openSelected() }
        return leaving + more(self) + (selected == nil ? [] : [opening]) + [
            PageAction(.search, "Search in the rows", hint: "Search") { [weak self] in
                self?.panel = nil
                self?.search.begin()
            },
            PageAction(.down, "Next row") { [weak self] in self?.move(1) },
            PageAction(.up, "Previous row") { [weak self] in self?.move(-1) },
            PageAction("rows.pageDown", "Next page", keys: [.pageDown, .control("f"), .control("d")]) { [weak self] in
                self?.move(20)
            },
            PageAction("rows.pageUp", "Previous page", keys: [.pageUp, .control("b"), .control("u")]) { [weak self] in
                self?.move(-20)
            },
            PageAction("rows.first", "First row", keys: [.character("g"), .home]) { [weak self] in
                self?.move(-1_000_000)
            },
            PageAction("rows.last", "Last row", keys: [.character("G"), .end]) { [weak self] in self?.move(1_000_000) },
            PageAction("rows.refresh", "Refresh", keys: [.character("r")]) { [weak self] in self?.load() },
        ]
    }

    /// The actions on lines over the rows.
    private var scrolling: [PageAction] {
        [
            PageAction(.open, "Close the details") { [weak self] in self?.panel = nil },
            PageAction(.down, "Next line") { [weak self] in self?.move(1) },
            PageAction(.up, "Previous line") { [weak self] in self?.move(-1) },
            PageAction("rows.pageDown", "Next page", keys: [.pageDown, .control("f"), .control("d")]) { [weak self] in
                self?.move(20)
            },
            PageAction("rows.pageUp", "Previous page", keys: [.pageUp, .control("b"), .control("u")]) { [weak self] in
                self?.move(-20)
            },
        ]
    }

    private func move(_ count: Int) {
        if let panel {
            panelLine = max(0, min(panelLine + count, panel.lines.count - 1))
        } else {
            selection = max(0, min(selection + count, rows.count - 1))
        }
    }

    private func openSelected() {
        search.isTyping = false
        if panel != nil {
            panel = nil
        } else if let row = selected {
            open(row, context)
        }
    }
}

/// Lines over the rows of a page.
struct RowsPanel: Sendable {
    let title: String
    let lines: [StyledText]
    let first: Int
}

/// Loaded rows with one that keys act on.
struct RowsView<Content: Equatable & Sendable, Row: Sendable>: TerminalView {
    let state: ContentLoadState<Content, RepositoryError>
    let description: RowsDescription<Content, Row>
    let selection: Int
    var search = RowSearch()
    var panel: RowsPanel?
    /// The question or dialog over the rows.
    var over: (any TerminalView)?

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
        if let over { canvas.draw(over) }
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
