import Testing

@testable import Repository

@Suite struct SearchTermTests {
    private let words = SearchWords(key: "anna maria von berg", text: "київ")

    private func matches(_ term: SearchTerm) -> Bool { words.withTexts { term.matches($0) } }

    private func word(_ text: String, isWhole: Bool = false) throws -> SearchWord {
        try #require(SearchWord(text, isWhole: isWhole))
    }

    @Test func `the parts of a word match as a phrase, or in any place`() throws {
        #expect(try matches(.word(word("maria-vo"))))
        #expect(try !matches(.word(word("anna-berg"))))
        #expect(try matches(.parts(word("anna-berg"))))
        #expect(try matches(.parts(word("berg-an"))))
        #expect(try !matches(.parts(word("an-berg"))))
        #expect(try !matches(.parts(word("berg-an", isWhole: true))))
        #expect(try matches(.word(word("киї"))))
    }

    @Test(arguments: ["ह", "हि", "हिन", "हिन्", "हिन्द", "हिन्दी"])
    func `every typed prefix of a word matches, also in scripts whose characters are typed in parts`(
        prefix: String
    ) throws {
        let words = SearchWords(key: "", text: SearchWords.written("हिन्दी"))
        #expect(try word(prefix).isFound(in: words))
    }

    @Test func `a conjunction needs all terms, a disjunction one`() throws {
        let (anna, zoe) = (SearchTerm.word(try word("anna")), SearchTerm.word(try word("zoe")))
        #expect(!matches(.all([anna, zoe])))
        #expect(matches(.any([zoe, anna])))
        let mask = WordPrefixMask(SearchWords(key: "anna maria von berg", text: ""))
        #expect(!SearchTerm.all([anna, zoe]).mayMatch(mask))
        #expect(SearchTerm.any([zoe, anna]).mayMatch(mask))
        #expect(!SearchTerm.any([zoe]).mayMatch(mask))
    }

    @Test func `every match has the required bits of a term`() throws {
        let (anna, zoe) = (SearchTerm.word(try word("anna")), SearchTerm.word(try word("zoe")))
        let both = WordPrefixMask(SearchWords(key: "anna zoe", text: ""))
        #expect(SearchTerm.all([anna, zoe]).requiredMask == both)
        #expect(SearchTerm.any([anna, .all([zoe, anna])]).requiredMask == anna.requiredMask)
        #expect(SearchTerm.any([]).requiredMask == WordPrefixMask(bits: 0))
        // A contact matches as written or in plain letters.
        let written = SearchTerm.word(try word("Søren"))
        for text in [SearchWords(key: "soren", text: ""), SearchWords(key: "", text: "søren")] {
            #expect(WordPrefixMask(text).contains(written.requiredMask))
        }
    }

    @Test(arguments: [
        ("an", true), ("ann", false), ("anna", true), ("a b-annab", true), ("a-ann", false), ("јов", false),
        ("5ab", true),
    ])
    func `prefixes need a merge unless they have three letters`(text: String, needsMerge: Bool) throws {
        #expect(try SearchTerm.any([.all([.parts(word(text))])]).needsMerge == needsMerge)
        #expect(try !SearchTerm.word(word(text, isWhole: true)).needsMerge)
    }

    @Test func `a phrase of several parts needs a merge and has no prefix token`() throws {
        #expect(try SearchTerm.word(word("a-ann")).needsMerge)
        #expect(try SearchTerm.word(word("a-ann")).match == #""a ann" *"#)
        #expect(try SearchTerm.word(word("ann-a")).match == #""ann a" *"#)
        #expect(try SearchTerm.parts(word("ann-ann")).match == #"("ann" AND "^ann")"#)
        #expect(try SearchTerm.word(word("ann", isWhole: true)).match == #""ann""#)
        #expect(try SearchTerm.word(word("ann")).match == #""^ann""#)
        #expect(try SearchTerm.word(word("жан")).match == #"("^zan" OR "^жан")"#)
    }

    @Test func `terms become nested FTS5 queries`() throws {
        let anna = SearchTerm.word(try word("anna"))
        let parts = SearchTerm.parts(try word("o-neil"))
        #expect(
            SearchTerm.all([anna, .any([parts, anna])]).match == #"("anna" * AND (("o" AND "neil" *) OR "anna" *))"#
        )
        #expect(SearchTerm.all([anna, .all([parts, .any([anna])])]).conjuncts == [anna, parts, .any([anna])])
    }
}
