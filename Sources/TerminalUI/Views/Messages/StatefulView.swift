package import BlocKit

/// Shows content that is loaded: one view for its four states, the same on all pages.
///
/// - While it loads: what was there before, and after 150 ms a spinner.
/// - With content: the content.
/// - Without content: that there is none, and what to do.
/// - After a failure: what happened, what to do, a key to try again and a key for details.
package struct StatefulView<Content: Sendable, Failure: Sendable>: TerminalView {
    private let name: String
    private let state: ContentLoadState<Content, Failure>
    private let activity: String
    private let empty: EmptyMessage
    private let problem: @Sendable (Failure) -> ProblemMessage
    private let content: @Sendable (Content) -> any TerminalView

    /// Creates a view of a state; `activity` is what is going on while it loads.
    ///
    /// `name` is for the time of loading, and different from those of other views on the screen.
    package init(
        _ name: String,
        state: ContentLoadState<Content, Failure>,
        activity: String = "Loading",
        empty: EmptyMessage,
        problem: @escaping @Sendable (Failure) -> ProblemMessage,
        content: @escaping @Sendable (Content) -> any TerminalView
    ) {
        self.name = name
        self.state = state
        self.activity = activity
        self.empty = empty
        self.problem = problem
        self.content = content
    }

    package func draw(in canvas: Canvas) {
        switch state {
        case .hasData(let data): canvas.draw(content(data))
        case .noData: canvas.draw(empty)
        case .error(let failure): canvas.draw(problem(failure))
        case .loading(let previous):
            if let previous { canvas.draw(content(previous)) }
            guard canvas.isSlow(name) else { return }
            // Beside old content a sign in the corner is enough.
            let isAlone = previous == nil
            let spinner = SpinnerView(name, text: isAlone ? activity : "")
            let columns = isAlone ? min(canvas.size.columns, CellText.columns(of: activity) + 2) : 1
            let corner = Rect(x: canvas.size.columns - 1, y: 0, columns: 1, rows: 1)
            canvas.draw(spinner, in: isAlone ? canvas.bounds.centered(Size(columns: columns, rows: 1)) : corner)
        }
    }
}

extension Canvas {
    /// Whether something takes so long that a sign of it is due; until then, asks for the frame in which it is.
    package func isSlow(_ name: String) -> Bool {
        let (elapsed, patience) = (elapsed(name), Duration.milliseconds(150))
        if elapsed < patience { nextFrame(after: patience - elapsed) }
        return elapsed >= patience
    }
}

/// A sign that something goes on, with a text.
package struct SpinnerView: TerminalView {
    /// How long each of its pictures is shown.
    private static let step = Duration.milliseconds(100)

    private let name: String
    private let text: String

    package init(_ name: String, text: String = "") {
        self.name = name
        self.text = text
    }

    package func draw(in canvas: Canvas) {
        let signs = canvas.glyphs.spinner
        let number = Int(canvas.elapsed(name) / Self.step)
        canvas.text(signs[number % signs.count], at: .zero, style: .accent)
        canvas.text(text, at: Point(x: 2, y: 0), style: .dim)
        canvas.nextFrame(after: Self.step)
    }
}
