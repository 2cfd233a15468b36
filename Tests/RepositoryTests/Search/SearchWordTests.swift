import Testing

@testable import Repository

@Suite struct SearchWordTests {
    @Test(arguments: [
        ("Anna", [["anna"]]), ("Søren", [["soren"], ["søren"]]), ("O'Neil-Smith", [["oneil", "smith"]]),
        ("(067)", [["067"]]), ("0171-5551234", [["0171", "5551234"], ["01715551234"], ["1715551234"]]),
        ("+49-171-5551234", [["49", "171", "5551234"], ["491715551234"]]),
    ])
    func `a word has its folded, its written and its numeric phrases`(text: String, phrases: [[String]]) throws {
        let word = try #require(SearchWord(text))
        #expect(phrases.allSatisfy(word.phrases.contains), "\(word.phrases)")
    }

    @Test(arguments: ["", "--", "!?", "\u{200D}"])
    func `text without letters and digits is no word`(text: String) {
        #expect(SearchWord(text) == nil)
    }

    @Test(arguments: ["Anna Mueller", "Anna Müller", "Anna Muller"])
    func `the spellings of an umlaut find each other`(name: String) {
        let words = SearchWords(of: name)
        for text in ["mueller", "müller", "muller", "muelle"] {
            #expect(SearchWord(text)?.isFound(in: words) == true, "\(text)")
        }
        // Of a beginning it is not known whether the letters are an umlaut.
        #expect(SearchWord("sue")?.isFound(in: SearchWords(of: "Susan")) == false)
    }

    @Test func `a query has up to sixteen words`() {
        #expect(SearchQuery(" anna \t Berg -- ").words.map(\.phrases) == [[["anna"]], [["berg"]]])
        #expect(SearchQuery("").words.isEmpty)
        #expect(SearchQuery(Array(repeating: "a", count: 100).joined(separator: " ")).words.count == 16)
    }
}
