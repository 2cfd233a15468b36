import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct GracePeriodTests {
    private let clock = ManualClock()

    @Test("G42 a handler that ignores its cancellation is reported by name after the grace period")
    func ignoringCancellation() async throws {
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
                bloc.on { _, emit in try await emit.sleep(for: .seconds(100)) }
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

    // MARK: Background lanes

    @Test("G46 a background handler that ignores its cancellation ends a drain after the grace period")
    func ignoringInBackground() async throws {
        let log = Log<String>()
        let (isRunning, mayEnd, hasEnded, maySave) = (Signal(), Signal(), Signal(), Signal())
        let bloc = TextBloc([]) { bloc in
            bloc.clock = BlocClock(clock)
            bloc.onError { error, _, _ in log.append("\(error)") }
            bloc.onClose { _ in log.append("onClose") }
            bloc.on(lane: .background("feed"), where: { $0 == "feed" }) { event, emit in
                isRunning.fire()
                await mayEnd.wait()
                emit.update { $0.append(event) }
                hasEnded.fire()
            }
            bloc.on { event, emit in
                await maySave.wait()
                emit.update { $0.append(event) }
            }
        }
        let feed = bloc.add("feed")
        bloc.add("save")
        await isRunning.wait()
        let closing = started { await bloc.close(.drain) }
        #expect(log.entries.isEmpty)
        maySave.fire()
        // The grace period begins with the end of the last other handler.
        try await clock.sleepers(count: 1)
        clock.advance(by: .seconds(5))
        await closing.value
        #expect(await feed.word == "cancelled")
        #expect(log.entries.count == 2 && log.entries.last == "onClose")
        #expect(log.entries.first?.contains("did not end within 5.0 seconds of being cancelled") == true)
        mayEnd.fire()
        await hasEnded.wait()
        #expect(bloc.state == ["save"])
    }

    @Test("G46 in a lane with a background handler, a handler that is not one is waited for")
    func sharedLane() async throws {
        let bloc = TextBloc([]) { bloc in
            bloc.clock = BlocClock(clock)
            bloc.on(lane: .background("feed"), where: { $0 == "feed" }) { _, emit in
                try await emit.sleep(for: .seconds(100))
            }
            bloc.on(lane: "feed") { event, emit in
                try await emit.sleep(for: .seconds(1))
                emit.update { $0.append(event) }
            }
        }
        let feed = bloc.add("feed")
        let fetch = bloc.add("fetch")
        try await clock.sleepers(count: 2)
        let closing = started { await bloc.close(.drain) }
        clock.advance(by: .seconds(1))
        await closing.value
        #expect(await feed.word == "cancelled")
        #expect(await fetch.word == "handled")
        #expect(bloc.state == ["fetch"])
    }
}
