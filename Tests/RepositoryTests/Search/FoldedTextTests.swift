import Foundation
import Testing

@testable import Repository

@Suite struct FoldedTextTests {
    @Test(arguments: [
        ("Đorđević", "dordevic"), ("Søren", "soren"), ("Großmann", "grossmann"), ("Işıl", "isil"), ("Łukasz", "lukasz"),
        ("Шевченко", "sevcenko"), (" Van DYKE\t", "van dyke"), ("O'Brien", "o'brien"), ("", ""), ("  ", ""),
        ("Zoë ", "zoe"), ("Nguyễn", "nguyen"), ("İpek", "ipek"), ("ﬁnn", "finn"), ("Ｆｕｌｌ", "full"), ("d’Arc", "d'arc"),
    ])
    func `letters become plain Latin ones`(text: String, expected: String) {
        #expect(FoldedText.key(text) == expected)
    }

    @Test(arguments: [
        ("Σέργιος Παπανδρέου", "sergios papandreou"), ("Αγγελοπούλου", "angelopoulou"), ("Сергей", "sergej"),
        ("Հայաստան", "hayastan"), ("დავით", "davit"), ("דוד", "dwd"), ("مُحَمَّد", "mhmd"), ("محمد", "mhmd"),
        ("राहुल", "rahula"), ("प्रिया", "priya"), ("தமிழ்", "tamil"), ("เชียงใหม่", "cheiynghim"), ("김민수", "gimminsu"),
        ("한국", "hangug"), ("たかはし", "takahashi"), ("きょうこ", "kyouko"), ("さっぽろ", "sapporo"), ("トーキョー", "tokyo"),
        ("ヴァイオリン", "vaiorin"), ("佐藤健", "zuo teng jian"), ("李さん", "lisan"), ("abc李", "abc li"), ("Ада 李", "ada li"),
    ])
    func `letters of other scripts become Latin ones`(text: String, expected: String) {
        #expect(FoldedText.key(text) == expected)
    }

    @Test(arguments: ["Zoë", "Nguyễn", "Ångström", "Сергей", "Σέργιος", "がくせい", "パーティー", "한국어", "क़लम"])
    func `every encoding of a text has the same key`(text: String) {
        let key = FoldedText.key(text)
        #expect(FoldedText.key(text.decomposedStringWithCanonicalMapping) == key)
        #expect(FoldedText.key(text.precomposedStringWithCompatibilityMapping) == key)
        #expect(FoldedText.key(text.uppercased()) == key)
    }

    @Test(arguments: ["😀", "∑", "☎"])
    func `what is no letter stays`(text: String) {
        #expect(FoldedText.key(text) == text)
    }

    @Test func `a long text has a key of bounded length`() {
        #expect(FoldedText.key(String(repeating: "a", count: 100_000)).count == 200)
        #expect(FoldedText.key(String(repeating: "é", count: 100_000)).count == 200)
    }
}

@Suite struct LetterTableTests {
    @Test func `the longest match counts, and characters can be written as numbers`() throws {
        let table = LetterTable("# A comment\n\na: x\nbc: xy zU+301\n: q\n")
        func matches(_ text: String) -> [String] {
            var rest = Array(text.unicodeScalars)[...]
            var found: [String] = []
            while !rest.isEmpty {
                let match = table.match(rest)
                found.append(match?.replacement ?? "-")
                rest.removeFirst(match?.count ?? 1)
            }
            return found
        }
        #expect(matches("xyx") == ["bc", "a"])
        #expect(matches("z\u{301}q") == ["bc", ""])
        #expect(matches("A#") == ["-", "-"])
    }

    @Test(arguments: [LetterTable.plain, .latin, .han])
    func `each table of the program can be read`(table: LetterTable) {
        #expect(table.count > 1000)
    }
}
