import Testing

@testable import Repository

@Suite struct OrderedRowTests {
    @Test func `leading bytes compare like the bytes of the texts`() {
        let texts = ["", "\u{1}", "a", "a\u{0}", "ab", "abcdefgh", "abcdefgi", "b", "ÿ", "😀"]
        let numbers = texts.map(UInt64.init(leadingBytesOf:))
        #expect(numbers == numbers.sorted())
        // A missing byte is the same as a zero byte.
        #expect(Set(numbers).count == texts.count - 1)
        #expect(UInt64(leadingBytesOf: "abcdefghij") == UInt64(leadingBytesOf: "abcdefgh"))
        #expect(UInt64(leadingBytesOf: "a") == 0x61 << 56)
    }

    @Test func `rows sort by key, then by identifier`() {
        let rows = [("0b", "a"), ("0abcdefgh2", "x"), ("0abcdefgh1", "z"), ("0b", "B"), ("0abcdefgh1", "y")]
            .enumerated().map { index, row in
                OrderedRow(CursorPosition(key: row.0, id: ContactID(rawValue: row.1)), number: Int64(index))
            }
        #expect(rows.sorted().map(\.number) == [4, 2, 1, 3, 0])
    }
}

@Suite struct RowBitmapTests {
    @Test func `a bitmap contains exactly its numbers`() {
        let numbers: [Int64] = [0, 1, 63, 64, 127, 128, 1000]
        let set = RowBitmap(numbers, upTo: 1000)
        #expect((0...1100).filter { set.contains(Int64($0)) } == numbers.map(Int.init))
    }

    @Test func `numbers that the bitmap has no place for are found, too`() {
        let set = RowBitmap([5, 200, -3, .max], upTo: 100)
        #expect([5, 200, -3, .max].allSatisfy(set.contains))
        #expect(![6, 201, -4, .max - 1].contains(where: set.contains))
        #expect(!RowBitmap([], upTo: 0).contains(0))
    }
}
