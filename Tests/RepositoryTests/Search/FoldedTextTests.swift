import Foundation
import Synchronization
import Testing

@testable import Repository

@Suite struct FoldedTextTests {
    @Test(arguments: [
        ("Đorđević", "dordevic"), ("Søren", "soren"), ("Großmann", "grossmann"), ("Işıl", "isil"), ("Łukasz", "lukasz"),
        ("Шевченко", "sevcenko"), (" Van DYKE\t", "van dyke"), ("O'Brien", "o'brien"), ("", ""), ("  ", ""),
        ("Zoë ", "zoe"),
    ])
    func `letters of every script become plain Latin ones`(text: String, expected: String) {
        #expect(FoldedText.key(text) == expected)
    }

    @Test func `a long text has a key of bounded length`() {
        #expect(FoldedText.key(String(repeating: "a", count: 100_000)).count == 200)
        #expect(FoldedText.key(String(repeating: "é", count: 100_000)).count == 200)
    }
}

@Suite struct PlainLettersTests {
    @Test func `the known letters are what the transform makes of them`() {
        #expect(PlainLetters.all.count == 189)
        for (scalar, letters) in PlainLetters.all {
            let text = String(Unicode.Scalar(scalar).map(Character.init) ?? " ")
            #expect(FoldedText.transformed(text) == String(decoding: letters, as: UTF8.self), "\(text)")
            // Words to search for are transformed in their composed form.
            let word = FoldedText.transformed(text.precomposedStringWithCompatibilityMapping.lowercased())
            #expect(word == String(decoding: letters, as: UTF8.self), "\(text)")
        }
    }

    @Test func `a text of known letters is what the whole transform makes of it`() throws {
        let letters = (Array(UInt32(0x20)...0x7E) + PlainLetters.all.keys.sorted()).compactMap(Unicode.Scalar.init)
        var generator = SeededRandom(seed: 7)
        for _ in 0..<2000 {
            let scalars = (0..<12).compactMap { _ in letters.randomElement(using: &generator) }
            let text = String(String.UnicodeScalarView(scalars))
            let plain = try #require(PlainLetters.transformed(text))
            let whole = FoldedText.transformed(text)
            guard plain == whole else {
                Issue.record("“\(text)” became “\(plain)” and not “\(whole)”")
                return
            }
        }
    }

    @Test(arguments: ["Шевченко", "e\u{301}", "李", "آدرین", "😀"])
    func `other scripts are not transformed by letter`(text: String) {
        #expect(PlainLetters.transformed(text) == nil)
    }
}

struct TextCacheTests {
    @Test func `a short text is transformed once, a long one each time`() {
        let asked = Mutex<[String]>([])
        let cache = TextCache { text in
            asked.withLock { $0.append(text) }
            return text.uppercased()
        }
        let long = String(repeating: "ж", count: 33)
        for _ in 1...2 {
            #expect(cache("Київ") == "КИЇВ")
            #expect(cache(long) == long.uppercased())
        }
        #expect(asked.withLock { $0 } == ["Київ", long, long])
    }

    @Test func `more texts than the cache holds are transformed correctly`() {
        let cache = TextCache { String($0.reversed()) }
        for _ in 1...2 {
            for number in 0..<10_000 { #expect(cache("a\(number)") == String("a\(number)".reversed())) }
        }
    }

    @Test func `another encoding of the same letters is another key`() {
        let cache = TextCache { String($0.unicodeScalars.count) }
        let (composed, decomposed) = ("Ві\u{439}на", "Ві\u{438}\u{306}на")
        #expect(composed == decomposed)
        #expect(cache(composed) == "5")
        #expect(cache(decomposed) == "6")
    }
}
