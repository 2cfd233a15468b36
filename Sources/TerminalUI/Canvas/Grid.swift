/// The cells of a screen, row by row.
///
/// Each row keeps this invariant: the right half of a wide character follows that character, and every other cell holds text of
/// one column. Only ``Surface`` writes cells, so that no text can break it.
package struct Grid: Sendable {
    /// The columns and rows.
    package let size: Size
    /// The cells, row by row.
    private(set) var cells: [Cell]
    /// The texts of cells with more than one scalar.
    private(set) var clusters: [String] = []
    /// The numbers of ``clusters``.
    private var clusterNumbers: [String: UInt32] = [:]

    /// Creates a grid of blanks.
    package init(size: Size) {
        self.size = size
        cells = Array(repeating: .blank, count: size.columns * size.rows)
    }

    /// The cell at a point inside.
    package subscript(x: Int, y: Int) -> Cell { cells[y * size.columns + x] }

    /// The text of a cell: empty for the right half of a wide character.
    package func text(of cell: Cell) -> String {
        if cell.isContinuation { return "" }
        if cell.isCluster { return clusters[cell.clusterIndex] }
        return Unicode.Scalar(cell.content).map { String(Character($0)) } ?? " "
    }

    /// Whether a cell of this grid shows what a cell of another grid shows.
    package func shows(_ cell: Cell, like other: Cell, of grid: Grid) -> Bool {
        if cell.style != other.style { return false }
        guard cell.isCluster, other.isCluster else { return cell.content == other.content }
        return clusters[cell.clusterIndex] == grid.clusters[other.clusterIndex]
    }

    /// The text of a row, with all its blanks.
    package func text(ofRow row: Int) -> String {
        var text = ""
        for x in 0..<size.columns { text += self.text(of: self[x, row]) }
        return text
    }

    /// Writes a cell as it is; the caller keeps the invariant.
    mutating func set(_ cell: Cell, at index: Int) {
        cells[index] = cell
    }

    mutating func setStyle(_ style: Style, at index: Int) {
        cells[index].style = style
    }

    /// The content of a cell for a text of several scalars.
    mutating func cluster(_ text: String) -> UInt32 {
        if let number = clusterNumbers[text] { return number | Cell.clusterBit }
        let number = UInt32(clusters.count)
        clusters.append(text)
        clusterNumbers[text] = number
        return number | Cell.clusterBit
    }
}

extension Grid: Equatable {
    package static func == (left: Grid, right: Grid) -> Bool {
        guard left.size == right.size else { return false }
        return left.cells.indices.allSatisfy { left.shows(left.cells[$0], like: right.cells[$0], of: right) }
    }
}
