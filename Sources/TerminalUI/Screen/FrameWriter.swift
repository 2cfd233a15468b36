/// Makes bytes of the difference between two frames.
///
/// What is the same stays as it is on the terminal. Terminals disagree about the width of some characters, so after one whose
/// width is not certain the cursor is moved to where the next belongs: a disagreement can touch one cell, never the rest of a row.
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

    /// Forgets what the terminal shows, so that the next frame is written whole.
    mutating func forget() {
        shown = nil
        isCursorShown = nil
    }

    /// The bytes that make the terminal show a frame; none when it shows it already.
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
        // Shown at once by terminals that know how, and ignored by others.
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
                // A terminal that takes it for narrow would leave what was in the second column.
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
        // Behind the last column, terminals are in different places.
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

    /// Whether all terminals give the character the same width.
    private static func isCertain(_ text: String, isWide: Bool) -> Bool {
        guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else { return false }
        return switch scalar.value {
        // Letters of Europe; lines and blocks; ideographs, kana and syllables of Hangul.
        case 0xA1..<0x300, 0x370..<0x590, 0x1E00..<0x2000, 0x2500..<0x25A0: !isWide
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FA5, 0xAC00...0xD7A3: isWide
        default: false
        }
    }
}
