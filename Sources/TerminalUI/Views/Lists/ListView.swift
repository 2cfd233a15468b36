/// A column of a list.
package struct ListColumn: Sendable, Equatable {
    package let title: String
    package let length: Length
    /// From how many columns of the list on it is shown.
    package let minimumWidth: Int

    package init(_ title: String = "", _ length: Length = .flexible(), from minimumWidth: Int = 0) {
        self.title = title
        self.length = length
        self.minimumWidth = minimumWidth
    }
}

/// One row of a list.
package struct ListRow: Sendable, Equatable {
    /// The texts, in the order of the columns.
    package var cells: [StyledText]
    /// Whether it is one of several chosen rows.
    package var isMarked: Bool
    /// Whether it has the sign of a favorite.
    package var isFavorite: Bool

    package init(_ cells: [StyledText], isMarked: Bool = false, isFavorite: Bool = false) {
        self.cells = cells
        self.isMarked = isMarked
        self.isFavorite = isFavorite
    }

    /// Creates a row of a palette: a title, and a detail such as the keys of an action.
    package init(_ title: StyledText, detail: String = "") {
        self.init([title, StyledText(detail, style: .dim)])
    }
}

/// Rows with one that keys act on.
///
/// It asks for the rows in sight alone, so that a list of 100,000 costs a screenful. A click is told as the target
/// ``targetName`` with the index of the row.
package struct ListView: TerminalView {
    /// The name of the target of all rows of a list, unless it has another.
    package static let targetName = "row"

    private let count: Int
    private let position: ListPosition
    private let columns: [ListColumn]
    private let isActive: Bool
    private let hasTitles: Bool
    private let target: String
    private let row: @Sendable (Int) -> ListRow?

    /// Creates a list of `count` rows, whose `target` is the name of the rows for clicks.
    ///
    /// `row` is a row by its index; `nil` while it is not loaded.
    package init(
        count: Int,
        position: ListPosition,
        columns: [ListColumn] = [ListColumn()],
        isActive: Bool = true,
        hasTitles: Bool = false,
        target: String = ListView.targetName,
        row: @escaping @Sendable (Int) -> ListRow?
    ) {
        self.count = count
        self.position = position
        self.columns = columns
        self.isActive = isActive
        self.hasTitles = hasTitles
        self.target = target
        self.row = row
    }

    package func draw(in canvas: Canvas) {
        let head = hasTitles ? 1 : 0
        let height = canvas.size.rows - head
        guard height > 0 else { return }
        let hasScrollBar = count > height
        // A blank before the scroll bar.
        let width = canvas.size.columns - (hasScrollBar ? 2 : 0)
        // Three columns for signs: the pointer, the mark and the favorite.
        let signs = width >= 30 ? 3 : 1
        let shown = columns.indices.filter { columns[$0].minimumWidth <= width }
        let contents = contents(of: shown)
        let parts = Length.divide(
            width - signs,
            among: shown.map { columns[$0].length },
            contents: contents,
            gap: Spacing.column
        )
        if hasTitles {
            for (index, part) in zip(shown, parts) {
                canvas.text(
                    columns[index].title,
                    at: Point(x: signs + part.start, y: 0),
                    style: .dim,
                    width: part.length
                )
            }
        }
        let top = position.top(height: height, count: count)
        for index in top..<min(count, top + height) {
            let line = canvas.sub(Rect(x: 0, y: head + index - top, columns: width, rows: 1))
            let isSelected = index == position.selected
            if isSelected { line.fill(style: isActive ? .selection : .inactiveSelection) }
            line.target(target, index: index)
            guard let row = row(index) else {
                line.text(canvas.glyphs.ellipsis, at: Point(x: signs, y: 0), style: .dim)
                continue
            }
            draw(row, isSelected: isSelected, signs: signs, cells: Array(zip(shown, parts)), in: line)
        }
        if hasScrollBar { drawScrollBar(top: top, height: height, in: canvas, from: head) }
    }

    /// The columns that the list needs to show all of its columns whole.
    package var neededColumns: Int {
        zip(columns, contents(of: Array(columns.indices)))
            .reduce(3) { $0 + $1.0.length.wanted($1.1) + Spacing.column }
    }

    /// The columns of the widest content and the title, measured over the rows around the selected one, so that columns
    /// stay where they are while one moves a little.
    private func contents(of shown: [Int]) -> [Int] {
        let isMeasured = shown.map { if case .content = columns[$0].length { true } else { false } }
        guard isMeasured.contains(true) else { return [] }
        var widths = shown.map { hasTitles ? CellText.columns(of: columns[$0].title) : 0 }
        let reach = 100
        for index in max(0, position.selected - reach)..<max(0, min(count, position.selected + reach)) {
            guard let row = row(index) else { continue }
            for (place, column) in shown.enumerated() where isMeasured[place] && column < row.cells.count {
                widths[place] = max(widths[place], row.cells[column].columns)
            }
        }
        return widths
    }

    private func draw(
        _ row: ListRow,
        isSelected: Bool,
        signs: Int,
        cells: [(Int, (start: Int, length: Int))],
        in line: Canvas
    ) {
        var marks: [(x: Int, sign: String, style: Style)] = []
        if row.isMarked { marks.append((1, line.glyphs.mark, .mark)) }
        if isSelected { marks.append((0, line.glyphs.pointer, .plain)) }
        if row.isFavorite { marks.append((2, line.glyphs.favorite, .favorite)) }
        // On a narrow list one sign has to do, the most important.
        for mark in marks.prefix(signs) {
            line.text(mark.sign, at: Point(x: min(mark.x, signs - 1), y: 0), style: mark.style)
        }
        for (index, part) in cells where index < row.cells.count && part.length > 0 {
            line.text(row.cells[index], at: Point(x: signs + part.start, y: 0), width: part.length)
        }
    }

    private func drawScrollBar(top: Int, height: Int, in canvas: Canvas, from head: Int) {
        let length = max(1, height * height / count)
        let start = count == height ? 0 : (height - length) * top / (count - height)
        for y in 0..<height {
            let isThumb = y >= start && y < start + length
            canvas.text(
                isThumb ? canvas.glyphs.thumb : canvas.glyphs.track,
                at: Point(x: canvas.size.columns - 1, y: head + y),
                style: isThumb ? .dim : .border
            )
        }
    }
}
