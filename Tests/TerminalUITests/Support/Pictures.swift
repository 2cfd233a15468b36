@testable import TerminalUI

/// The rows of a view, without the blanks at their ends.
func picture(
    _ view: any TerminalView,
    _ columns: Int,
    _ rows: Int,
    glyphs: Glyphs = .unicode,
    elapsed: Duration = .seconds(1)
) -> String {
    let size = Size(columns: columns, rows: rows)
    let frame = Frame(view, size: size, glyphs: glyphs) { _ in elapsed }
    return TextRendering.text(of: frame.grid)
}

/// Whether each row of a grid takes as many columns as the grid has, wide characters being followed by their right halves.
func isSound(_ grid: Grid) -> Bool {
    (0..<grid.size.rows).allSatisfy { row in
        var x = 0
        while x < grid.size.columns {
            let cell = grid[x, row]
            if cell.isContinuation { return false }
            let text = cell.text
            guard let first = text.unicodeScalars.first, !TerminalText.isHarmful(first) else { return false }
            let isWide = x + 1 < grid.size.columns && grid[x + 1, row].isContinuation
            if DisplayWidth.columns(of: first) != (isWide ? 2 : 1) { return false }
            if text.unicodeScalars.dropFirst().contains(where: { DisplayWidth.columns(of: $0) != 0 }) { return false }
            if text.unicodeScalars.count > 1 + CellText.mostMarks { return false }
            x += isWide ? 2 : 1
        }
        return true
    }
}

/// Text that is out to break a grid.
enum HostileText {
    private static let noncharacters = String(
        String.UnicodeScalarView([0xFFFE, 0xFDD0].compactMap { Unicode.Scalar($0 as UInt32) })
    )

    static let samples = [
        "\u{1B}[31mred\u{1B}[2J", "\u{202E}evil\u{2066}", "Zo\u{308}\u{301}\u{300}\u{302}\u{303}\u{304}e\u{308}",
        "\u{301}first",
        "👩‍👩‍👧‍👦 family", "👍🏽", "🇨🇭🇩", "1️⃣", "❤️", "日本語テキスト", "한국어 \u{1112}\u{1161}\u{11AB}", "שלום עולם", "مرحبا",
        "\u{E0041}\u{E007F}tags", "a\u{200D}b\u{200C}c", "क्षत्रिय", "\0\u{7F}\u{9B}", "a\tb\nc\r\nd", noncharacters,
        "ﷺ﷽",
        "\u{2028}\u{2029}", "\u{115F}\u{3164}", "", " ", "🏴\u{E0067}\u{E0062}\u{E007F}", "\u{FE0F}\u{20E3}\u{200D}",
    ]

    /// A text of pieces of the samples and of scalars from everywhere.
    static func random(using generator: inout some RandomNumberGenerator) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...12, using: &generator) {
            if Bool.random(using: &generator), let sample = samples.randomElement(using: &generator) {
                text.append(contentsOf: sample.unicodeScalars)
            } else if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x2_FFFF, using: &generator)) {
                text.append(scalar)
            }
        }
        return String(text)
    }
}
