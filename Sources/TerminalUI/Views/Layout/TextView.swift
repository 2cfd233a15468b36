/// Text of any length, wrapped at word boundaries.
package struct TextView: TerminalView {
    private let paragraphs: [StyledText]
    private let isCentered: Bool
    /// The first visible row; `nil` if the text can't be scrolled.
    private let firstRow: Int?

    /// Shows text, including its line breaks.
    package init(_ text: String, style: Style = .plain, isCentered: Bool = false, firstRow: Int? = nil) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        self.init(lines.map { StyledText(String($0), style: style) }, isCentered: isCentered, firstRow: firstRow)
    }

    /// Shows paragraphs, scrolled down to the first row but not past the end.
    ///
    /// In scrollable text, marks at the end of the first and the last row indicate that there is more.
    package init(_ paragraphs: [StyledText], isCentered: Bool = false, firstRow: Int? = nil) {
        self.paragraphs = paragraphs
        self.isCentered = isCentered
        self.firstRow = firstRow.map { max(0, $0) }
    }

    package func draw(in canvas: Canvas) {
        let lines = lines(forWidth: canvas.size.columns)
        // Don't scroll past the end.
        let first = min(firstRow ?? 0, max(0, lines.count - canvas.size.rows))
        for (row, line) in lines.dropFirst(first).prefix(canvas.size.rows).enumerated() {
            let x = isCentered ? max(0, canvas.size.columns - line.columns) / 2 : 0
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
    /// Returns the text as lines that fit into the columns, broken at spaces, or within words longer than a line.
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
            // A space at a line break is dropped.
            rest = rest[line.endIndex...].drop { $0.text == " " }
        }
        return lines
    }
}

/// Two views side by side with a line between them; only the first one if the screen isn't wide.
package struct SplitView: TerminalView {
    /// The minimum width of the right view.
    private static let rightColumns = 34

    private let left: any TerminalView
    private let right: any TerminalView
    private let leftColumns: Int

    /// Creates a split view: the right view gets the columns that the left one doesn't need.
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
