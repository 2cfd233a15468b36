/// One column of one row: a character, or the right half of the wide character before it.
///
/// A cell has 8 bytes. Text of more than one Unicode scalar, such as a letter with combining marks, is kept in a table of
/// its ``Grid``; the cell holds its number there.
package struct Cell: Sendable {
    /// The scalar; with ``clusterBit``, a number in the table of clusters; 0 for the right half of a wide character.
    var content: UInt32
    /// How the cell looks, by meaning.
    package var style: Style

    static let clusterBit: UInt32 = 0x8000_0000
    static let continuation: UInt32 = 0

    init(content: UInt32, style: Style) {
        self.content = content
        self.style = style
    }

    /// An empty cell.
    package static let blank = Cell(content: 0x20, style: .plain)

    /// Whether the cell is the right half of a wide character.
    package var isContinuation: Bool { content == Cell.continuation }

    var isCluster: Bool { content & Cell.clusterBit != 0 }

    /// The number in the table of clusters, for a cluster.
    var clusterIndex: Int { Int(content & ~Cell.clusterBit) }
}
