import Bloc
import TestWatch
import Testing

@testable import BlocTesting

@Suite(.watched) struct ManualClockTests {
    private let clock = ManualClock()

    private func instant(_ seconds: Int) -> ManualClock.Instant {
        ManualClock.Instant(offset: .seconds(seconds))
    }

    @Test("G81 the clock steps from one deadline to the next")
    func next() async throws {
        let order = Task { [clock] in
            var order: [ManualClock.Instant] = []
            for seconds in [3, 4] {
                try await clock.sleep(for: .seconds(seconds))
                order.append(clock.now)
            }
            return order
        }
        #expect(try await clock.advanceToNextSleeper() == instant(3))
        #expect(try await clock.advanceToNextSleeper() == instant(7))
        #expect(try await order.value == [instant(3), instant(7)])
    }

    @Test("G81 sleepers are awaited, and wake in the order of their deadlines, then of going to sleep")
    func order() async throws {
        let executor = QueueExecutor()
        let woken = Awaitable<[String]>([])
        for (name, seconds) in [("late", 3), ("early", 1), ("same", 3), ("middle", 2), ("never", 4)] {
            Task(executorPreference: executor) { [clock] in
                try? await clock.sleep(until: ManualClock.Instant(offset: .seconds(seconds)))
                woken.change { $0.append(name) }
            }
        }
        #expect(try await clock.sleepers(count: 5) == [1, 2, 3, 3, 4].map(instant))
        clock.advance(by: .seconds(3))
        try await executor.idle()
        #expect(woken.value == ["early", "middle", "late", "same"])
        #expect(clock.deadlines == [instant(4)])
        clock.advance(by: .seconds(1))
        #expect(clock.deadlines.isEmpty)
    }

    @Test("G81 a sleep in a cancelled task throws, before and while it sleeps")
    func cancelled() async throws {
        let sleeper = Task { [clock] in
            await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(1)) }
            await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(1)) }
        }
        try await clock.sleepers(count: 1)
        sleeper.cancel()
        await sleeper.value
        #expect(clock.deadlines.isEmpty)
    }

    @Test("G81 G82 waiting for sleepers, log entries or a stub's events ends when the waiting task is cancelled")
    func cancelledWaiting() async {
        let (recorder, stub) = (RecordingBlocObserver(), StubBloc(initialState: 0, events: String.self))
        let waits: [@Sendable () async throws -> Void] = [
            { [clock] in _ = try await clock.sleepers(count: 1) }, { _ = try await recorder.next() },
            { _ = try await stub.receivedEvents(count: 1) },
        ]
        for wait in waits {
            let waiting = Task { try await wait() }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
        }
    }

    @Test("G81 a sleep until the present returns at once")
    func present() async throws {
        clock.advance(by: .seconds(1))
        try await clock.sleep(until: instant(1))
        try await clock.sleep(until: instant(0))
    }

    @Test("G81 sleepers and steps from many tasks lose no sleeper")
    func many() async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                group.addTask { [clock] in try await clock.sleep(until: self.instant(1 + number % 10)) }
            }
            try await clock.sleepers(count: 200)
            for _ in 0..<10 { group.addTask { [clock] in clock.advance(by: .seconds(1)) } }
            try await group.waitForAll()
        }
        #expect(clock.now == instant(10))
    }

    @Test("G81 moving the clock back stops with a message")
    func back() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let clock = ManualClock()
            clock.advance(by: .seconds(2))
            clock.advance(to: .init(offset: .seconds(1)))
        }
        let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(message.contains("A manual clock at 2.0 seconds cannot be moved back to 1.0 seconds."))
    }
}
