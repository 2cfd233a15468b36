import BlocTesting
import Testing

@testable import TerminalUI

struct TextViewTests {
    @Test(arguments: [
        ("one two three", 7, "one two\nthree\n"), ("abcdefgh", 3, "abc\ndef\ngh\n"), ("a  b", 1, "a\nb\n"),
        ("one\n\ntwo", 9, "one\n\ntwo\n"), ("日本語", 4, "日本\n語\n"), ("", 5, "\n"),
    ])
    func `text is wrapped between words`(text: String, columns: Int, rows: String) {
        let view = TextView(text)
        let height = view.height(forWidth: columns) ?? 0
        #expect(picture(view, columns, height) == rows)
    }

    @Test(arguments: 0..<30)
    func `wrapped lines fit and lose no text`(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        let text =
            StyledText(HostileText.random(using: &numbers), style: .dim)
            + StyledText(HostileText.random(using: &numbers))
        let shown = text.runs.flatMap { CellText.pieces(of: $0.text) }.map(\.text).joined()
        for columns in 2...12 {
            let lines = text.wrapped(to: columns)
            #expect(lines.allSatisfy { $0.columns <= columns })
            #expect(lines.map(\.text).joined().filter { $0 != " " } == shown.filter { $0 != " " })
        }
    }

    @Test func `text is scrolled and aligned`() {
        #expect(picture(TextView("a\nb\nc", firstRow: 1), 3, 2) == "b ▴\nc\n")
        #expect(picture(TextView("a\nb\nc", firstRow: 9), 3, 2) == "b ▴\nc\n")
        #expect(picture(TextView("a\nb\nc", firstRow: 0), 3, 2) == "a\nb ▾\n")
        #expect(picture(TextView("a\nb\nc"), 3, 2) == "a\nb\n")
        #expect(picture(TextView("ab", isCentered: true), 4, 1) == " ab\n")
    }
}
