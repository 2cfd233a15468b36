/// Renders frames as text with colors, for terminals and pagers, without moving the cursor.
package enum ANSIRendering {
    /// Returns the rows, each with its styles but without plain trailing spaces.
    package static func text(of grid: Grid, theme: Theme, depth: ColorDepth = .trueColor) -> String {
        var text = ""
        for row in 0..<grid.size.rows {
            var cells = (0..<grid.size.columns).map { grid[$0, row] }.filter { !$0.isContinuation }
                .map { (text: $0.text, style: theme.resolve($0.style, depth: depth)) }
            while let last = cells.last, last.text == " ", last.style == .standard { cells.removeLast() }
            var style = ResolvedStyle.standard
            for cell in cells {
                if cell.style != style { text += sequence(cell.style) }
                style = cell.style
                text += cell.text
            }
            text += style == .standard ? "\n" : "\u{1B}[0m\n"
        }
        return text
    }

    private static let codes: [(Emphasis, String)] = [
        (.bold, "1"), (.faint, "2"), (.underline, "4"), (.reverse, "7"), (.strikethrough, "9"),
    ]

    private static func sequence(_ style: ResolvedStyle) -> String {
        var parts = ["0"]
        for (emphasis, code) in codes where style.emphasis.contains(emphasis) { parts.append(code) }
        parts += code(style.foreground, base: 30)
        parts += code(style.background, base: 40)
        return "\u{1B}[\(parts.joined(separator: ";"))m"
    }

    private static func code(_ color: TerminalColor, base: Int) -> [String] {
        switch color {
        case .standard: []
        case .indexed(let index) where index < 8: ["\(base + Int(index))"]
        case .indexed(let index) where index < 16: ["\(base + 52 + Int(index))"]
        case .indexed(let index): ["\(base + 8)", "5", "\(index)"]
        case .rgb(let rgb): ["\(base + 8)", "2", "\(rgb.red)", "\(rgb.green)", "\(rgb.blue)"]
        }
    }
}

/// Renders frames as plain text.
package enum TextRendering {
    /// Returns the rows, each without trailing spaces.
    package static func text(of grid: Grid) -> String {
        (0..<grid.size.rows).map { row in
            var text = grid.text(ofRow: row)
            while text.last == " " { text.removeLast() }
            return text + "\n"
        }.joined()
    }
}
