/// Two views beside each other with a line between them, or the first alone on a screen that isn't wide.
package struct SplitView: TerminalView {
    /// The part of the left view in percent.
    private static let leftShare = 55

    private let left: any TerminalView
    private let right: any TerminalView

    package init(left: any TerminalView, right: any TerminalView) {
        self.left = left
        self.right = right
    }

    package func draw(in canvas: Canvas) {
        let size = canvas.size
        guard size.columns >= Spacing.wide else { return canvas.draw(left) }
        let columns = size.columns * SplitView.leftShare / 100
        canvas.draw(left, in: Rect(x: 0, y: 0, columns: columns, rows: size.rows))
        canvas.verticalLine(x: columns)
        canvas.draw(
            right,
            in: Rect(x: columns + 2, y: 0, columns: size.columns - columns - 2, rows: size.rows)
        )
    }
}
