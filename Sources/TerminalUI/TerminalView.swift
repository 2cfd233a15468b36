/// A view of some state, as a value that draws itself.
///
/// A view is created from a bloc's state whenever that changes, draws itself into a canvas, and is discarded. It holds
/// no subscriptions, reads no clocks and starts no work, so that the same value always looks the same.
package protocol TerminalView: Sendable {
    /// Draws the view into the entire canvas.
    func draw(in canvas: Canvas)
    /// Returns the number of rows that the view needs at a width; `nil` if it fills the available space.
    func height(forWidth width: Int) -> Int?
}

extension TerminalView {
    package func height(forWidth width: Int) -> Int? { nil }
}

/// A view that is drawn by a closure, for small parts of a page.
package struct DrawnView: TerminalView {
    private let rows: Int?
    private let body: @Sendable (Canvas) -> Void

    /// Creates a view that needs a number of rows; `nil` fills the available space.
    package init(rows: Int? = nil, _ body: @escaping @Sendable (Canvas) -> Void = { _ in }) {
        self.rows = rows
        self.body = body
    }

    package func draw(in canvas: Canvas) { body(canvas) }

    package func height(forWidth width: Int) -> Int? { rows }
}

/// A vertical stack that shows as many views as fit around the selected one.
///
/// The selected view is in the middle, except near an end. Marks at the right edge indicate that there is more.
package struct StackView: TerminalView {
    private let views: [any TerminalView]
    private let selected: Int?

    package init(_ views: [any TerminalView], selected: Int? = nil) {
        self.views = views
        self.selected = selected
    }

    package func draw(in canvas: Canvas) {
        let (columns, rows) = (canvas.size.columns, canvas.size.rows)
        let heights = views.map { max(1, $0.height(forWidth: columns) ?? 1) }
        let first = firstView(heights, rows)
        var y = 0
        for (view, height) in zip(views, heights).dropFirst(first) where y < rows {
            canvas.draw(view, in: Rect(x: 0, y: y, columns: columns, rows: min(height, rows - y)))
            y += height
        }
        canvas.scrollMarks(above: first > 0, below: heights.dropFirst(first).reduce(0, +) > rows, rows: rows)
    }

    private func firstView(_ heights: [Int], _ rows: Int) -> Int {
        guard let selected, heights.indices.contains(selected) else { return 0 }
        var first = selected
        var above = 0
        while first > 0, above + heights[first - 1] <= rows / 2 {
            first -= 1
            above += heights[first]
        }
        var below = heights[first...].reduce(0, +)
        while first > 0, below + heights[first - 1] <= rows {
            first -= 1
            below += heights[first]
        }
        return first
    }
}
