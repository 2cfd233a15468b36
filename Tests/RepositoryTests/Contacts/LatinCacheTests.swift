import Foundation
import Testing

@testable import Repository

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
