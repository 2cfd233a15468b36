import Testing

@testable import Repository

@Suite struct WordInitialsTests {
    private static let words = [
        "anna", "an", "a", "berg", "d", "zürich", "ž", "київ", "علی", "o7", "7", "12345", "example", "com", "straße",
    ]

    @Test(arguments: words)
    func `whoever has a word has its initials, however little of it is given`(word: String) {
        for text in ["\(word)", "x, \(word)", "(\(word)) bo-\(word)", "ö \(word)"] {
            for words in [SearchWords(key: text, text: ""), SearchWords(key: "", text: text)] {
                let initials = WordInitials(words)
                #expect(initials.contains(WordInitials([word], isWhole: true)), "\(text)")
                for length in 1...word.count {
                    let beginning = String(word.prefix(length))
                    #expect(initials.contains(WordInitials([beginning], isWhole: false)), "\(beginning) in \(text)")
                }
            }
        }
    }

    @Test func `of several words only the last may be a beginning`() {
        let initials = WordInitials(SearchWords(key: "maria theresa", text: ""))
        #expect(initials.contains(WordInitials(["maria", "th"], isWhole: false)))
        #expect(!initials.contains(WordInitials(["maria", "th"], isWhole: true)))
        #expect(!initials.contains(WordInitials(["ma", "theresa"], isWhole: false)))
    }

    @Test func `who has no word that begins so has not its initials`() {
        let initials = WordInitials(SearchWords(key: "anna berg", text: ""))
        #expect(!initials.contains(WordInitials(["zo"], isWhole: false)))
        #expect(!initials.contains(WordInitials(["ani"], isWhole: false)))
        #expect(!WordInitials(.none).contains(WordInitials(["an"], isWhole: false)))
        // One letter is in too many words, and everybody has numbers.
        #expect(WordInitials(["z"], isWhole: false) == WordInitials(bits: 0))
        #expect(WordInitials(["0171", "55"], isWhole: true) == WordInitials(bits: 0))
    }

    @Test func `what most addresses have makes no other beginning worthless`() {
        let initials = WordInitials(SearchWords(key: "mail example com 5 main street", text: ""))
        let letters = (97...122).map { String(Unicode.Scalar($0 as UInt8)) }
        let beginnings = letters.flatMap { first in letters.map { first + $0 } }
        let had = beginnings.filter { initials.contains(WordInitials([$0], isWhole: false)) }
        #expect(["ma", "ex", "co", "st"].allSatisfy(had.contains))
        #expect(had.count < beginnings.count / 8)
    }

    @Test func `databases keep them, so that the bits of a word never change`() {
        #expect(WordInitials(SearchWords(key: "anna berg example com 17", text: "é")).bits == 597_067_563_273)
    }
}
