import Repository
import Testing

@Suite struct ShownTextTests {
    @Test(arguments: [
        ("a\u{1B}[31mb\r\n\tc", "a [31mb c"), ("  x  ", "x"), ("\u{202E}evil\u{2066}", "evil"),
        ("نیم\u{200C}فاصله", "نیمفاصله"),
        ("", ""),
    ])
    func `a line holds nothing that moves a cursor or turns text round`(text: String, expected: String) {
        #expect(ShownText.line(text) == expected)
    }

    @Test func `a long text is cut`() {
        #expect(ShownText.line(String(repeating: "ab ", count: 100), limit: 5) == "ab ab…")
        #expect(ShownText.line(String(repeating: "x", count: 5), limit: 5) == "xxxxx")
    }
}
