package struct ListColumn: Sendable, Equatable {
    package let title: String
    package let length: Length
    /// The minimum width of the list at which the column is shown.
    package let minimumWidth: Int

    package init(_ title: String = "", _ length: Length = .flexible(), from minimumWidth: Int = 0) {
        self.title = title
        self.length = length
        self.minimumWidth = minimumWidth
    }
}

package struct ListRow: Sendable, Equatable {
    /// The cells' text, in column order.
    package var cells: [StyledText]
    /// Whether it is one of several selected rows.
    package var isMarked: Bool
    /// Whether it shows the symbol for favorites.
    package var isFavorite: Bool

    package init(_ cells: [StyledText], isMarked: Bool = false, isFavorite: Bool = false) {
        self.cells = cells
        self.isMarked = isMarked
        self.isFavorite = isFavorite
    }

    /// Creates a palette row: a title, and a detail such as an action's keys.
    package init(_ title: StyledText, detail: String = "") {
        self.init([title, StyledText(detail, style: .dim)])
    }
}

/// A list of rows, one of which has the focus.
///
/// It only requests visible rows, so that a list of 100,000 costs no more than a screenful. Clicks are reported with
/// the target ``targetName`` and the row's index.
package struct ListView: TerminalView {
    /// The default name of the click target for rows.
    package static let targetName = "row"

    private let count: Int
    private let position: ListPosition
    private let columns: [ListColumn]
    private let isActive: Bool
    private let hasTitles: Bool
    private let target: String
    private let row: @Sendable (Int) -> ListRow?

    /// Creates a list of `count` rows, whose clicks are reported with the name `target`.
    ///
    /// `row` returns a row by index; `nil` if it isn't loaded yet.
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
        // Leave a space before the scroll bar.
        let width = canvas.size.columns - (hasScrollBar ? 2 : 0)
        // Reserve three columns for symbols: the pointer, the mark and the favorite.
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

    /// The width that the list needs to show all of its columns without truncation.
    package var neededColumns: Int {
        zip(columns, contents(of: Array(columns.indices)))
            .reduce(3) { $0 + $1.0.length.wanted($1.1) + Spacing.column }
    }

    /// Returns the maximum widths of contents and titles, measured in the rows around the selected one, so that columns
    /// don't shift while the selection moves a little.
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
        // A narrow list only has room for the most important symbol.
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

/// The selected row of a list, and its scroll position.
package struct ListPosition: Hashable, Sendable, Codable {
    package private(set) var selected: Int
    /// The first row that was visible most recently.
    package private(set) var top: Int

    package init(selected: Int = 0, top: Int = 0) {
        self.selected = max(0, selected)
        self.top = max(0, top)
    }

    package mutating func move(_ motion: ListMotion, count: Int, height: Int) {
        let page = max(1, height - 1)
        switch motion {
        case .rows(let rows): selected += rows
        case .halfPages(let pages): selected += pages * max(1, height / 2)
        case .pages(let pages): selected += pages * page
        case .first: selected = 0
        case .last: selected = count - 1
        case .row(let row): selected = row
        }
        selected = max(0, min(selected, count - 1))
        top = top(height: height, count: count)
    }

    /// Returns the first row to show, so that the selection is visible and no row stays empty.
    package func top(height: Int, count: Int) -> Int {
        let height = max(1, height)
        let selected = max(0, min(self.selected, count - 1))
        return max(0, min(max(min(top, selected), selected - height + 1), max(0, count - height)))
    }
}

package enum ListMotion: Hashable, Sendable {
    case rows(Int)
    case halfPages(Int)
    case pages(Int)
    case first, last
    /// To a specific row, such as one that was clicked.
    case row(Int)

    /// Returns the movement for a key, the same in all lists: the arrow keys and those of vi.
    package init?(_ key: Key) {
        switch key {
        case .down, "j", .control("n"): self = .rows(1)
        case .up, "k", .control("p"): self = .rows(-1)
        case .control("d"): self = .halfPages(1)
        case .control("u"): self = .halfPages(-1)
        case .pageDown, .control("f"): self = .pages(1)
        case .pageUp, .control("b"): self = .pages(-1)
        case .home, "g": self = .first
        case .end, "G": self = .last
        default: return nil
        }
    }
}

/// The width of a column or another part of a view.
package enum Length: Sendable, Equatable {
    case fixed(Int)
    /// A share of the remaining space, by weight, and the minimum that is useful.
    case flexible(weight: Int = 1, minimum: Int = 1)
    /// The width of the widest content, up to a maximum; reduced to no less than the minimum if space is scarce.
    case content(maximum: Int, minimum: Int = 8)

    /// Returns the width to reserve before spare space is distributed, given the width of its content.
    func wanted(_ content: Int) -> Int {
        switch self {
        case .fixed(let count): max(0, count)
        case .flexible(_, let minimum): max(0, minimum)
        case .content(let maximum, _): min(maximum, content)
        }
    }

    /// The share of the spare space.
    private var weight: Int { if case .flexible(let weight, _) = self { max(0, weight) } else { 0 } }

    /// Divides a width among lengths, with gaps between them.
    ///
    /// If space is scarce, the widest of the content-sized parts shrink first. If that isn't enough, parts are dropped
    /// from the end: their length becomes 0, and they lose their gap.
    ///
    /// - Returns: The start and length of each part.
    static func divide(
        _ total: Int,
        among lengths: [Length],
        contents: [Int] = [],
        gap: Int
    ) -> [(start: Int, length: Int)] {
        let gaps = gap * max(0, lengths.count - 1)
        var wanted = lengths.enumerated().map { $1.wanted($0 < contents.count ? contents[$0] : 0) }
        while wanted.reduce(gaps, +) > total {
            let widest = lengths.indices.filter { index in
                if case .content(_, let minimum) = lengths[index] { wanted[index] > minimum } else { false }
            }
            guard let index = widest.max(by: { wanted[$0] < wanted[$1] }) else { break }
            wanted[index] -= 1
        }
        var spare = max(0, total - gaps - wanted.reduce(0, +))
        var weights = lengths.reduce(0) { $0 + $1.weight }
        for (index, length) in lengths.enumerated() where weights > 0 {
            let share = spare * length.weight / weights
            wanted[index] += share
            spare -= share
            weights -= length.weight
        }
        var start = 0
        return wanted.map { length in
            let kept = max(0, min(length, total - start))
            defer { start = min(total, start + kept + (kept > 0 ? gap : 0)) }
            return (start, kept)
        }
    }
}
