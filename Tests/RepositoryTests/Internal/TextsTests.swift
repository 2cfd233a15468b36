import Testing

@testable import Repository

@Suite struct DisplaySafeTextTests {
    @Test(arguments: [
        ("a\u{1B}[31mb\r\n\tc", "a [31mb c"), ("  x  ", "x"), ("\u{202E}evil\u{2066}", "evil"),
        ("نیم\u{200C}فاصله", "نیمفاصله"),
        ("", ""),
    ])
    func `a line holds nothing that moves a cursor or turns text round`(text: String, expected: String) {
        #expect(DisplaySafeText.line(text) == expected)
    }

    @Test func `a long text is cut`() {
        #expect(DisplaySafeText.line(String(repeating: "ab ", count: 100), limit: 5) == "ab ab…")
        #expect(DisplaySafeText.line(String(repeating: "x", count: 5), limit: 5) == "xxxxx")
    }
}

@Suite struct LeadingBytesTests {
    @Test func `numbers are in the order of the bytes, as far as they go`() {
        let texts = ["", "\u{1}", "a", "a\u{0}", "ab", "abcdefgh", "abcdefgi", "b", "ÿ", "😀"]
        let numbers = texts.map(UInt64.init(leadingBytesOf:))
        #expect(numbers == numbers.sorted())
        // A zero in place of a byte that is not there is the same as a byte that is zero.
        #expect(Set(numbers).count == texts.count - 1)
        #expect(UInt64(leadingBytesOf: "abcdefghij") == UInt64(leadingBytesOf: "abcdefgh"))
        #expect(UInt64(leadingBytesOf: "a") == 0x61 << 56)
    }
}
