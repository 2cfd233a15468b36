import Testing

@testable import TerminalUI

struct GlyphsTests {
    @Test(arguments: [Glyphs.unicode, .ascii])
    func `each sign takes one column`(glyphs: Glyphs) {
        for child in Mirror(reflecting: glyphs).children {
            let signs = (child.value as? String).map { [$0] } ?? child.value as? [String] ?? []
            for sign in signs {
                #expect(CellText.pieces(of: sign).map(\.columns) == [1], "\(child.label ?? "") \(sign)")
                if glyphs == .ascii { #expect(TerminalText.isPlainASCII(sign)) }
            }
        }
    }
}
