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

/// What an empty page says: that there is nothing, and what to do.
package struct EmptyMessage: TerminalView, Equatable {
    package let title: String
    /// What to do, each with its key if it has one.
    package let hints: [KeyHint]

    package init(_ title: String, hints: [KeyHint] = []) {
        self.title = title
        self.hints = hints
    }

    package func draw(in canvas: Canvas) {
        canvas.drawCentered([StyledText(title, style: .heading)] + hints.map(\.line))
    }
}

/// What went wrong, for people, with the keys of every failure: try again, and details.
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
    /// Draws lines in the middle, wrapped where they are too long.
    fileprivate func drawCentered(_ lines: [StyledText]) {
        let width = max(1, min(size.columns - 2, 72))
        let text = TextView(lines, alignment: .center)
        let height = text.height(forWidth: width) ?? lines.count
        draw(text, in: bounds.centered(Size(columns: width, rows: height)))
    }
}
