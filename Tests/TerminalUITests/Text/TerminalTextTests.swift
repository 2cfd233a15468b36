import TerminalUI
import Testing

struct TerminalTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("Zoë 日本", "Zoë 日本"), ("a\tb\nc\r\nd", "a b c  d"), ("\u{1B}[31m", "\u{FFFD}[31m"),
        ("\u{7F}\u{80}\u{9F}", "\u{FFFD}\u{FFFD}\u{FFFD}"),
        ("\u{202A}\u{202E}\u{2066}\u{2069}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
        ("a\u{200E}\u{200F}\u{61C}b", "a\\u{200E}\\u{200F}\\u{61C}b"), ("\u{E0041}\u{E007F}", "\\u{E0041}\\u{E007F}"),
        ("a\u{200B}\u{FEFF}\u{AD}", "a\\u{200B}\\u{FEFF}\\u{AD}"), ("👩\u{200D}🚀❤\u{FE0F}", "👩\u{200D}🚀❤\u{FE0F}"),
        ("a\u{2028}b", "a b"), ("ا\u{200C}ب", "ا\u{200C}ب"), ("\u{0}", "\u{FFFD}"),
    ])
    func `only what a terminal could obey is replaced`(text: String, harmless: String) {
        #expect(TerminalText.sanitized(text) == harmless)
        #expect(TerminalText.isHarmless(text) == (text == harmless))
    }
}
