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

@Suite struct LatinCacheTests {
    @Test func `letter by letter is the same as all at once`() throws {
        let letters = (Array(UInt32(0x20)...0x7E) + Array(0xA0...0x24F) + Array(0x2010...0x2027))
            .compactMap(Unicode.Scalar.init)
        var generator = Generator(state: 7)
        let cache = LatinCache { FoldedText.transformed($0) }
        for _ in 0..<2000 {
            let scalars = (0..<12).compactMap { _ in letters.randomElement(using: &generator) }
            let text = String(String.UnicodeScalarView(scalars))
            let cached = try #require(cache(text))
            let whole = FoldedText.transformed(text)
            guard cached == whole else {
                Issue.record("“\(text)” became “\(cached)” and not “\(whole)”")
                return
            }
        }
    }

    @Test(arguments: ["Шевченко", "e\u{301}", "李", "آدرین", "😀"])
    func `other scripts are not cut into letters`(text: String) {
        #expect(LatinCache { $0 }(text) == nil)
    }
}

private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 33)
    }
}

struct TextCacheTests {
    @Test func `the same text is transformed once, a long one each time`() {
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

    @Test func `more texts than it holds are right too`() {
        let cache = TextCache { String($0.reversed()) }
        for _ in 1...2 {
            for number in 0..<10_000 { #expect(cache("a\(number)") == String("a\(number)".reversed())) }
        }
    }

    @Test func `another encoding of the same letters is another text`() {
        let cache = TextCache { String($0.unicodeScalars.count) }
        let (composed, decomposed) = ("Ві\u{439}на", "Ві\u{438}\u{306}на")
        #expect(composed == decomposed)
        #expect(cache(composed) == "5")
        #expect(cache(decomposed) == "6")
    }
}
