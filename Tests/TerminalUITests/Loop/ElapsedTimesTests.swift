import Testing

@testable import TerminalUI

struct ElapsedTimesTests {
    @Test func `a pause of one frame begins the time again`() {
        var times = ElapsedTimes()
        times.beginFrame()
        #expect(times.elapsed("a", now: .seconds(5)) == .zero)
        times.beginFrame()
        #expect(times.elapsed("a", now: .seconds(7)) == .seconds(2))
        #expect(times.elapsed("b", now: .seconds(7)) == .zero)
        times.beginFrame()
        times.beginFrame()
        #expect(times.elapsed("a", now: .seconds(9)) == .zero)
    }
}
