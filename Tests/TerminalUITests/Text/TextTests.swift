import TerminalUI
import Testing

struct TextTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("Zoë", 3), ("Zoe\u{308}", 3), ("日本", 4), ("ｱ", 1), ("Ａ", 2), ("한국", 4),
        ("\u{1112}\u{1161}\u{11AB}", 2), ("👍", 2), ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🇨🇭", 2), ("☎", 1), ("☎️", 2),
        ("ا\u{200C}ب", 2), ("\u{939}\u{93F}", 2), ("שלום", 4), ("a\u{200B}b", 2),
    ])
    func `text takes the columns that a terminal gives it`(text: String, columns: Int) {
        #expect(DisplayWidth.columns(of: text) == columns)
    }

    @Test(arguments: [
        ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
        ("abc", 1, "…"), ("abc", 0, ""), ("", 0, ""), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ])
    func `text is cut between characters, with an ellipsis`(text: String, columns: Int, cut: String) {
        #expect(DisplayWidth.truncated(text, to: columns) == cut)
        #expect(DisplayWidth.columns(of: DisplayWidth.truncated(text, to: columns)) <= columns)
    }

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
