/// The first row of a page: its name, and a detail on the right.
package struct TitleBar: TerminalView {
    private let title: StyledText
    private let detail: StyledText

    package init(_ title: StyledText, detail: StyledText = "") {
        self.title = title
        self.detail = detail
    }

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

/// The first row of a program with several pages: their numbers and titles, the open page, and a detail on the right.
///
/// Clicks are reported with the target ``targetName`` and the page's index.
package struct TabBar: TerminalView {
    package static let targetName = "tab"

    private let titles: [String]
    private let selected: Int?
    private let detail: StyledText

    /// Creates a bar; tabs are numbered from 1.
    package init(_ titles: [String], selected: Int?, detail: StyledText = "") {
        self.titles = titles
        self.selected = selected
        self.detail = detail
    }

    package func draw(in canvas: Canvas) {
        canvas.fill(style: .bar)
        let width = canvas.size.columns
        let (tabs, gap) = fitting(width)
        var x = 1
        for (index, tab) in tabs.enumerated() {
            let isSelected = index == selected
            let text = StyledText(tab, style: isSelected ? Style.selection.with(.bold) : .bar)
            let place = Rect(x: x, y: 0, columns: text.columns, rows: 1)
            canvas.text(text, at: place.origin)
            canvas.target(Self.targetName, index: index, in: place)
            x += text.columns + gap
        }
        let room = width - x - 1
        guard room > 0 else { return }
        canvas.text(detail, at: Point(x: width - 1 - min(detail.columns, room), y: 0), width: room)
    }

    /// Returns the tab labels and the gap between them.
    ///
    /// If there isn't enough room, only the open tab has a title.
    private func fitting(_ width: Int) -> (tabs: [String], gap: Int) {
        let whole = titles.enumerated().map { "\($0 + 1) \($1)" }
        let columns = whole.reduce(0) { $0 + CellText.columns(of: $1) }
        let wanted = detail.columns
        for gap in [2, 1] where columns + (whole.count + 1) * gap + wanted <= width { return (whole, gap) }
        if columns + whole.count + 1 <= width { return (whole, 1) }
        return (whole.enumerated().map { $0 == selected ? $1 : "\($0 + 1)" }, 2)
    }
}

/// The last row of a page: a message or the most important keys.
package struct StatusBar: TerminalView {
    private let message: StyledText
    private let hints: [KeyHint]
    private let lasting: String?

    /// Creates a bar; the message comes first, followed by as many hints as fit, most important first.
    ///
    /// If not all hints fit, the one with the text `lasting` still stays, such as the one for the list of all keys.
    package init(message: StyledText = "", hints: [KeyHint] = [], lasting: String? = nil) {
        self.message = message
        self.hints = hints
        self.lasting = lasting
    }

    package func draw(in canvas: Canvas) {
        canvas.fill(style: .bar)
        let end = canvas.size.columns
        var x = 1
        if !message.isEmpty {
            let gap = message.text.hasSuffix(":") ? 1 : 2
            x += canvas.text(message, at: Point(x: x, y: 0), width: end - x - 1) + gap
        }
        let last = hints.firstIndex { $0.text == lasting } ?? 0
        for (index, hint) in hints.enumerated() {
            let line = hint.line
            let rest = index < last ? hints[last].line.columns + 2 : 0
            if x + line.columns + rest <= end - 1 {
                x += canvas.text(line, at: Point(x: x, y: 0)) + 2
            } else if index >= last {
                break
            }
        }
    }
}

/// A page's keys, shown over it: in two columns if they fit, otherwise in one that scrolls.
package struct KeyHelp: TerminalView {
    private let title: String
    private let hints: [KeyHint]
    private let firstRow: Int

    package init(_ title: String, _ hints: [KeyHint], firstRow: Int = 0) {
        self.title = title
        self.hints = hints
        self.firstRow = firstRow
    }

    package func draw(in canvas: Canvas) {
        let (lines, width) = layout(in: canvas.size)
        // Apart from the lines, there must be room for the border and the scroll marks.
        let size = Size(columns: width + 2 + 2 * Spacing.dialog, rows: canvas.size.rows)
        canvas.draw(Dialog(title, content: TextView(lines, firstRow: firstRow), size: size))
    }

    /// Returns the highest line number to which the list can scroll.
    package func lastRow(in size: Size) -> Int { max(0, layout(in: size).lines.count - Self.height(in: size)) }

    /// Returns the number of visible lines, which excludes the border.
    private static func height(in size: Size) -> Int { max(1, size.rows - 2) }

    /// Returns the lines, with two keys per line if they fit, and their width.
    private func layout(in size: Size) -> (lines: [StyledText], width: Int) {
        let gap = 3
        let room = size.columns - 2 * Spacing.dialog - 2
        let keys = hints.map { CellText.columns(of: $0.keyNames) }.max() ?? 0
        let texts = hints.map { CellText.columns(of: $0.text) }.max() ?? 0
        let whole = keys + 2 + texts
        if hints.count > Self.height(in: size), 2 * whole + gap <= room {
            let lines = lines(keys: keys, width: whole, namesAll: true)
            let half = (lines.count + 1) / 2
            let rows = lines[..<half].enumerated().map { row, line in
                guard half + row < lines.count else { return line }
                return line + StyledText(String(repeating: " ", count: whole + gap - line.columns)) + lines[half + row]
            }
            return (rows, 2 * whole + gap)
        }
        let width = max(1, min(whole, room))
        let namesAll = keys + 16 <= width
        let shownKeys =
            namesAll ? keys : hints.compactMap { $0.keys.first }.map { CellText.columns(of: $0.description) }.max() ?? 0
        return (lines(keys: shownKeys, width: width, namesAll: namesAll), width)
    }

    /// Returns a line per hint, or several if its text is wrapped; without `namesAll`, each hint only names one key.
    private func lines(keys: Int, width: Int, namesAll: Bool) -> [StyledText] {
        hints.flatMap { hint -> [StyledText] in
            let name = namesAll ? hint.keyNames : hint.keys.first?.description ?? ""
            let gap = String(repeating: " ", count: max(2, keys + 2 - CellText.columns(of: name)))
            let indent = String(repeating: " ", count: keys + 2)
            return StyledText(hint.text).wrapped(to: max(8, width - keys - 2)).enumerated().map { index, line in
                (index == 0 ? StyledText(name, style: .key) + StyledText(gap) : StyledText(indent)) + line
            }
        }
    }
}
