import Testing

@testable import Repository

@Suite struct LeadingBytesTests {
    @Test func `numbers are in the order of the bytes, as far as they go`() {
        let texts = ["", "\u{1}", "a", "a\u{0}", "ab", "abcdefgh", "abcdefgi", "b", "ÿ", "😀"]
        let numbers = texts.map(UInt64.init(leadingBytesOf:))
        #expect(numbers == numbers.sorted())
        // A zero in place of a byte that is not there is the same as a byte that is zero.
        #expect(Set(numbers).count == texts.count - 1)
        #expect(UInt64(leadingBytesOf: "abcdefghij") == UInt64(leadingBytesOf: "abcdefgh"))
        #expect(UInt64(leadingBytesOf: "a") == 0x61 << 56)
    }
}
