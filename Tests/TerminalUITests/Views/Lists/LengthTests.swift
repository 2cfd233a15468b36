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
}
