/// Converts the difference between two frames to bytes for a terminal.
///
/// Unchanged cells aren't written. Terminals disagree about the width of some characters, so after a character of
/// uncertain width, the cursor is moved explicitly: a disagreement can affect one cell, but never the rest of a row.
struct FrameWriter {
    private let terminal: TerminalDescription
    private let hasUnicode: Bool
    private var shown: Grid?
    private var shownTheme: Theme?
    private var isCursorShown: Bool?

    private var bytes: [UInt8] = []
    private var position: Point?
    private var style: Style?

    init(terminal: TerminalDescription, hasUnicode: Bool) {
        self.terminal = terminal
        self.hasUnicode = hasUnicode
    }

    /// Discards what is known about the terminal's content, so that the next frame is written completely.
    mutating func forget() {
        shown = nil
        isCursorShown = nil
    }

    /// Returns the bytes that make the terminal display a frame; empty if it already does.
    mutating func bytes(for frame: Frame, theme: Theme) -> [UInt8] {
        bytes.removeAll(keepingCapacity: true)
        position = nil
        style = nil
        if theme != shownTheme { shown = nil }
        shownTheme = theme
        let grid = frame.grid
        let before = shown?.size == grid.size ? shown : nil
        if before == nil { bytes += terminal.plain + terminal.clear }
        let blank = Grid(size: before == nil ? grid.size : .zero)
        for row in 0..<grid.size.rows { writeRow(row, of: grid, over: before ?? blank, theme: theme) }
        if style != nil { bytes += terminal.plain }
        let hasWritten = !bytes.isEmpty
        writeCursor(frame.cursor, isMoved: hasWritten)
        shown = grid
        guard terminal.isModern, hasWritten, bytes.count > 256 else { return bytes }
        // Synchronized output: terminals that support it display the frame at once; others ignore it.
        return Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8)
    }

    private var lastCursor: Point?

    private mutating func writeCursor(_ cursor: Point?, isMoved: Bool) {
        if let cursor {
            if isMoved || lastCursor != cursor || isCursorShown != true { bytes += terminal.move(to: cursor) }
            if isCursorShown != true { bytes += terminal.showCursor }
        } else if isCursorShown != false {
            bytes += terminal.hideCursor
        }
        isCursorShown = cursor != nil
        lastCursor = cursor
    }

    private mutating func writeRow(_ row: Int, of grid: Grid, over before: Grid, theme: Theme) {
        let columns = grid.size.columns
        let first = row * columns
        var x = 0
        while x < columns {
            let cell = grid.cells[first + x]
            if cell == before.cells[first + x] || cell.isContinuation {
                x += 1
                continue
            }
            let isWide = x + 1 < columns && grid.cells[first + x + 1].isContinuation
            write(cell, columns: isWide ? 2 : 1, at: Point(x: x, y: row), of: columns, theme: theme)
            x += isWide ? 2 : 1
        }
    }

    private mutating func write(_ cell: Cell, columns: Int, at point: Point, of width: Int, theme: Theme) {
        move(to: point)
        choose(cell.style, theme: theme)
        if cell.text.utf8.count == 1 {
            bytes += cell.text.utf8
        } else if !hasUnicode {
            bytes += repeatElement(UInt8(ascii: "?"), count: columns)
        } else {
            let isCertain = FrameWriter.isCertain(cell.text, isWide: columns == 2)
            if columns == 2, !isCertain {
                // A terminal that treats it as narrow would keep the old content of the second column.
                bytes += [0x20, 0x20]
                bytes += terminal.move(to: point)
            }
            bytes += cell.text.utf8
            if !isCertain {
                position = nil
                return
            }
        }
        let next = point.x + columns
        // After the last column, terminals differ in the cursor's position.
        position = next < width ? Point(x: next, y: point.y) : nil
    }

    private mutating func move(to point: Point) {
        if position != point { bytes += terminal.move(to: point) }
        position = point
    }

    private mutating func choose(_ new: Style, theme: Theme) {
        if new == style { return }
        style = new
        bytes += terminal.choose(theme.resolve(new, depth: terminal.colorDepth))
    }

    /// Returns whether all terminals agree on a character's width.
    private static func isCertain(_ text: String, isWide: Bool) -> Bool {
        guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else { return false }
        return switch scalar.value {
        // European letters; lines and blocks; ideographs, kana and Hangul syllables.
        case 0xA1..<0x300, 0x370..<0x590, 0x1E00..<0x2000, 0x2500..<0x25A0: !isWide
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FA5, 0xAC00...0xD7A3: isWide
        default: false
        }
    }
}
