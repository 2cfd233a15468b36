import Testing

@testable import Repository

@Suite struct WordPrefixMaskTests {
    private static let words = [
        "anna", "an", "a", "berg", "d", "zürich", "ž", "київ", "علی", "o7", "7", "12345", "example", "com", "straße",
    ]

    @Test(arguments: words)
    func `whoever has a word has its initials, however little of it is given`(word: String) {
        for text in ["\(word)", "x, \(word)", "(\(word)) bo-\(word)", "ö \(word)"] {
            for words in [SearchWords(key: text, text: ""), SearchWords(key: "", text: text)] {
                let initials = WordPrefixMask(words)
                #expect(initials.contains(WordPrefixMask([word], isWhole: true)), "\(text)")
                for length in 1...word.count {
                    let beginning = String(word.prefix(length))
                    #expect(initials.contains(WordPrefixMask([beginning], isWhole: false)), "\(beginning) in \(text)")
                }
            }
        }
    }

    @Test func `of several words only the last may be a beginning`() {
        let initials = WordPrefixMask(SearchWords(key: "maria theresa", text: ""))
        #expect(initials.contains(WordPrefixMask(["maria", "th"], isWhole: false)))
        #expect(!initials.contains(WordPrefixMask(["maria", "th"], isWhole: true)))
        #expect(!initials.contains(WordPrefixMask(["ma", "theresa"], isWhole: false)))
    }

    @Test func `who has no word that begins so has not its initials`() {
        let initials = WordPrefixMask(SearchWords(key: "anna berg", text: ""))
        #expect(!initials.contains(WordPrefixMask(["zo"], isWhole: false)))
        #expect(!initials.contains(WordPrefixMask(["ani"], isWhole: false)))
        #expect(!WordPrefixMask(.none).contains(WordPrefixMask(["an"], isWhole: false)))
        // One letter is in too many words, and everybody has numbers.
        #expect(WordPrefixMask(["z"], isWhole: false) == WordPrefixMask(bits: 0))
        #expect(WordPrefixMask(["0171", "55"], isWhole: true) == WordPrefixMask(bits: 0))
    }

    @Test func `what most addresses have makes no other beginning worthless`() {
        let initials = WordPrefixMask(SearchWords(key: "mail example com 5 main street", text: ""))
        let letters = (97...122).map { String(Unicode.Scalar($0 as UInt8)) }
        let beginnings = letters.flatMap { first in letters.map { first + $0 } }
        let had = beginnings.filter { initials.contains(WordPrefixMask([$0], isWhole: false)) }
        #expect(["ma", "ex", "co", "st"].allSatisfy(had.contains))
        #expect(had.count < beginnings.count / 8)
    }

    @Test func `databases keep them, so that the bits of a word never change`() {
        #expect(WordPrefixMask(SearchWords(key: "anna berg example com 17", text: "é")).bits == 597_067_563_273)
    }
}
