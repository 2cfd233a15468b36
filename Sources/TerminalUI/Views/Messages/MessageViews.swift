/// A key and what it does, for hints.
package struct KeyHint: Hashable, Sendable {
    /// The keys; any of them does it.
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

    /// The hint as a line: the key, and what it does.
    var line: StyledText {
        keys.isEmpty
            ? StyledText(text, style: .dim)
            : StyledText(keyNames, style: .key) + StyledText(" " + text, style: .dim)
    }
}

/// What went wrong, for people.
package struct ProblemMessage: Sendable, Equatable {
    package let title: String
    package let message: String

    package init(title: String, message: String) {
        self.title = title
        self.message = message
    }
}

/// Shows that there is nothing, and what to do.
package struct EmptyMessageView: TerminalView {
    private let message: EmptyMessage

    package init(_ message: EmptyMessage) {
        self.message = message
    }

    package func draw(in canvas: Canvas) {
        canvas.draw(
            CenteredLines([StyledText(message.title, style: .heading)] + message.hints.map(\.line))
        )
    }
}

/// Shows what went wrong, with the keys of every failure: try again, and details.
package struct ProblemView: TerminalView {
    private static let hints = [
        KeyHint(.character("r"), text: "try again"), KeyHint(.character("d"), text: "details"),
    ]

    private let problem: ProblemMessage

    package init(_ problem: ProblemMessage) {
        self.problem = problem
    }

    package func draw(in canvas: Canvas) {
        canvas.draw(
            CenteredLines([
                StyledText("\(canvas.glyphs.warning) \(problem.title)", style: .danger.with(.bold)),
                StyledText(problem.message),
                Self.hints.reduce(into: StyledText()) { $0 = $0.isEmpty ? $1.line : $0 + "   " + $1.line },
            ])
        )
    }
}

/// Lines in the middle, wrapped where they are too long.
private struct CenteredLines: TerminalView {
    let lines: [StyledText]

    init(_ lines: [StyledText]) {
        self.lines = lines
    }

    func draw(in canvas: Canvas) {
        let width = max(1, min(canvas.size.columns - 2, 72))
        let text = TextView(lines, alignment: .center)
        let height = text.height(forWidth: width) ?? lines.count
        canvas.draw(text, in: canvas.bounds.centered(Size(columns: width, rows: height)))
    }
}
