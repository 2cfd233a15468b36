import Repository
import TerminalUI

/// The whole screen: the tabs, the page, the dialogs over it, and a line of keys or a message.
struct BrowseView: TerminalView {
    /// The page's title; empty if the tab or the page already shows it.
    let title: String
    /// The titles of the tabs; empty if there is only one page.
    var tabs: [String] = []
    var tab: Int?
    var detail = ""
    var isWorking = false
    let page: any TerminalView
    var dialog: (any TerminalView)?
    var overlay: (any TerminalView)?
    var notice: PageNotice?
    /// The text before the keys at the bottom, such as the number of marked contacts.
    var status = ""
    var hints: [KeyHint] = []

    func draw(in canvas: Canvas) {
        let size = canvas.size
        // A small screen has no row for both.
        let isAlone = tabs.isEmpty || (!title.isEmpty && size.rows < 12)
        let bar: any TerminalView =
            isAlone
            ? TitleBar(StyledText(title, style: Style(.inherited).with(.bold)), detail: StyledText(detail))
            : TabBar(tabs, selected: tab, detail: StyledText(detail))
        canvas.draw(bar, in: Rect(x: 0, y: 0, columns: size.columns, rows: 1))
        var top = 1
        if !isAlone, !title.isEmpty {
            canvas.text(title, at: Point(x: Spacing.page, y: 1), style: .title)
            top = 2
        }
        // A spinner next to the title, once work takes a while.
        if isWorking, canvas.isSlow("work") {
            canvas.draw(SpinnerView("work"), in: Rect(x: 0, y: 0, columns: 1, rows: 1))
        }
        let body = Rect(x: 0, y: top, columns: size.columns, rows: max(0, size.rows - top - 1))
        canvas.draw(page, in: body)
        if let dialog { canvas.draw(dialog, in: body) }
        drawBottom(canvas)
        // Keep the overlay's keys visible.
        if let overlay {
            canvas.draw(overlay, in: Rect(x: 0, y: 0, columns: size.columns, rows: max(1, size.rows - 1)))
        }
    }

    /// Draws the message, in as many rows as it needs up to half of the screen, or the keys.
    private func drawBottom(_ canvas: Canvas) {
        let size = canvas.size
        let message = notice.map { StyledText($0.text, style: $0.style) } ?? ""
        let text = TextView([message])
        let rows = min(text.height(forWidth: size.columns - 2) ?? 1, max(1, size.rows / 2))
        let place = Rect(x: 0, y: size.rows - rows, columns: size.columns, rows: rows)
        guard rows > 1 else {
            let text = notice == nil ? StyledText(status, style: Style(.inherited).with(.bold)) : message
            return canvas.draw(StatusBar(message: text, hints: notice == nil ? hints : [], lasting: "Keys"), in: place)
        }
        let bar = canvas.sub(place)
        bar.fill(style: .bar)
        bar.draw(text, in: Rect(x: 1, y: 0, columns: size.columns - 2, rows: rows))
    }
}

extension BrowseSession: UserInterface {
    func view(for size: Size) -> any TerminalView {
        self.size = size
        let table = table
        let tabs = isChooser ? [] : BrowsePages.tabs.map(\.title)
        return BrowseView(
            title: tabs.contains(page.title) ? "" : page.title,
            tabs: tabs,
            tab: tab,
            detail: app.configuration.isAllBooks ? "all books" : bookName,
            isWorking: isWorking,
            page: page.view,
            dialog: dialog?.view,
            overlay: overlay.map { $0.view(of: table) },
            notice: notice,
            status: page.status,
            hints: overlay?.hints ?? table.hints
        )
    }
}
