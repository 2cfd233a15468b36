import BlocTesting
import Testing

@testable import TerminalUI

struct CanvasTests {
    @Test(arguments: 0..<40)
    func `no text breaks a grid`(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        let size = Size(columns: Int.random(in: 1...30, using: &numbers), rows: 4)
        let surface = Surface(size: size) { _ in .zero }
        let canvas = Canvas(surface: surface)
        for _ in 0..<60 {
            let (x, y) = (Int.random(in: -5...30, using: &numbers), Int.random(in: -2...5, using: &numbers))
            let (columns, rows) = (Int.random(in: 0...20, using: &numbers), Int.random(in: 0...4, using: &numbers))
            let part = canvas.sub(Rect(x: x, y: y, columns: columns, rows: rows))
            let place = Point(x: Int.random(in: -4...10, using: &numbers), y: Int.random(in: -1...4, using: &numbers))
            let room = part.size.columns - place.x
            let taken = part.text(HostileText.random(using: &numbers), at: place)
            #expect(taken <= max(0, room))
            #expect(isSound(surface.frame.grid))
        }
    }

    @Test func `text that does not fit is cut with an ellipsis`() {
        let view = DrawnView { $0.text("Ada Lovelace", at: .zero) }
        #expect(picture(view, 6, 1) == "Ada L…\n")
        #expect(picture(view, 6, 1, glyphs: .ascii) == "Ada L~\n")
        #expect(picture(view, 12, 1) == "Ada Lovelace\n")
    }

    @Test func `a wide character is never shown in half`() {
        let view = DrawnView { canvas in
            canvas.text("日本", at: .zero)
            canvas.text("x", at: Point(x: 1, y: 0))
        }
        #expect(picture(view, 4, 1) == " x本\n")
        #expect(picture(DrawnView { $0.text("日本", at: .zero) }, 3, 1) == "日…\n")
        let clipped = DrawnView {
            $0.sub(Rect(x: 0, y: 0, columns: 3, rows: 1)).text("日本", at: Point(x: 0, y: 0), width: 9)
        }
        #expect(picture(clipped, 4, 1) == "日…\n")
    }

    @Test func `a part cuts what is outside and has its own origin`() {
        let view = DrawnView { canvas in
            let part = canvas.sub(Rect(x: 2, y: 1, columns: 3, rows: 1))
            part.text("abcdef", at: Point(x: -1, y: 0))
            part.text("below", at: Point(x: 0, y: 1))
            part.sub(Rect(x: 1, y: -1, columns: 9, rows: 9)).fill(style: .selection)
        }
        #expect(picture(view, 8, 3) == "\n  b\n\n")
    }

    @Test func `colors that a style does not name stay`() {
        let view = DrawnView { canvas in
            canvas.fill(style: .selection)
            canvas.text("ab", at: .zero, style: .match)
        }
        let frame = Frame(view, size: Size(columns: 3, rows: 1))
        #expect(frame.grid[0, 0].style == Style(.match, on: .selection, [.bold, .underline]))
        #expect(frame.grid[2, 0].style == .selection)
    }

    @Test func `a box has lines and corners, in ASCII too`() {
        let view = DrawnView { $0.box() }
        #expect(picture(view, 4, 3) == "╭──╮\n│  │\n╰──╯\n")
        #expect(picture(view, 4, 3, glyphs: .ascii) == "+--+\n|  |\n+--+\n")
    }

    @Test func `grids with the same picture are equal, whatever was drawn before`() {
        func grid(_ texts: String...) -> Grid {
            let view = DrawnView { canvas in for text in texts { canvas.text(text, at: .zero) } }
            return Frame(view, size: Size(columns: 6, rows: 1)).grid
        }
        let once = grid("e\u{301}o\u{308}")
        #expect(once == grid("a\u{302}x", "e\u{301}o\u{308}"))
        #expect(once != grid("e\u{301}o\u{309}"))
        #expect(once.text(ofRow: 0) == "e\u{301}o\u{308}    ")
    }

    @Test func `ranges are highlighted, what overlaps is left out`() throws {
        let text = "Ada Lovelace"
        let ada = text.startIndex..<text.index(text.startIndex, offsetBy: 3)
        let overlapping = text.startIndex..<text.index(text.startIndex, offsetBy: 5)
        let styled = StyledText(text, style: .dim, highlighting: [ada, overlapping], as: .match)
        #expect(styled.runs.map(\.text) == ["Ada", " Lovelace"])
        #expect(styled.runs.map(\.style) == [.match, .dim])
        #expect(styled.text == text)
    }

    @Test(arguments: 0..<30)
    func `a cut text fits`(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        let text =
            StyledText(HostileText.random(using: &numbers))
            + StyledText(HostileText.random(using: &numbers), style: .dim)
        for columns in 0...20 {
            let cut = text.cut(to: columns, ellipsis: "…")
            #expect(cut.columns <= columns)
            if text.columns <= columns { #expect(cut == text) }
        }
    }

    @Test(arguments: [
        ("Ada", ["A", "d", "a"]), ("Zoe\u{308}", ["Z", "o", "e\u{308}"]), ("日本", ["日", "本"]),
        ("👩‍👧", ["👩", "👧"]), ("👍🏽", ["👍"]), ("🇨🇭", ["C", "H"]), ("❤️", ["❤"]), ("1️⃣", ["1"]),
        ("\u{301}", ["\u{25CC}\u{301}"]), ("a\nb", ["a", " ", "b"]), ("\u{1B}[", ["\u{FFFD}", "["]),
        ("क्ष", ["क्", "ष"]), ("ب\u{200C}ا", ["ب\u{200C}", "ا"]),
        ("e" + String(repeating: "\u{301}", count: 100), ["e\u{301}\u{301}\u{301}\u{301}"]),
    ])
    func `a cell has one character with at most four marks`(text: String, cells: [String]) {
        #expect(CellText.pieces(of: text).map(\.text) == cells)
    }
}
