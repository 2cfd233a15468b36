import Testing

@testable import Repository

@Suite struct RowBitmapTests {
    @Test func `it has the numbers that were given, and no others`() {
        let numbers: [Int64] = [0, 1, 63, 64, 127, 128, 1000]
        let set = RowBitmap(numbers, upTo: 1000)
        #expect((0...1100).filter { set.contains(Int64($0)) } == numbers.map(Int.init))
    }

    @Test func `what is beyond the largest is left out`() {
        let set = RowBitmap([5, 200], upTo: 100)
        #expect(set.contains(5) && !set.contains(200))
        #expect(!RowBitmap([], upTo: 0).contains(0))
    }
}
