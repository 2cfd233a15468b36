import Testing

@testable import Repository

@Suite struct SearchTermTests {
    private let words = SearchWords(key: "anna maria von berg", text: "київ").tokens

    private func word(_ text: String, isWhole: Bool = false) throws -> SearchWord {
        try #require(SearchWord(text, isWhole: isWhole))
    }

    @Test func `a word is found side by side, its parts anywhere`() throws {
        #expect(try SearchTerm.word(word("maria-vo")).holds(words))
        #expect(try !SearchTerm.word(word("anna-berg")).holds(words))
        #expect(try SearchTerm.parts(word("anna-berg")).holds(words))
        #expect(try SearchTerm.parts(word("berg-an")).holds(words))
        #expect(try !SearchTerm.parts(word("an-berg")).holds(words))
        #expect(try !SearchTerm.parts(word("berg-an", isWhole: true)).holds(words))
        #expect(try SearchTerm.word(word("киї")).holds(words))
    }

    @Test(arguments: ["ह", "हि", "हिन", "हिन्", "हिन्द", "हिन्दी"])
    func `a word is found however little of it is typed, in scripts too whose characters are typed in parts`(
        beginning: String
    ) throws {
        let words = [SearchWords.tokens(SearchWords.written("हिन्दी"))]
        #expect(try word(beginning).isFound(in: words))
    }

    @Test func `all of several must hold, or one of them`() throws {
        let (anna, zoe) = (SearchTerm.word(try word("anna")), SearchTerm.word(try word("zoe")))
        #expect(!SearchTerm.all([anna, zoe]).holds(words))
        #expect(SearchTerm.any([zoe, anna]).holds(words))
        let initials = WordPrefixMask(SearchWords(key: "anna maria von berg", text: ""))
        #expect(!SearchTerm.all([anna, zoe]).mayHold(initials))
        #expect(SearchTerm.any([zoe, anna]).mayHold(initials))
        #expect(!SearchTerm.any([zoe]).mayHold(initials))
    }

    @Test func `what everybody has for whom it holds`() throws {
        let (anna, zoe) = (SearchTerm.word(try word("anna")), SearchTerm.word(try word("zoe")))
        let both = WordPrefixMask(SearchWords(key: "anna zoe", text: ""))
        #expect(SearchTerm.all([anna, zoe]).needed == both)
        #expect(SearchTerm.any([anna, .all([zoe, anna])]).needed == anna.needed)
        #expect(SearchTerm.any([]).needed == WordPrefixMask(bits: 0))
        // Either as it was written or in plain letters.
        let written = SearchTerm.word(try word("Søren"))
        for text in [SearchWords(key: "soren", text: ""), SearchWords(key: "", text: "søren")] {
            #expect(WordPrefixMask(text).contains(written.needed))
        }
    }

    @Test(arguments: [
        ("an", true), ("ann", false), ("anna", true), ("a b-annab", true), ("a-ann", false), ("јов", false),
        ("5ab", true),
    ])
    func `beginnings are gathered, but those of three letters`(text: String, isGathered: Bool) throws {
        #expect(try SearchTerm.any([.all([.parts(word(text))])]).isGathered == isGathered)
        #expect(try !SearchTerm.word(word(text, isWhole: true)).isGathered)
    }

    @Test func `a run of several parts is gathered, and so are parts that must stand side by side`() throws {
        #expect(try SearchTerm.word(word("a-ann")).isGathered)
        #expect(try SearchTerm.word(word("a-ann")).match == #""a ann" *"#)
        #expect(try SearchTerm.word(word("ann-a")).match == #""ann a" *"#)
        #expect(try SearchTerm.parts(word("ann-ann")).match == #"("ann" AND "^ann")"#)
        #expect(try SearchTerm.word(word("ann", isWhole: true)).match == #""ann""#)
        #expect(try SearchTerm.word(word("ann")).match == #""^ann""#)
        #expect(try SearchTerm.word(word("жан")).match == #"("^zan" OR "^жан")"#)
    }

    @Test func `the index is asked the same`() throws {
        let anna = SearchTerm.word(try word("anna"))
        let parts = SearchTerm.parts(try word("o-neil"))
        #expect(
            SearchTerm.all([anna, .any([parts, anna])]).match == #"("anna" * AND (("o" AND "neil" *) OR "anna" *))"#
        )
        #expect(SearchTerm.all([anna, .all([parts, .any([anna])])]).conjuncts == [anna, parts, .any([anna])])
    }
}
