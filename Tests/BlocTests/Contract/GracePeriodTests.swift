import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct GracePeriodTests {
    @Test("G42 a handler that ignores its cancellation is reported by name after the grace period")
    func ignoringCancellation() async throws {
        let clock = ManualClock()
        let log = Log<String>()
        let errors = Log<BlocError>()
        let (mayEnd, hasEnded) = (Signal(), Signal())
        let bloc = withBlocObserver(HookLog(log: log)) {
            TextBloc([]) { bloc in
                bloc.clock = BlocClock(clock)
                bloc.gracePeriod = .seconds(3)
                bloc.onError { error, _, _ in if let error = error as? BlocError { errors.append(error) } }
                bloc.on(where: { $0 == "stubborn" }) { event, emit in
                    await mayEnd.wait()
                    emit([event])
                    emit.effect(event)
                    hasEnded.fire()
                }
                bloc.on { _, _ in try await clock.sleep(for: .seconds(100)) }
            }
        }
        let states = bloc.states
        let stubborn = bloc.add("stubborn")
        let polite = bloc.add("polite")
        try await clock.sleepers(count: 1)
        let closing = Task { await bloc.close() }
        #expect(await polite.word == "cancelled")
        try await clock.sleepers(count: 1)
        clock.advance(by: .seconds(3))
        await closing.value
        #expect(await stubborn.word == "cancelled")
        #expect(await states.collected() == [[]])

        let error = try #require(errors.entries.first)
        #expect(errors.entries.count == 1)
        #expect(error.code == .ignoredCancellation)
        #expect(error.description.contains("The handler for String registered at "))
        #expect(error.description.contains("GracePeriodTests.swift:"))
        #expect(error.description.contains("did not end within 3.0 seconds of being cancelled"))
        let ends = ["error ignored-cancellation stubborn #1", "done stubborn #1 cancelled", "close by owner"]
        #expect(Array(log.entries.suffix(3)) == ends)
        let before = log.entries.count
        mayEnd.fire()
        await hasEnded.wait()
        #expect(bloc.state.isEmpty)
        #expect(log.entries.dropFirst(before) == ["late [\"stubborn\"] #1"])
    }

    @Test("G42 a synchronous handler that outlives the grace period is left behind", arguments: [false, true])
    func stuckSynchronously(isHooked: Bool) async throws {
        let clock = ManualClock()
        let log = Log<String>()
        let mayEnd = [Signal(), Signal()]
        let begun = Log<Int>()
        let released = Log<String>()
        do {
            let bloc = NumberBloc(-1) { bloc in
                let witness = Witness { released.append("handler") }
                bloc.clock = BlocClock(clock)
                if isHooked { bloc.observer = HookLog(log: log) }
                bloc.on(where: { $0 < 0 }) { _, _ in }
                bloc.on { event, emit in
                    witness.look()
                    begun.append(event)
                    mayEnd[event].block()
                    emit(event)
                }
            }
            async let first = onThread { bloc.add(0) }
            await begun.wait(forCount: 1)
            let second = bloc.add(1)
            mayEnd[0].fire()
            await begun.wait(forCount: 2)
            let closing = Task { await bloc.close() }
            try await clock.sleepers(count: 1)
            clock.advance(by: .seconds(5))
            await closing.value
            #expect(await second.word == "cancelled")
            #expect(bloc.state == 0)
            let ends = ["error ignored-cancellation 1 #2", "done 1 #2 cancelled", "close by owner"]
            #expect(Array(log.entries.suffix(3)) == (isHooked ? ends : []))
            #expect(released.entries.isEmpty)
            mayEnd[1].fire()
            #expect(await first.word == "handled")
            #expect(bloc.state == 0)
        }
        await released.wait(forCount: 1)
    }

    /// Freed memory is often intact, so that a use of it crashes in some processes only, whatever the number of rounds.
    @Test("G42 a handler that ends after its bloc has closed uses nothing that the bloc released")
    func endingAfterClose() async {
        for _ in 0..<50 {
            let clock = ManualClock()
            let executor = StepExecutor()
            let mayEnd = Signal()
            let hasEnded = Log<Bool>()
            let bloc = executor.hosting {
                NumberBloc(0) { bloc in
                    bloc.clock = BlocClock(clock)
                    bloc.on { event, emit in
                        await mayEnd.wait()
                        emit(event)
                        hasEnded.append(emit.isOver)
                    }
                }
            }
            let receipt = bloc.add(1)
            executor.run()
            let closing = started { await bloc.close() }
            executor.run()
            clock.advance(by: .seconds(5))
            executor.run()
            await closing.value
            #expect(await receipt.word == "cancelled")
            mayEnd.fire()
            executor.run()
            #expect(hasEnded.entries == [true])
            #expect(bloc.state == 0)
        }
    }
}
