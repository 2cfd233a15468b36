/// The first row of a page: its name, and what it tells at the right.
package struct TitleBar: TerminalView {
    private let title: StyledText
    private let detail: StyledText

    package init(_ title: StyledText, detail: StyledText = "") {
        self.title = title
        self.detail = detail
    }

    package func height(forWidth width: Int) -> Int? { 1 }

    package func draw(in canvas: Canvas) {
        canvas.fill(style: .bar)
        let width = canvas.size.columns
        let taken = canvas.text(title, at: Point(x: 1, y: 0), width: width - 2)
        let columns = detail.columns
        let room = width - taken - 4
        guard room > 0, columns > 0 else { return }
        canvas.text(detail, at: Point(x: width - 1 - min(columns, room), y: 0), width: room)
    }
}

/// The last row of a page: a message or the most important keys.
package struct StatusBar: TerminalView {
    private let message: StyledText
    private let hints: [KeyHint]
    private let detail: String

    /// Creates a bar; the message comes first, then as many hints as fit, the first the most important.
    package init(message: StyledText = "", hints: [KeyHint] = [], detail: String = "") {
        self.message = message
        self.hints = hints
        self.detail = detail
    }

    package func height(forWidth width: Int) -> Int? { 1 }

    package func draw(in canvas: Canvas) {
        canvas.fill(style: .bar)
        let width = canvas.size.columns
        let detailColumns = CellText.columns(of: detail)
        let end = detailColumns > 0 && detailColumns + 20 <= width ? width - detailColumns - 1 : width
        if end < width { canvas.text(detail, at: Point(x: end, y: 0), style: Style(.barText)) }
        var x = 1
        if !message.isEmpty { x += canvas.text(message, at: Point(x: x, y: 0), width: end - x - 1) + 2 }
        for hint in hints {
            let line = hint.line
            guard x + line.columns <= end - 1 else { break }
            x += canvas.text(line, at: Point(x: x, y: 0)) + 2
        }
    }
}

/// The keys of a page, by group, over the page.
package struct KeyHelp: TerminalView {
    /// Keys of one kind.
    package struct Group: Sendable, Equatable {
        package let title: String
        package let hints: [KeyHint]

        package init(_ title: String, _ hints: [KeyHint]) {
            self.title = title
            self.hints = hints
        }
    }

    private let groups: [Group]
    private let firstRow: Int

    /// Creates a list of keys; the rows before the first one are scrolled out.
    package init(_ groups: [Group], firstRow: Int = 0) {
        self.groups = groups
        self.firstRow = firstRow
    }

    package func draw(in canvas: Canvas) {
        let lines = canvas.size.columns < 30 ? narrowLines : lines
        canvas.draw(
            Dialog(
                "Keys",
                content: TextView(lines, isWrapped: canvas.size.columns < 30, firstRow: firstRow),
                size: Size(columns: 60, rows: canvas.size.rows)
            )
        )
    }

    /// On a narrow screen one key of each has to do, and texts are wrapped.
    private var narrowLines: [StyledText] {
        groups.flatMap(\.hints).map { hint in
            StyledText(hint.keys.first?.description ?? "", style: .key) + StyledText(" " + hint.text)
        }
    }

    private var lines: [StyledText] {
        let columns = min(24, groups.flatMap(\.hints).map { CellText.columns(of: $0.keyNames) }.max() ?? 0)
        var lines: [StyledText] = []
        for group in groups where !group.hints.isEmpty {
            if !lines.isEmpty { lines.append("") }
            lines.append(StyledText(group.title, style: .heading))
            for hint in group.hints {
                let gap = String(repeating: " ", count: max(2, columns + 2 - CellText.columns(of: hint.keyNames)))
                lines.append(StyledText(hint.keyNames, style: .key) + StyledText(gap + hint.text))
            }
        }
        return lines
    }
}
