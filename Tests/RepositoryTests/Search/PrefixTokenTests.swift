import Testing

@testable import Repository

@Suite struct PrefixTokenTests {
    private func appended(to text: String) -> String {
        var bytes = Array(text.utf8)
        PrefixToken.append(to: &bytes)
        return String(decoding: bytes.dropFirst(text.utf8.count), as: UTF8.self)
    }

    @Test(arguments: [
        ("anna berg", " ^ann ^ber"),
        ("anna,annabel (ann) an", " ^ann"),
        ("a ab abc", " ^abc"),
        ("12345 1ab a12 ab1", " ^a12 ^ab1"),
        ("anna@example.com 5 main street", " ^ann ^mai"),
        ("zürich Berg 7ü9 exa žэ", " ^zür ^Ber"),
        ("zoë жанна жан zoëlle z\u{308}oe", " ^zoë ^жан ^z\u{308}o"),
        ("", ""),
    ])
    func `the token of each prefix of three letters is appended once`(text: String, tokens: String) {
        #expect(appended(to: text) == tokens)
    }

    @Test func `a prefix has a token only if the index stores it`() {
        #expect(PrefixToken.token(for: "ann") == "^ann")
        #expect(PrefixToken.token(for: "a12") == "^a12")
        #expect(PrefixToken.token(for: "žan") == "^žan")
        for other in ["an", "anna", "1ab", "exa", "žana", "ža", ""] {
            #expect(PrefixToken.token(for: other) == nil, "\(other)")
        }
    }

    @Test func `tokens stand at the end of the search words and are no words themselves`() {
        let words = SearchWords(RemotePerson.sample("Zoë^Anna").contact)
        #expect(words.key.contains(" ^zoe ^ann"))
        let tokens = SearchWords.tokens(words.key)
        #expect(tokens.contains("zoe"))
        #expect(!tokens.contains { $0.contains("^") || $0 == "ann" })
        #expect(words.text == "first zoë anna last zoë anna ^fir ^zoë ^ann ^las")
        #expect(SearchWords.tokens(words.text) == ["first", "zoë", "anna", "last", "zoë", "anna"])
        #expect(
            WordPrefixMask(words)
                == WordPrefixMask(SearchWords(key: "\(words.key.prefix { $0 != "^" })", text: words.text))
        )
    }

    @Test func `the mark of tokens is a blank in the text of a contact`() {
        #expect(SearchWords.tokens(SearchWords.folded("a^b ^c")) == ["a", "b", "c"])
        #expect(SearchWords.tokens(SearchWords.folded("ä^b ＾c")) == ["a", "b", "c"])
        #expect(SearchWords.tokens(SearchWords.written("Ä^b ＾c")) == ["ä", "b", "c"])
    }
}
