import Testing

@testable import Repository

@Suite struct SearchWordsTests {
    private func words(_ change: (inout Contact) -> Void) -> SearchWords {
        var contact = Contact(id: ContactID(rawValue: ""))
        change(&contact)
        return SearchWords(contact)
    }

    @Test func `words are folded, and written words are kept for fields with other than ASCII letters`() {
        let words = words { $0.name = PersonName(first: "Søren", last: "O'Neil") }
        // The names are one field, so that all of it is written.
        #expect(SearchWords.tokens(words.key) == ["soren", "oneil", "soeren"])
        #expect(SearchWords.tokens(words.text) == ["søren", "o", "neil"])
    }

    @Test func `digits of phone numbers are words, with and without the country code`() {
        let words = words { $0.phones = [ContactValue("+41 (0)44 668 18 00"), ContactValue("067 Z42")] }
        let tokens = SearchWords.tokens(words.key)
        #expect(tokens.contains("41446681800") && tokens.contains("446681800"))
    }

    @Test(arguments: [
        ("D'Argent `x`", "dargent x"), ("Straße", "strasse"), ("Łódź", "lodz"), ("ﬁn", "fin"),
    ])
    func `folding gives plain letters without apostrophes`(text: String, folded: String) {
        #expect(SearchWords.folded(text) == folded)
    }

    @Test func `folding a text of ASCII gives the same as folding it beside another letter`() {
        let ascii = String(String.UnicodeScalarView((0..<128).compactMap(Unicode.Scalar.init)))
        #expect(SearchWords.folded(ascii) == SearchWords.folded("é" + ascii).dropFirst())
    }

    @Test func `letters that differ only in encoding or keyboard are unified`() {
        #expect(SearchWords.written("ﻋﻠﻲ") == SearchWords.written("علی"))
        #expect(SearchWords.written("Zoe\u{308}") == SearchWords.written("ZOË"))
        #expect(SearchWords.written("نیم\u{200C}فاصله") == "نیمفاصله")
    }

    @Test(arguments: [
        ("anna, maria-von (berg)", ["anna", "maria", "von", "berg"]), ("a ×÷ b", ["a", "b"]),
        ("e\u{301}a", ["e\u{301}a"]),
        ("李小龙 5²", ["李小龙", "5²"]), ("anna ^ann", ["anna", "ann"]), ("", []),
    ])
    func `text is split like the tokenizer of the index`(text: String, tokens: [String]) {
        #expect(SearchWords.tokens(text) == tokens)
    }
}
