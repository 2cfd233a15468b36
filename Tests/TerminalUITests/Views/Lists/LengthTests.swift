import Testing

@testable import TerminalUI

struct LengthTests {
    @Test func `lengths are divided to the last cell`() {
        for total in 0..<40 {
            let parts = Length.divide(
                total,
                among: [.flexible(weight: 2), .fixed(3), .flexible(minimum: 4), .fixed(1)],
                gap: 1
            )
            #expect(parts.allSatisfy { $0.length >= 0 && $0.start + $0.length <= total })
            if total >= 12 { #expect(parts.reduce(0) { $0 + $1.length } == total - 3) }
        }
    }

    @Test func `parts that follow their content are as wide as it, and the widest gives way first`() {
        let lengths: [Length] = [.content(maximum: 30), .content(maximum: 20), .fixed(5)]
        func widths(_ total: Int) -> [Int] {
            Length.divide(total, among: lengths, contents: [12, 40, 5], gap: 2).map(\.length)
        }
        #expect(widths(80) == [12, 20, 5])
        #expect(widths(37) == [12, 16, 5])
        #expect(widths(29) == [10, 10, 5])
        // Then the rest is cut at the end.
        #expect(widths(20) == [8, 8, 0])
    }
}
