/// Text of any length, wrapped between words.
package struct TextView: TerminalView {
    private let paragraphs: [StyledText]
    private let alignment: Alignment
    /// The row that is scrolled to; `nil` for a text that is not scrolled.
    private let firstRow: Int?

    /// Where lines stand.
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
        let (end, last) = (canvas.size.columns - 1, canvas.size.rows - 1)
        guard last > 0, firstRow != nil else { return }
        if first > 0 { canvas.text(canvas.glyphs.above, at: Point(x: end, y: 0), style: .key) }
        if first + last < lines.count - 1 { canvas.text(canvas.glyphs.below, at: Point(x: end, y: last), style: .key) }
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
        var wrapper = Wrapper(columns: columns)
        for run in runs {
            CellText.forEach(of: run.text) { piece in
                wrapper.add(piece, style: run.style)
                return true
            }
        }
        return wrapper.finish()
    }

    /// Collects a line and breaks it at its last blank when it is full.
    private struct Wrapper {
        let columns: Int
        private var line: [(piece: CellText.Piece, style: Style)] = []
        private var used = 0
        private var lines: [StyledText] = []

        init(columns: Int) {
            self.columns = columns
        }

        mutating func add(_ piece: CellText.Piece, style: Style) {
            // What stays of a line that began with a blank can still be too long with the piece.
            while used + piece.columns > columns, !line.isEmpty { breakLine(before: piece) }
            // A blank at a break belongs to neither line.
            if piece.base == " ", line.isEmpty, !lines.isEmpty { return }
            line.append((piece, style))
            used += piece.columns
        }

        mutating func finish() -> [StyledText] {
            if !line.isEmpty || lines.isEmpty { lines.append(text(of: line[...])) }
            return lines
        }

        private mutating func breakLine(before piece: CellText.Piece) {
            let blank = piece.base == " " ? line.endIndex : line.lastIndex { $0.piece.base == " " }
            let end = blank ?? line.endIndex
            lines.append(text(of: line[..<end]))
            line = end < line.endIndex ? Array(line[(end + 1)...]) : []
            used = line.reduce(0) { $0 + $1.piece.columns }
        }

        private func text(of pieces: ArraySlice<(piece: CellText.Piece, style: Style)>) -> StyledText {
            var text = StyledText()
            var run = ""
            var style = Style.plain
            for element in pieces {
                if element.style != style {
                    text.append(run, style: style)
                    run = ""
                    style = element.style
                }
                run += element.piece.text
            }
            text.append(run, style: style)
            return text
        }
    }
}
