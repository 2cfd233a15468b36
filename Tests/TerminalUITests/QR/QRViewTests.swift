import Testing

@testable import TerminalUI

struct QRViewTests {
    @Test func `two squares share a cell, and in ASCII one square takes two`() throws {
        let view = QRView(["Ada"])
        let lines = picture(view, 25, 13).split(separator: "\n")
        #expect(lines.first == Substring(String(repeating: "█", count: 25)))
        // The upper left corner.
        #expect(lines[1].hasPrefix("██ ▄▄▄▄▄ "))
        let frame = Frame(view, size: Size(columns: 50, rows: 25), glyphs: .ascii)
        #expect(frame.grid[0, 0].style.background == .paper)
        #expect(frame.grid[4, 2].style.background == .ink)
    }

    @Test func `the first text that fits is shown`() {
        let texts = [String(repeating: "x", count: 60), "Ada"]
        #expect(picture(QRView(texts), 25, 13) == picture(QRView(["Ada"]), 25, 13))
        #expect(picture(QRView(texts), 60, 30) == picture(QRView([texts[0]]), 60, 30))
    }

    @Test func `a window that is too small is told`() {
        #expect(picture(QRView(["Ada"]), 24, 12).contains("25×13"))
        #expect(picture(QRView([String(repeating: "x", count: 3000)]), 40, 2).contains("too long"))
    }
}
