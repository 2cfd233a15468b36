import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct BackgroundLaneTests {
    private let clock = ManualClock()
    private let log = Log<String>()
    private let maySave = Signal()
    private let isSaving = Signal()

    /// Registers a handler that follows a feed in a background lane.
    private static func follow(_ bloc: inout BlocBuilder<TextBloc>) {
        let isFeed: @Sendable (String) -> Bool = { $0 == "feed" }
        bloc.on(lane: .background("feed"), where: isFeed) { event, emit in
            while true {
                try await emit.sleep(for: .seconds(1))
                emit.update { $0.append(event) }
            }
        }
    }

    /// A bloc that has a handler in a background lane, and saves in another one.
    private func make(_ build: (inout BlocBuilder<TextBloc>) -> Void = BackgroundLaneTests.follow) -> TextBloc {
        TextBloc([]) { [clock, log, maySave, isSaving] bloc in
            bloc.clock = BlocClock(clock)
            bloc.onError { error, _, _ in log.append("\(error)") }
            bloc.onClose { _ in log.append("onClose") }
            build(&bloc)
            bloc.on { event, emit in
                isSaving.fire()
                await maySave.wait()
                emit.update { $0.append(event) }
            }
        }
    }

    @Test("G46 a drain does not wait for a background lane, which goes on until the rest is done")
    func drain() async throws {
        let bloc = make()
        let feed = bloc.add("feed")
        let save = bloc.add("save")
        await isSaving.wait()
        try await clock.sleepers(count: 1)
        let closing = started { await bloc.close(.drain) }
        #expect(bloc.isClosed)
        let states = Log<[String]>()
        let token = bloc.observe { states.append($0) }
        clock.advance(by: .seconds(1))
        await states.wait(forCount: 1)
        try await clock.sleepers(count: 1)
        maySave.fire()
        await closing.value
        #expect(await save.word == "handled")
        #expect(await feed.word == "cancelled")
        #expect(bloc.state == ["feed", "save"])
        #expect(clock.deadlines.isEmpty)
        #expect(log.entries == ["onClose"])
        token.cancel()
    }

    @Test("G46 a background handler that ignores its cancellation ends a drain after the grace period")
    func ignoringCancellation() async throws {
        let (isRunning, mayEnd, hasEnded) = (Signal(), Signal(), Signal())
        let bloc = make { bloc in
            bloc.on(lane: .background("feed"), where: { $0 == "feed" }) { event, emit in
                isRunning.fire()
                await mayEnd.wait()
                emit.update { $0.append(event) }
                hasEnded.fire()
            }
        }
        let feed = bloc.add("feed")
        bloc.add("save")
        await isRunning.wait()
        await isSaving.wait()
        let closing = started { await bloc.close(.drain) }
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
        let bloc = make { bloc in
            bloc.on(lane: .background("feed"), where: { $0 == "feed" }) { _, emit in
                try await emit.sleep(for: .seconds(100))
            }
            bloc.on(lane: "feed", where: { $0 == "fetch" }) { event, emit in
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
