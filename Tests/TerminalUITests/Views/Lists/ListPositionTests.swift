import BlocTesting
import Testing

@testable import TerminalUI

struct ListPositionTests {
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
            #expect(position.selected >= 0 && position.selected < max(1, count))
            let top = position.top(height: height, count: count)
            #expect(top == position.top)
            if count > 0 { #expect((top..<top + height).contains(position.selected)) }
            #expect(top >= 0 && top <= max(0, count - height))
        }
    }

    @Test func `a page keeps one row in sight`() {
        var position = ListPosition()
        position.move(.pages(1), count: 100, height: 10)
        #expect(position.selected == 9)
        position.move(.pages(1), count: 100, height: 10)
        #expect(position.top == 9)
        #expect(position.selected == 18)
    }
}
