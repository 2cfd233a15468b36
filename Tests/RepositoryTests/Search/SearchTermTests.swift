import Testing

@testable import Repository

@Suite struct SearchTermTests {
    private func word(_ text: String, isWhole: Bool = false) throws -> SearchWord {
        try #require(SearchWord(text, isWhole: isWhole))
    }

    @Test(arguments: ["ह", "हि", "हिन", "हिन्", "हिन्द", "हिन्दी"])
    func `every typed prefix of a word matches, also in scripts whose characters are typed in parts`(
        prefix: String
    ) throws {
        let words = SearchWords(key: "", text: SearchWords.written("हिन्दी"))
        #expect(try word(prefix).isFound(in: words))
    }

    @Test func `a word is a phrase whose last part may be a prefix, or parts in any place`() throws {
        #expect(try SearchTerm.word(word("a-ann")).match == #""a ann" *"#)
        #expect(try SearchTerm.parts(word("ann-ann")).match == #"("ann" AND "ann" *)"#)
        #expect(try SearchTerm.word(word("ann", isWhole: true)).match == #""ann""#)
        #expect(try SearchTerm.word(word("жан")).match == #"("zan" * OR "жан" *)"#)
    }

    @Test func `terms become nested FTS5 queries`() throws {
        let anna = SearchTerm.word(try word("anna"))
        let parts = SearchTerm.parts(try word("o-neil"))
        #expect(
            SearchTerm.all([anna, .any([parts, anna])]).match == #"("anna" * AND (("o" AND "neil" *) OR "anna" *))"#
        )
    }
}
