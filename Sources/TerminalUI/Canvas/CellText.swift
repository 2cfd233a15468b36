/// Splits text into pieces that fit into single cells, so that no text can break the grid.
///
/// Terminals disagree about the width of emoji sequences, but a grid must look the same on all of them. Each cell
/// therefore holds a single scalar with up to ``mostMarks`` combining marks:
/// - Control, bidirectional and invisible characters are replaced by ``TerminalText``.
/// - The people in a joined emoji appear next to each other, without joiners; skin tones are dropped.
/// - A flag appears as the two letters of its country.
/// - A mark without a base character appears on a dotted circle.
enum CellText {
    /// The maximum number of combining marks in a cell; terminals would stack more of them over the rows above.
    static let mostMarks = 4

    /// A cell's scalar with its marks, and its width in columns (1 or 2).
    struct Piece: Equatable {
        var text: String
        var columns: Int
    }

    static func pieces(of text: String) -> [Piece] {
        if TerminalText.isPlainASCII(text) { return text.unicodeScalars.map { Piece(text: String($0), columns: 1) } }
        var pieces: [Piece] = []
        for scalar in TerminalText.sanitized(text).unicodeScalars where !isLeftOut(scalar, after: pieces.last) {
            let columns = DisplayWidth.columns(of: scalar)
            if columns > 0 {
                pieces.append(Piece(text: String(shown(scalar)), columns: isRegionalIndicator(scalar) ? 1 : columns))
                continue
            }
            if pieces.isEmpty { pieces.append(Piece(text: "\u{25CC}", columns: 1)) }
            let last = pieces.count - 1
            if pieces[last].text.unicodeScalars.count <= mostMarks { pieces[last].text.unicodeScalars.append(scalar) }
        }
        return pieces
    }

    /// Returns the number of columns that text takes up in a grid.
    static func columns(of text: String) -> Int {
        // Lists measure hundreds of strings per frame, and nearly all of them are plain.
        if TerminalText.isPlainASCII(text) { return text.utf8.count }
        return pieces(of: text).reduce(0) { $0 + $1.columns }
    }

    private static func isLeftOut(_ scalar: Unicode.Scalar, after piece: Piece?) -> Bool {
        switch scalar.value {
        // Variation selectors, and the mark of a keycap.
        case 0xFE00...0xFE0F, 0x180B...0x180D, 0x180F, 0x20E3: true
        // Skin tones and joiners after an emoji; in scripts, joiners stay.
        case 0x1F3FB...0x1F3FF, 0x200C...0x200D:
            piece?.text.unicodeScalars.first.map { $0.value > 0x7F && $0.properties.isEmoji }
                ?? (scalar.value < 0x1_0000)
        default: false
        }
    }

    private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }

    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if isRegionalIndicator(scalar) { return Unicode.Scalar(UInt8(scalar.value - 0x1F1E6) + UInt8(ascii: "A")) }
        // Noncharacters, in every version of Unicode.
        if scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value) { return "\u{FFFD}" }
        return scalar
    }
}
