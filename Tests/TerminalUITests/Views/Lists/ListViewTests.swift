import BlocTesting
import Synchronization
import Testing

@testable import TerminalUI

struct ListViewTests {
    @Test func `only rows in sight are asked for`() {
        let asked = Mutex<[Int]>([])
        let view = ListView(count: 100_000, position: ListPosition(selected: 50_000)) { index in
            asked.withLock { $0.append(index) }
            return ListRow([StyledText("\(index)")])
        }
        #expect(picture(view, 20, 5).contains("▸50000"))
        #expect(asked.withLock { $0 } == Array(49_996...50_000))
    }

    @Test func `keys of vi and arrows move alike`() {
        #expect(ListMotion(.down) == ListMotion("j"))
        #expect(ListMotion(.up) == ListMotion("k"))
        #expect(ListMotion(.home) == ListMotion("g"))
        #expect(ListMotion(.end) == ListMotion("G"))
        #expect(ListMotion(.pageDown) == ListMotion(.control("f")))
        #expect(ListMotion("x") == nil)
    }

    @Test(arguments: 0..<30)
    func `the selection is inside and in sight, and no row stays empty`(seed: UInt64) {
        var numbers = SplitMix64(seed: seed)
        var position = ListPosition()
        for _ in 0..<100 {
            let count = Int.random(in: 0...30, using: &numbers)
            let height = Int.random(in: 1...12, using: &numbers)
            let motions: [ListMotion] = [
                .rows(1), .rows(-3), .pages(1), .pages(-1), .halfPages(1), .first, .last, .row(99),
            ]
            position.move(motions.randomElement(using: &numbers) ?? .first, count: count, height: height)
            let top = position.top(height: height, count: count)
            let isInside = (0..<max(1, count)).contains(position.selected) && (0...max(0, count - height)).contains(top)
            let isInSight = count == 0 || (top..<top + height).contains(position.selected)
            #expect(isInside && isInSight && top == position.top, "\(position) of \(count) in \(height)")
        }
    }

    @Test func `a page keeps one row in sight`() {
        var position = ListPosition()
        position.move(.pages(1), count: 100, height: 10)
        #expect(position.selected == 9)
        position.move(.pages(1), count: 100, height: 10)
        #expect(position.top == 9 && position.selected == 18)
    }

    @Test func `lengths are divided to the last cell`() {
        for total in 0..<40 {
            let lengths: [Length] = [.flexible(weight: 2), .fixed(3), .flexible(minimum: 4), .fixed(1)]
            let parts = Length.divide(total, among: lengths, gap: 1)
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
