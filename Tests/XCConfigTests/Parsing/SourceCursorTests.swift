import Testing

@testable import XCConfig

@Suite struct SourceCursorTests {
    @Test func `the position starts after a byte order mark`() {
        var cursor = SourceCursor([0xEF, 0xBB, 0xBF] + Array("ab".utf8))
        #expect(cursor.position == SourcePosition(line: 1, column: 1))
        cursor.advance()
        #expect(cursor.position == SourcePosition(line: 1, column: 2))
        #expect(cursor.current == UInt8(ascii: "b"))
        #expect(cursor.next == 0)
    }

    @Test(arguments: ["\n", "\r", "\r\n", "\u{2028}", "\u{2029}"])
    func `each line break counts as one`(lineBreak: String) {
        var cursor = SourceCursor(Array("a\(lineBreak)b".utf8))
        cursor.skipLineBreak()
        #expect(cursor.position == SourcePosition(line: 1, column: 1))
        cursor.skipRestOfLine()
        cursor.skipLineBreak()
        #expect(cursor.position == SourcePosition(line: 2, column: 1))
        #expect(cursor.current == UInt8(ascii: "b"))
    }

    @Test func `blanks and a comment are skipped up to the end of the line`() {
        var cursor = SourceCursor(Array(" \t// comment\nA".utf8))
        cursor.skipBlanksAndComments()
        #expect(cursor.isAtEndOfLine)
        #expect(!cursor.isAtEnd)
        #expect(cursor.character == "end of line")
    }

    @Test func `scanning stops at the end of the line`() {
        var cursor = SourceCursor(Array("abc\nd".utf8))
        #expect(Array(cursor.scan { _ in true }) == Array("abc".utf8))
        #expect(Array(cursor.scan { _ in true }).isEmpty)
    }

    @Test(arguments: [("é", "é"), ("\u{1}", "\\u{01}"), ("😀x", "😀")])
    func `a message shows the current character`(text: String, shown: String) {
        #expect(SourceCursor(Array(text.utf8)).character == shown)
    }
}

@Suite struct UTF8CheckTests {
    @Test(
        arguments: [
            ([0x61, 0xC3, 0xA9], []), ([0xFF, 0xFE, 0x0A, 0xFF], [0, 3]), ([0xC0, 0x80], [0]),
            ([0xED, 0xA0, 0x80], [0]),
            ([0xE2, 0x82], [0]), ([0xF0, 0x9F, 0x98, 0x80], []), ([0xF4, 0x90, 0x80, 0x80], [0]),
            ([0x61, 0xE9, 0x61], [1]),
        ] as [([UInt8], [Int])]
    )
    func `the first invalid byte of each line is found`(bytes: [UInt8], offsets: [Int]) {
        #expect(UTF8Check.offsetsOfInvalidBytes(in: bytes) == offsets)
    }
}
