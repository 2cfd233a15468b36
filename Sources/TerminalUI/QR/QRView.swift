/// Shows a QR code, in black and white whatever the theme, or says how large the window has to be.
package struct QRView: TerminalView {
    /// Light squares around the code; the standard asks for four, cameras of today need two.
    private static let margin = 2

    private let texts: [String]

    /// Shows the first text whose code fits; the longest comes first.
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
            let side = code.size + 2 * QRView.margin
            let isHalved = !canvas.glyphs.halfBlocks.isEmpty
            let needed = isHalved ? Size(columns: side, rows: (side + 1) / 2) : Size(columns: 2 * side, rows: side)
            guard needed.columns <= canvas.size.columns, needed.rows <= canvas.size.rows else {
                message = "The QR code needs \(needed.columns)×\(needed.rows) cells; enlarge the window."
                continue
            }
            let part = canvas.sub(canvas.bounds.centered(needed))
            return isHalved ? drawHalfBlocks(code, in: part) : draw(code, in: part)
        }
        canvas.draw(TextView(message, alignment: .center))
    }

    /// Draws two squares to a cell, one over the other.
    ///
    /// The light ones are drawn, so that it works without colors on dark terminals.
    private func drawHalfBlocks(_ code: QRCode, in canvas: Canvas) {
        for y in 0..<canvas.size.rows {
            let text = (0..<canvas.size.columns).map { x in
                let (column, row) = (x - QRView.margin, 2 * y - QRView.margin)
                let upper = code.isDark(x: column, y: row) ? 0 : 2
                return canvas.glyphs.halfBlocks[upper + (code.isDark(x: column, y: row + 1) ? 0 : 1)]
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
