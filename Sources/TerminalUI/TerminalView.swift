/// A picture of a state, as a value.
///
/// A view is made from the state of a bloc each time that state changes, draws itself into a canvas, and is forgotten. It
/// holds no subscription, reads no clock and starts no work, so that the same value always gives the same picture.
///
/// ```swift
/// struct GreetingView: TerminalView {
///     let name: String
///
///     func draw(in canvas: Canvas) {
///         canvas.text("Hello, \(name)", at: .zero, style: .title)
///     }
/// }
/// ```
package protocol TerminalView: Sendable {
    /// Draws the view into all of the canvas.
    func draw(in canvas: Canvas)
    /// The rows that the view needs at a width; `nil` when it takes what there is.
    func height(forWidth width: Int) -> Int?
}

extension TerminalView {
    package func height(forWidth width: Int) -> Int? { nil }
}

/// A view that draws nothing.
package struct EmptyView: TerminalView {
    package init() {}

    package func draw(in canvas: Canvas) {}

    package func height(forWidth width: Int) -> Int? { 0 }
}

/// A view made of a closure, for the small parts of a page.
package struct DrawnView: TerminalView {
    private let rows: Int?
    private let body: @Sendable (Canvas) -> Void

    /// Creates a view that needs a number of rows; `nil` takes what there is.
    package init(rows: Int? = nil, _ body: @escaping @Sendable (Canvas) -> Void) {
        self.rows = rows
        self.body = body
    }

    package func draw(in canvas: Canvas) { body(canvas) }

    package func height(forWidth width: Int) -> Int? { rows }
}
