package import BlocKit

/// A key and its effect, for hints.
package struct KeyHint: Hashable, Sendable {
    /// The keys, which all have the same effect.
    package let keys: [Key]
    package let text: String

    package init(_ keys: Key..., text: String) {
        self.keys = keys
        self.text = text
    }

    package init(keys: [Key], text: String) {
        self.keys = keys
        self.text = text
    }

    /// The names of the keys, such as `j Down`.
    package var keyNames: String { keys.map(\.description).joined(separator: " ") }

    /// The hint as a line: the keys and their effect.
    var line: StyledText {
        keys.isEmpty
            ? StyledText(text, style: .dim)
            : StyledText(keyNames, style: .key) + StyledText(" " + text, style: .dim)
    }
}

/// The message of an empty page: that there's nothing to show, and what to do.
package struct EmptyMessage: TerminalView, Equatable {
    package let title: String
    /// Suggestions, each with its key if it has one.
    package let hints: [KeyHint]

    package init(_ title: String, hints: [KeyHint] = []) {
        self.title = title
        self.hints = hints
    }

    package func draw(in canvas: Canvas) {
        canvas.drawCentered([StyledText(title, style: .heading)] + hints.map(\.line))
    }
}

/// An error message for users, with the same keys for every failure: try again, and details.
package struct ProblemMessage: TerminalView, Equatable {
    private static let hints = KeyHint("r", text: "try again").line + "   " + KeyHint("d", text: "details").line

    package let title: String
    package let message: String

    package init(title: String, message: String) {
        self.title = title
        self.message = message
    }

    package func draw(in canvas: Canvas) {
        let heading = StyledText("\(canvas.glyphs.warning) \(title)", style: .danger.with(.bold))
        canvas.drawCentered([heading, StyledText(message), Self.hints])
    }
}

extension Canvas {
    /// Draws centered lines, wrapping long ones.
    fileprivate func drawCentered(_ lines: [StyledText]) {
        let width = max(1, min(size.columns - 2, 72))
        let text = TextView(lines, isCentered: true)
        let height = text.height(forWidth: width) ?? lines.count
        draw(text, in: bounds.centered(Size(columns: width, rows: height)))
    }
}

/// Shows content that is loaded asynchronously; handles its four states in the same way on all pages.
///
/// - Loading: the previous content and, after 150 ms, a spinner.
/// - Loaded: the content.
/// - Empty: a message that there's nothing, and what to do.
/// - Failed: what happened, what to do, a key to try again and a key for details.
package struct StatefulView<Content: Sendable, Failure: Sendable>: TerminalView {
    private let name: String
    private let state: ContentLoadState<Content, Failure>
    private let activity: String
    private let empty: EmptyMessage
    private let problem: @Sendable (Failure) -> ProblemMessage
    private let content: @Sendable (Content) -> any TerminalView

    /// Creates a view of a state; `activity` describes what is happening during loading.
    ///
    /// `name` is used to measure the loading time; it must be unique on the screen.
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
            // Next to old content, a symbol in the corner is enough.
            let isAlone = previous == nil
            let spinner = SpinnerView(name, text: isAlone ? activity : "")
            let columns = isAlone ? min(canvas.size.columns, CellText.columns(of: activity) + 2) : 1
            let corner = Rect(x: canvas.size.columns - 1, y: 0, columns: 1, rows: 1)
            canvas.draw(spinner, in: isAlone ? canvas.bounds.centered(Size(columns: columns, rows: 1)) : corner)
        }
    }
}

extension Canvas {
    /// Returns whether an activity has taken long enough to show a spinner; if not, requests a frame for when it has.
    package func isSlow(_ name: String) -> Bool {
        let (elapsed, delay) = (elapsed(name), Duration.milliseconds(150))
        if elapsed < delay { nextFrame(after: delay - elapsed) }
        return elapsed >= delay
    }
}

/// An indicator of ongoing activity, with a label.
package struct SpinnerView: TerminalView {
    /// The time for which each symbol is shown.
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
