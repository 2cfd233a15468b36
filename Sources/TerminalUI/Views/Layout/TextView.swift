/// Text of any length, wrapped between words.
package struct TextView: TerminalView {
    private let paragraphs: [StyledText]
    private let alignment: Alignment
    /// The row that is scrolled to; `nil` for a text that is not scrolled.
    private let firstRow: Int?

    package enum Alignment: Sendable {
        case left, center
    }

    /// Shows a text, with line breaks where it has some.
    package init(_ text: String, style: Style = .plain, alignment: Alignment = .left, firstRow: Int? = nil) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        self.init(lines.map { StyledText(String($0), style: style) }, alignment: alignment, firstRow: firstRow)
    }

    /// Shows paragraphs; those before the first row are scrolled out, as far as there is more below.
    ///
    /// Where a text is scrolled, marks at the end of the first and the last row show that there is more.
    package init(_ paragraphs: [StyledText], alignment: Alignment = .left, firstRow: Int? = nil) {
        self.paragraphs = paragraphs
        self.alignment = alignment
        self.firstRow = firstRow.map { max(0, $0) }
    }

    package func draw(in canvas: Canvas) {
        let lines = lines(forWidth: canvas.size.columns)
        // Not past the end.
        let first = min(firstRow ?? 0, max(0, lines.count - canvas.size.rows))
        for (row, line) in lines.dropFirst(first).prefix(canvas.size.rows).enumerated() {
            let x = alignment == .center ? max(0, canvas.size.columns - line.columns) / 2 : 0
            canvas.text(line, at: Point(x: x, y: row))
        }
        let rows = canvas.size.rows
        guard rows > 1, firstRow != nil else { return }
        canvas.scrollMarks(above: first > 0, below: first + rows < lines.count, rows: rows)
    }

    package func height(forWidth width: Int) -> Int? { lines(forWidth: width).count }

    private func lines(forWidth width: Int) -> [StyledText] {
        paragraphs.flatMap { $0.wrapped(to: width) }
    }
}

extension StyledText {
    /// The text as lines that fit into columns, broken at blanks, and inside a word that is longer than a line.
    package func wrapped(to columns: Int) -> [StyledText] {
        guard columns > 0 else { return [] }
        if self.columns <= columns { return [self] }
        var rest = runs.flatMap { run in
            CellText.pieces(of: run.text).map { (text: $0.text, columns: $0.columns, style: run.style) }
        }[...]
        var lines: [StyledText] = []
        while !rest.isEmpty {
            var used = 0
            let end = rest.firstIndex { piece in
                used += piece.columns
                return used > columns
            }
            var line = rest
            if let end = end.map({ max($0, rest.startIndex + 1) }), end < rest.endIndex {
                let fitting = rest[..<end]
                line = rest[end].text == " " ? fitting : fitting[..<(fitting.lastIndex { $0.text == " " } ?? end)]
            }
            lines.append(line.reduce(into: StyledText()) { $0.append($1.text, style: $1.style) })
            // A blank at a break belongs to neither line.
            rest = rest[line.endIndex...].drop { $0.text == " " }
        }
        return lines
    }
}

/// Two views beside each other with a line between them, or the first alone on a screen that isn't wide.
package struct SplitView: TerminalView {
    /// The columns of the right view at least, where there are two.
    private static let rightColumns = 34

    private let left: any TerminalView
    private let right: any TerminalView
    private let leftColumns: Int

    /// Creates a view of two: the right one gets the columns that the left one doesn't need.
    package init(left: any TerminalView, right: any TerminalView, leftColumns: Int) {
        self.left = left
        self.right = right
        self.leftColumns = leftColumns
    }

    package func draw(in canvas: Canvas) {
        let size = canvas.size
        guard size.columns >= Spacing.wide else { return canvas.draw(left) }
        let columns = max(size.columns / 2, min(leftColumns, size.columns - Self.rightColumns))
        canvas.draw(left, in: Rect(x: 0, y: 0, columns: columns - 1, rows: size.rows))
        canvas.verticalLine(x: columns)
        canvas.draw(
            right,
            in: Rect(x: columns + 2, y: 0, columns: size.columns - columns - 2, rows: size.rows)
        )
    }
}
