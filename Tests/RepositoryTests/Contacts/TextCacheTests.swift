import Synchronization
import Testing

@testable import Repository

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
