/// Frames as plain text.
package enum TextRendering {
    /// The rows, each without the blanks at its end.
    package static func text(of grid: Grid) -> String {
        (0..<grid.size.rows).map { row in
            var text = grid.text(ofRow: row)
            while text.last == " " { text.removeLast() }
            return text + "\n"
        }.joined()
    }
}
