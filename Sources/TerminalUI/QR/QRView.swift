/// Shows a QR code, in black and white whatever the theme, or says how large the window has to be.
package struct QRView: TerminalView {
    /// Light squares around the code; the standard asks for four, cameras of today need two.
    private static let margin = 2

    private let texts: [String]

    /// Shows the first text whose code fits.
    ///
    /// - Parameter texts: The texts, the longest first.
    package init(_ texts: [String]) {
        self.texts = texts
    }

    package func draw(in canvas: Canvas) {
        var message = ""
        for text in texts {
            let code: QRCode
            do {
                code = try QRCode(Array(text.utf8))
            } catch {
                message =
                    switch error {
                    case .tooLong: "This is too long for a QR code."
                    case .libraryMissing:
                        "QR codes need libqrencode; install the package libqrencode4 (Debian, Ubuntu)."
                    }
                continue
            }
            let needed = neededSize(of: code, glyphs: canvas.glyphs)
            guard needed.columns <= canvas.size.columns, needed.rows <= canvas.size.rows else {
                message = "The QR code needs \(needed.columns)×\(needed.rows) cells; enlarge the window."
                continue
            }
            let part = canvas.sub(canvas.bounds.centered(needed))
            if let blocks = canvas.glyphs.halfBlocks { return draw(code, blocks: blocks, in: part) }
            return draw(code, in: part)
        }
        canvas.draw(TextView(message, alignment: .center))
    }

    private func neededSize(of code: QRCode, glyphs: Glyphs) -> Size {
        let side = code.size + 2 * QRView.margin
        return glyphs.halfBlocks == nil
            ? Size(columns: 2 * side, rows: side) : Size(columns: side, rows: (side + 1) / 2)
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
                canvas.sub(Rect(x: 2 * x, y: y, columns: 2, rows: 1)).fill(style: Style(on: isDark ? .ink : .paper))
            }
        }
    }
}
