import Foundation
import Testing

@testable import Repository

@Suite struct SearchWordTests {
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
        #expect(SearchWord.words(of: " anna \t Berg -- ").map(\.phrases) == [[["anna"]], [["berg"]]])
        #expect(SearchWord.words(of: "").isEmpty)
        #expect(SearchWord.words(of: Array(repeating: "a", count: 100).joined(separator: " ")).count == 16)
    }

    /// Also prefixes whose last character was typed in part.
    @Test(arguments: [
        ("zoë", true), ("zo", true), ("ë", false), ("李小", true), ("小", false), ("жан", true), ("ан", false),
        ("ह", true), ("हि", true), ("हिन", true), ("हिन्", true), ("हिन्द", true), ("हिन्दी", true),
    ])
    func `letters of several bytes belong to words`(text: String, isFound: Bool) throws {
        let words = SearchWords(key: "", text: SearchWords.written("×zoë÷李小龙 жанна हिन्दी"))
        #expect(try #require(SearchWord(text)).isFound(in: words) == isFound)
    }
}

@Suite struct FoldedTextTests {
    @Test(arguments: [
        ("Đorđević", "dordevic"), ("Søren", "soren"), ("Großmann", "grossmann"), ("Işıl", "isil"), ("Łukasz", "lukasz"),
        ("Шевченко", "sevcenko"), (" Van DYKE\t", "van dyke"), ("O'Brien", "o'brien"), ("", ""), ("  ", ""),
        ("Zoë ", "zoe"), ("Nguyễn", "nguyen"), ("İpek", "ipek"), ("ﬁnn", "finn"), ("Ｆｕｌｌ", "full"), ("d’Arc", "d'arc"),
        ("Σέργιος Παπανδρέου", "sergios papandreou"), ("Αγγελοπούλου", "angelopoulou"), ("Сергей", "sergej"),
        ("Հայաստան", "hayastan"), ("დავით", "davit"), ("דוד", "dwd"), ("مُحَمَّد", "mhmd"), ("محمد", "mhmd"),
        ("राहुल", "rahula"), ("प्रिया", "priya"), ("தமிழ்", "tamil"), ("เชียงใหม่", "cheiynghim"), ("김민수", "gimminsu"),
        ("한국", "hangug"), ("たかはし", "takahashi"), ("きょうこ", "kyouko"), ("さっぽろ", "sapporo"), ("トーキョー", "tokyo"),
        ("ヴァイオリン", "vaiorin"), ("佐藤健", "zuo teng jian"), ("李さん", "lisan"), ("abc李", "abc li"), ("Ада 李", "ada li"),
        ("😀", "😀"), ("∑", "∑"), ("☎", "☎"),
    ])
    func `letters become plain Latin ones, what is no letter stays`(text: String, expected: String) {
        #expect(FoldedText.key(text) == expected)
    }

    @Test(arguments: ["Zoë", "Nguyễn", "Ångström", "Сергей", "Σέργιος", "がくせい", "パーティー", "한국어", "क़लम"])
    func `every encoding of a text has the same key`(text: String) {
        let key = FoldedText.key(text)
        #expect(FoldedText.key(text.decomposedStringWithCanonicalMapping) == key)
        #expect(FoldedText.key(text.precomposedStringWithCompatibilityMapping) == key)
        #expect(FoldedText.key(text.uppercased()) == key)
    }

    @Test func `a long text has a key of bounded length`() {
        for letter in ["a", "é"] { #expect(FoldedText.key(String(repeating: letter, count: 10_000)).count == 200) }
    }
}
