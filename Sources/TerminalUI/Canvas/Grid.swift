/// One column of one row.
package struct Cell: Equatable, Sendable {
    /// A character with its marks; empty for the right half of the wide character before it.
    package var text: String
    /// How the cell looks, by meaning.
    package var style: Style

    package static let blank = Cell(text: " ", style: .plain)

    /// Whether the cell is the right half of a wide character.
    package var isContinuation: Bool { text.isEmpty }
}

/// The cells of a screen, row by row.
///
/// Each row keeps this invariant: the right half of a wide character follows that character, and every other cell holds text of
/// one column. Only ``Surface`` writes cells, so that no text can break it.
package struct Grid: Equatable, Sendable {
    package let size: Size
    var cells: [Cell]

    /// Creates a grid of blanks.
    package init(size: Size) {
        self.size = size
        cells = Array(repeating: .blank, count: size.columns * size.rows)
    }

    /// The cell at a point inside.
    package subscript(x: Int, y: Int) -> Cell { cells[y * size.columns + x] }

    /// The text of a row, with all its blanks.
    package func text(ofRow row: Int) -> String {
        cells[row * size.columns..<(row + 1) * size.columns].map(\.text).joined()
    }
}
