import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct BackgroundLaneTests {
    private let clock = ManualClock()

    @Test("G46 a background handler that ignores its cancellation ends a drain after the grace period")
    func ignoringCancellation() async throws {
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
