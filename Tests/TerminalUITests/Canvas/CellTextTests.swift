import Testing

@testable import TerminalUI

struct CellTextTests {
    @Test(arguments: [
        ("Ada", ["A", "d", "a"]), ("Zoe\u{308}", ["Z", "o", "e\u{308}"]), ("日本", ["日", "本"]),
        ("👩‍👧", ["👩", "👧"]), ("👍🏽", ["👍"]), ("🇨🇭", ["C", "H"]), ("❤️", ["❤"]), ("1️⃣", ["1"]),
        ("\u{301}", ["\u{25CC}\u{301}"]), ("a\nb", ["a", " ", "b"]), ("\u{1B}[", ["\u{FFFD}", "["]),
        ("क्ष", ["क्", "ष"]),
    ])
    func `a cell has one character with its marks`(text: String, cells: [String]) {
        #expect(CellText.pieces(of: text).map(\.text) == cells)
    }

    @Test func `no cell has more than four marks`() {
        let pieces = CellText.pieces(of: "e" + String(repeating: "\u{301}", count: 100))
        #expect(pieces.map(\.text.unicodeScalars.count) == [1 + 4])
    }

    @Test func `joiners of scripts stay`() {
        #expect(CellText.pieces(of: "ب\u{200C}ا").map(\.text) == ["ب\u{200C}", "ا"])
    }
}
