/// What canvases draw on: the grid of a frame, and what the frame is told beside it.
///
/// Canvases share it by reference, for the time of one frame and on one thread.
package final class Surface {
    var frame: Frame
    let context: FrameContext

    init(size: Size, context: FrameContext) {
        frame = Frame(grid: Grid(size: size))
        self.context = context
    }

    /// Writes one piece of text; a wide one that `end` cuts becomes a blank.
    func put(_ piece: CellText.Piece, x: Int, y: Int, end: Int, style: Style) {
        let index = y * frame.grid.size.columns + x
        guard piece.columns == 1 || x + 1 < end else {
            return put(CellText.Piece(base: " ", columns: 1), x: x, y: y, end: end, style: style)
        }
        separate(index, x: x)
        if piece.columns == 2 { separate(index + 1, x: x + 1) }
        let style = style.over(frame.grid.cells[index].style)
        let content = piece.marks.isEmpty ? piece.base.value : frame.grid.cluster(piece.text)
        frame.grid.set(Cell(content: content, style: style), at: index)
        if piece.columns == 2 { frame.grid.set(Cell(content: Cell.continuation, style: style), at: index + 1) }
    }

    /// Changes the style of a cell and keeps its text.
    func restyle(x: Int, y: Int, style: Style) {
        let index = y * frame.grid.size.columns + x
        frame.grid.setStyle(style.over(frame.grid.cells[index].style), at: index)
    }

    /// Makes both halves of a wide character blank before one of them is overwritten.
    private func separate(_ index: Int, x: Int) {
        let cell = frame.grid.cells[index]
        if cell.isContinuation {
            frame.grid.set(Cell(content: 0x20, style: cell.style), at: index)
            if x > 0 { frame.grid.set(Cell(content: 0x20, style: frame.grid.cells[index - 1].style), at: index - 1) }
        } else if x + 1 < frame.grid.size.columns, frame.grid.cells[index + 1].isContinuation {
            frame.grid.set(Cell(content: 0x20, style: frame.grid.cells[index + 1].style), at: index + 1)
        }
    }
}
