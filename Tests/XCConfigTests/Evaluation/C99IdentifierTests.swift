import Testing

@testable import XCConfig

@Suite struct C99IdentifierTests {
    @Test func `letters outside ASCII stay in extended identifiers`() throws {
        let config = try Resolving.file(
            "A = $(B:c99extidentifier)\nB = U\u{308}TF-8\nC = $(D:c99extidentifier)\nD = a\u{AC00}\nE = $(F:c99extidentifier)\nF = \u{660}\u{660}"
        )
        #expect(config.strings["A"] == "\u{DC}TF_8")
        #expect(config.strings["C"] == "a\u{AC00}")
        #expect(config.strings["E"] == "_\u{660}")
    }

    @Test(arguments: [("1a", "_a"), ("a1", "a1"), ("a-b c", "a_b_c"), ("", ""), ("é", "é"), ("\u{0660}a", "_a")])
    func `a character that an identifier cannot have becomes an underscore`(text: String, identifier: String) {
        #expect(C99Identifier.mangling(text) == identifier)
    }

    @Test func `a decomposed letter is composed`() {
        #expect(Array(C99Identifier.mangling("u\u{308}").unicodeScalars) == ["\u{FC}"])
    }
}

@Suite struct IdentifierTextTests {
    @Test func `identifiers begin with no digit`() {
        #expect(IdentifierText.identifier("1a-b", filler: "_") == "_a_b")
        #expect(IdentifierText.identifier("1a_b", filler: "-") == "-a-b")
        #expect(IdentifierText.identifier("a1_é", filler: "_") == "a1__")
    }

    @Test(arguments: [("", "\"\""), ("a b", "a\\ b"), ("a\"'\\b", "a\\\"\\'\\\\b"), ("plain", "plain")])
    func `a quoted text is one element of a list`(text: String, quoted: String) throws {
        #expect(IdentifierText.quoted(text) == quoted)
        #expect(try Resolving.list("A", in: "A = \(quoted)") == [text])
    }
}
