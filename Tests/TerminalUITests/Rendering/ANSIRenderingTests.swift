import Testing

@testable import TerminalUI

struct ANSIRenderingTests {
    @Test func `rows have styles and no blanks at their ends`() {
        let frame = Frame(
            DrawnView { canvas in
                canvas.text("plain", at: .zero)
                canvas.text("bad", at: Point(x: 0, y: 1), style: .danger)
            },
            size: Size(columns: 12, rows: 3)
        )
        let text = ANSIRendering.text(of: frame.grid, theme: .dark)
        #expect(text == "plain\n\u{1B}[0;38;2;255;123;134mbad\u{1B}[0m\n\n")
        #expect(ANSIRendering.text(of: frame.grid, theme: .dark, depth: .ansi).contains("\u{1B}[0;91mbad"))
        #expect(ANSIRendering.text(of: frame.grid, theme: .none).contains("\u{1B}[0;1mbad"))
    }
}
