/// Shows a QR code, in black and white whatever the theme, or says how large the window has to be.
package struct QRView: TerminalView {
    /// Light squares around the code; the standard asks for four, cameras of today need two.
    private static let margin = 2

    private let code: QRCode?

    /// Shows the bytes as a code of the smallest size.
    package init(_ text: String, level: QRCode.Level = .low) {
        code = QRCode(Array(text.utf8), level: level)
    }

    /// The columns and rows that it needs; `nil` when the text is too long for any code.
    package func neededSize(glyphs: Glyphs) -> Size? {
        code.map { code in
            let side = code.size + 2 * QRView.margin
            return glyphs.halfBlocks == nil
                ? Size(columns: 2 * side, rows: side) : Size(columns: side, rows: (side + 1) / 2)
        }
    }

    package func draw(in canvas: Canvas) {
        guard let code, let needed = neededSize(glyphs: canvas.glyphs) else {
            return canvas.draw(TextView("This is too long for a QR code.", alignment: .center))
        }
        guard needed.columns <= canvas.size.columns, needed.rows <= canvas.size.rows else {
            let text = "The QR code needs \(needed.columns)×\(needed.rows) cells; enlarge the window."
            return canvas.draw(TextView(text, alignment: .center))
        }
        let part = canvas.sub(canvas.bounds.centered(needed))
        if let blocks = canvas.glyphs.halfBlocks {
            draw(code, blocks: blocks, in: part)
        } else {
            draw(code, in: part)
        }
    }

    /// Draws two squares to a cell, one over the other.
    ///
    /// The light ones are drawn, so that it works without colors on dark terminals.
    private func draw(_ code: QRCode, blocks: Glyphs.HalfBlocks, in canvas: Canvas) {
        for y in 0..<canvas.size.rows {
            let text = (0..<canvas.size.columns).map { x -> String in
                let column = x - QRView.margin
                let isUpperDark = code.isDark(x: column, y: 2 * y - QRView.margin)
                let isLowerDark = code.isDark(x: column, y: 2 * y + 1 - QRView.margin)
                return switch (isUpperDark, isLowerDark) {
                case (true, true): " "
                case (false, false): blocks.full
                case (false, true): blocks.upper
                case (true, false): blocks.lower
                }
            }
            canvas.text(text.joined(), at: Point(x: 0, y: y), style: Style(.paper, on: .ink))
        }
    }

    /// A square takes two columns, which together are about as wide as high.
    private func draw(_ code: QRCode, in canvas: Canvas) {
        for y in 0..<canvas.size.rows {
            for x in 0..<canvas.size.columns / 2 {
                let isDark = code.isDark(x: x - QRView.margin, y: y - QRView.margin)
                canvas.fill(Rect(x: 2 * x, y: y, columns: 2, rows: 1), style: Style(on: isDark ? .ink : .paper))
            }
        }
    }
}
