import BlocTesting
import Testing

@testable import TerminalUI

struct ANSIRenderingTests {
    @Test func `rows have styles and no blanks at their ends`() {
        let view = DrawnView { canvas in
            canvas.text("plain", at: .zero)
            canvas.text("bad", at: Point(x: 0, y: 1), style: .danger)
        }
        let frame = Frame(view, size: Size(columns: 12, rows: 3))
        let text = ANSIRendering.text(of: frame.grid, theme: .dark)
        #expect(text == "plain\n\u{1B}[0;38;2;255;123;134mbad\u{1B}[0m\n\n")
        #expect(ANSIRendering.text(of: frame.grid, theme: .dark, depth: .ansi).contains("\u{1B}[0;91mbad"))
        #expect(ANSIRendering.text(of: frame.grid, theme: .none).contains("\u{1B}[0;1mbad"))
    }
}

struct SVGRenderingTests {
    private func svg(_ view: any TerminalView, theme: Theme = .dark) -> String {
        SVGRendering.svg(of: Frame(view, size: Size(columns: 20, rows: 3)).grid, theme: theme, title: "a <b> & “c”")
    }

    @Test func `text, colors and styles are in the picture`() {
        let view = DrawnView { canvas in
            canvas.sub(Rect(x: 0, y: 0, columns: 20, rows: 1)).fill(style: .selection)
            canvas.text("a<b>&\"c", at: .zero, style: .match)
        }
        let picture = svg(view)
        #expect(picture.contains("<title>a &lt;b&gt; &amp; “c”</title>"))
        #expect(picture.contains(">a&lt;b&gt;&amp;&quot;c</text>"))
        #expect(picture.contains("fill=\"#2b4a73\""))
        #expect(picture.contains("font-weight=\"bold\""))
        #expect(picture.contains("text-decoration=\"underline\""))
    }

    @Test(arguments: 0..<20)
    func `the same frame gives the same well-formed picture`(seed: UInt64) throws {
        var numbers = SplitMix64(seed: seed)
        let texts = (0..<3).map { _ in HostileText.random(using: &numbers) }
        let view = DrawnView { canvas in
            for (row, text) in texts.enumerated() { canvas.text(text, at: Point(x: 0, y: row), style: .link) }
        }
        let picture = svg(view)
        #expect(svg(view) == picture)
        let tags = try Regex(#"<(/?)(svg|title|rect|text)\b[^<>]*?(/?)>"#)
        var depth = 0
        // By scalar, because a character of several scalars can hold a “<”.
        for match in picture.matches(of: tags.matchingSemantics(.unicodeScalar)) {
            let isEnd = match.output[1].substring == "/"
            let isEmpty = match.output[3].substring == "/"
            depth += isEnd ? -1 : isEmpty ? 0 : 1
        }
        #expect(depth == 0)
        #expect(!picture.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }
}
