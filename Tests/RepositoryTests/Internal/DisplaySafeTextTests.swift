import Testing

@testable import Repository

@Suite struct DisplaySafeTextTests {
    @Test(arguments: [
        ("a\u{1B}[31mb\r\n\tc", "a [31mb c"), ("  x  ", "x"), ("\u{202E}evil\u{2066}", "evil"),
        ("نیم\u{200C}فاصله", "نیمفاصله"), ("", ""),
    ])
    func `a line has no characters that move the cursor or reverse text`(text: String, expected: String) {
        #expect(DisplaySafeText.line(text) == expected)
    }

    @Test func `a long text is cut`() {
        #expect(DisplaySafeText.line(String(repeating: "ab ", count: 100), limit: 5) == "ab ab…")
        #expect(DisplaySafeText.line(String(repeating: "x", count: 5), limit: 5) == "xxxxx")
    }
}
