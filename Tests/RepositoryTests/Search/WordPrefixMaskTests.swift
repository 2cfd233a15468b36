import Testing

@testable import Repository

@Suite struct WordPrefixMaskTests {
    private static let words = [
        "anna", "an", "a", "berg", "d", "zürich", "ž", "київ", "علی", "o7", "7", "12345", "example", "com", "straße",
    ]

    @Test(arguments: words)
    func `a contact with a word has the bits of each of its prefixes`(word: String) {
        for text in ["\(word)", "x, \(word)", "(\(word)) bo-\(word)", "ö \(word)"] {
            for words in [SearchWords(key: text, text: ""), SearchWords(key: "", text: text)] {
                let mask = WordPrefixMask(words)
                #expect(mask.contains(WordPrefixMask([word], isWhole: true)), "\(text)")
                for length in 1...word.count {
                    let prefix = String(word.prefix(length))
                    #expect(mask.contains(WordPrefixMask([prefix], isWhole: false)), "\(prefix) in \(text)")
                }
            }
        }
    }

    @Test func `of several words only the last may be a prefix`() {
        let mask = WordPrefixMask(SearchWords(key: "maria theresa", text: ""))
        #expect(mask.contains(WordPrefixMask(["maria", "th"], isWhole: false)))
        #expect(!mask.contains(WordPrefixMask(["maria", "th"], isWhole: true)))
        #expect(!mask.contains(WordPrefixMask(["ma", "theresa"], isWhole: false)))
    }

    @Test func `a contact without a prefix lacks its bits, unless they collide`() {
        let mask = WordPrefixMask(SearchWords(key: "anna berg", text: ""))
        #expect(!mask.contains(WordPrefixMask(["zo"], isWhole: false)))
        #expect(!mask.contains(WordPrefixMask(["ani"], isWhole: false)))
        #expect(!WordPrefixMask(.none).contains(WordPrefixMask(["an"], isWhole: false)))
        // Single letters and numbers set no bits.
        #expect(WordPrefixMask(["z"], isWhole: false) == WordPrefixMask(bits: 0))
        #expect(WordPrefixMask(["0171", "55"], isWhole: true) == WordPrefixMask(bits: 0))
    }

    @Test func `prefixes that most addresses have share bits with few others`() {
        let mask = WordPrefixMask(SearchWords(key: "mail example com 5 main street", text: ""))
        let letters = (97...122).map { String(Unicode.Scalar($0 as UInt8)) }
        let prefixes = letters.flatMap { first in letters.map { first + $0 } }
        let had = prefixes.filter { mask.contains(WordPrefixMask([$0], isWhole: false)) }
        #expect(["ma", "ex", "co", "st"].allSatisfy(had.contains))
        #expect(had.count < prefixes.count / 8)
    }

    @Test func `the bits of a word never change, because databases store them`() {
        #expect(WordPrefixMask(SearchWords(key: "anna berg example com 17", text: "é")).bits == 597_067_563_273)
    }
}
