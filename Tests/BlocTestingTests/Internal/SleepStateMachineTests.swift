import TestWatch
import Testing

@testable import BlocTesting

@Suite(.watched) struct SleepStateMachineTests {
    private var machine = SleepStateMachine<String>()

    private func instant(_ seconds: Int) -> ManualClock.Instant {
        ManualClock.Instant(offset: .seconds(seconds))
    }

    private func woken(_ action: SleepStateMachine<String>.MoveAction) -> [String]? {
        if case .woken(let sleepers) = action { sleepers } else { nil }
    }

    @Test("a deadline that has passed is no sleep")
    func passed() {
        var machine = machine
        let isOver = machine.fellAsleep(1, until: .start, "a")
        #expect(isOver)
        #expect(machine.deadlines.isEmpty)
    }

    @Test("sleepers wake in the order of their deadlines, then of falling asleep")
    func order() {
        var machine = machine
        let answers = [
            machine.fellAsleep(1, until: instant(3), "late"),
            machine.fellAsleep(2, until: instant(1), "early"),
            machine.fellAsleep(3, until: instant(3), "later"),
            machine.fellAsleep(4, until: instant(5), "asleep"),
        ]
        #expect(answers == [false, false, false, false])
        #expect(machine.deadlines == [instant(1), instant(3), instant(3), instant(5)])
        #expect(woken(machine.advanced(to: instant(3))) == ["early", "late", "later"])
        #expect(machine.now == instant(3))
        #expect(machine.deadlines == [instant(5)])
    }

    @Test("a cancelled sleeper is handed out once and does not wake")
    func cancelled() {
        var machine = machine
        _ = machine.fellAsleep(1, until: instant(1), "a")
        _ = machine.fellAsleep(2, until: instant(1), "b")
        #expect(machine.cancelled(1) == "a")
        #expect(machine.cancelled(1) == nil)
        #expect(woken(machine.advanced(to: instant(2))) == ["b"])
        #expect(machine.cancelled(2) == nil)
    }

    @Test("the clock does not go back, and standing still wakes no sleeper")
    func back() {
        var machine = machine
        #expect(woken(machine.advanced(to: instant(2))) == [])
        #expect(woken(machine.advanced(to: instant(2))) == [])
        guard case .refused(let now, let target) = machine.advanced(to: instant(1)) else {
            Issue.record("It went back.")
            return
        }
        #expect(now == instant(2))
        #expect(target == instant(1))
        #expect(machine.now == instant(2))
    }
}
