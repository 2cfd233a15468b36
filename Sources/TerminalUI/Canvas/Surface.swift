/// What canvases draw on: the grid of a frame, and what the frame is told beside it.
///
/// Canvases share it by reference, for the time of one frame and on one thread.
package final class Surface {
    var frame: Frame
    let glyphs: Glyphs
    let elapsed: (String) -> Duration

    init(size: Size, glyphs: Glyphs = .unicode, elapsed: @escaping (String) -> Duration) {
        frame = Frame(grid: Grid(size: size))
        self.glyphs = glyphs
        self.elapsed = elapsed
    }

    /// Writes one piece of text; a wide one that `end` cuts becomes a blank.
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

    /// Changes the style of a cell and keeps its text.
    func restyle(x: Int, y: Int, style: Style) {
        let index = y * frame.grid.size.columns + x
        frame.grid.cells[index].style = style.over(frame.grid.cells[index].style)
    }

    /// Makes both halves of a wide character blank before one of them is overwritten.
    private func separate(_ index: Int, x: Int) {
        if frame.grid.cells[index].isContinuation {
            frame.grid.cells[index].text = " "
            if x > 0 { frame.grid.cells[index - 1].text = " " }
        } else if x + 1 < frame.grid.size.columns, frame.grid.cells[index + 1].isContinuation {
            frame.grid.cells[index + 1].text = " "
        }
    }
}
