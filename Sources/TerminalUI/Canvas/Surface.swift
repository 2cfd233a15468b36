/// The backing store of all canvases in a frame: its grid, cursor, click regions and the time of the next frame.
///
/// The canvases share it by reference, during one frame and on one thread.
package final class Surface {
    var frame: Frame
    let glyphs: Glyphs
    let elapsed: (String) -> Duration

    init(size: Size, glyphs: Glyphs = .unicode, elapsed: @escaping (String) -> Duration) {
        frame = Frame(grid: Grid(size: size))
        self.glyphs = glyphs
        self.elapsed = elapsed
    }

    /// Writes a piece of text; a wide one that crosses `end` becomes a space.
    func put(_ piece: CellText.Piece, x: Int, y: Int, end: Int, style: Style) {
        let index = y * frame.grid.size.columns + x
        guard piece.columns == 1 || x + 1 < end else {
            return put(CellText.Piece(text: " ", columns: 1), x: x, y: y, end: end, style: style)
        }
        separate(index, x: x)
        if piece.columns == 2 { separate(index + 1, x: x + 1) }
        let style = style.over(frame.grid.cells[index].style)
        frame.grid.cells[index] = Cell(text: piece.text, style: style)
        if piece.columns == 2 { frame.grid.cells[index + 1] = Cell(text: "", style: style) }
    }

    func restyle(x: Int, y: Int, style: Style) {
        let index = y * frame.grid.size.columns + x
        frame.grid.cells[index].style = style.over(frame.grid.cells[index].style)
    }

    /// Blanks both halves of a wide character before one of them is overwritten.
    private func separate(_ index: Int, x: Int) {
        if frame.grid.cells[index].isContinuation {
            frame.grid.cells[index].text = " "
            if x > 0 { frame.grid.cells[index - 1].text = " " }
        } else if x + 1 < frame.grid.size.columns, frame.grid.cells[index + 1].isContinuation {
            frame.grid.cells[index + 1].text = " "
        }
    }
}

/// A cell of the grid: one column of one row.
package struct Cell: Equatable, Sendable {
    /// A character with its marks; empty for the right half of the preceding wide character.
    package var text: String
    package var style: Style

    package static let blank = Cell(text: " ", style: .plain)

    /// Whether the cell is the right half of a wide character.
    package var isContinuation: Bool { text.isEmpty }
}

/// The cells of a screen, row by row.
///
/// Each row keeps an invariant: a wide character is followed by its right half, and every other cell contains text that
/// is one column wide. Only ``Surface`` writes cells, so that no text can break it.
package struct Grid: Equatable, Sendable {
    package let size: Size
    var cells: [Cell]

    package init(size: Size) {
        self.size = size
        cells = Array(repeating: .blank, count: size.columns * size.rows)
    }

    /// Returns the cell at a position, which must be inside the grid.
    package subscript(x: Int, y: Int) -> Cell { cells[y * size.columns + x] }

    /// Returns the text of a row, including all spaces.
    package func text(ofRow row: Int) -> String {
        cells[row * size.columns..<(row + 1) * size.columns].map(\.text).joined()
    }
}
