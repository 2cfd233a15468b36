/// A question or message displayed over a page.
package struct Dialog: TerminalView {
    /// A dialog's button; its key works even if another button is selected.
    package struct Button: Sendable, Equatable {
        package let title: String
        package let key: Key?
        /// Whether its action can't be undone.
        package let isDangerous: Bool

        package init(_ title: String, key: Key? = nil, isDangerous: Bool = false) {
            self.title = title
            self.key = key
            self.isDangerous = isDangerous
        }
    }

    /// The click target's name for buttons; the index distinguishes them.
    package static let targetName = "button"

    private let title: String
    private let content: any TerminalView
    private let buttons: [Button]
    private let selected: Int
    private let size: Size

    /// Creates a dialog; its height fits the content if that has a height, up to the one in `size`.
    package init(
        _ title: String,
        content: any TerminalView,
        buttons: [Button] = [],
        selected: Int = 0,
        size: Size = Size(columns: 60, rows: 20)
    ) {
        self.title = title
        self.content = content
        self.buttons = buttons
        self.selected = selected
        self.size = size
    }

    package func draw(in canvas: Canvas) {
        // A small screen has no room for wide margins.
        let isSmall = canvas.size.columns < 40 || canvas.size.rows < 10
        let margin = isSmall ? 1 : Spacing.dialog
        let columns = min(size.columns, canvas.size.columns)
        let buttonRows = buttons.isEmpty ? 0 : (isSmall ? 1 : 2)
        let inner = columns - 2 * margin
        let needed = content.height(forWidth: inner).map { $0 + 2 + buttonRows } ?? size.rows
        let place = canvas.bounds.centered(Size(columns: columns, rows: min(needed, size.rows)))
        let panel = canvas.panel(place)
        panel.text(" \(title) ", at: Point(x: 2, y: 0), style: .title, width: place.size.columns - 4)
        let rows = place.size.rows - 2 - buttonRows
        panel.draw(content, in: Rect(x: margin, y: 1, columns: inner, rows: rows))
        if !buttons.isEmpty {
            drawButtons(in: panel.sub(Rect(x: margin, y: place.size.rows - 2, columns: inner, rows: 1)))
        }
    }

    private func drawButtons(in line: Canvas) {
        var x = 0
        for (index, button) in buttons.enumerated() {
            let isSelected = index == selected
            let key = button.key.map { " (\($0))" } ?? ""
            let style: Style = isSelected ? .selection : button.isDangerous ? .danger : .accent
            let text = isSelected ? "[ \(button.title)\(key) ]" : "  \(button.title)\(key)  "
            let columns = line.text(text, at: Point(x: x, y: 0), style: style.with(isSelected ? .bold : []))
            line.target(Dialog.targetName, index: index, in: Rect(x: x, y: 0, columns: columns, rows: 1))
            x += columns + 1
        }
    }
}
