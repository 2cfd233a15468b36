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
