import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct LaneTests {
    private enum Loading: Hashable {
        case load
        case nextPage(Int)
        case refresh
    }

    @Test("G16 active handlers of one lane never overlap, each by its own policy")
    func lane() async {
        let hasBegun = Log<Loading>()
        let mayEnd = Signal()
        let bloc = ProbeBloc<Loading, [Loading], Never>([]) { bloc in
            let work: @Sendable (Loading, Emitter<ProbeBloc<Loading, [Loading], Never>>) async throws -> Void = {
                event,
                emit in
                hasBegun.append(event)
                if event != .refresh { await mayEnd.wait() }
                emit.update { $0.append(event) }
            }
            bloc.on(lane: "loading", policy: .sequential, where: { $0 == .load }, work)
            bloc.on(lane: "loading", policy: .restartable, where: { $0 == .refresh }, work)
            bloc.on(lane: "loading", policy: .droppable, work)
        }
        let load = bloc.add(.load)
        await hasBegun.wait(forCount: 1)
        #expect(await bloc.add(.nextPage(1)).word == "dropped(busy)")
        let again = bloc.add(.load)
        // Cancels the running and the waiting event of its lane, and does not wait for the unwinding one.
        let refresh = bloc.add(.refresh)
        #expect(await again.word == "cancelled")
        #expect(await refresh.word == "handled")
        let page = bloc.add(.nextPage(2))
        mayEnd.fire()
        #expect(await page.word == "handled")
        #expect(await load.word == "cancelled")
        #expect(bloc.state == [.refresh, .nextPage(2)])
        #expect(hasBegun.entries == [.load, .refresh, .nextPage(2)])
    }

    @Test("G16 lanes do not wait for each other")
    func lanes() async {
        let mayEnd = Signal()
        let bloc = TextBloc([]) { bloc in
            bloc.on(lane: "left", policy: .sequential, where: { $0 == "left" }) { _, _ in await mayEnd.wait() }
            bloc.on(lane: "right", policy: .sequential, where: { $0 == "right" }) { _, _ async in mayEnd.fire() }
        }
        let left = bloc.add("left")
        #expect(await bloc.add("right").word == "handled")
        #expect(await left.word == "handled")
    }

    @Test("G16 synchronous handlers share a lane with async ones")
    func mixedLane() async {
        let mayEnd = Signal()
        let bloc = TextBloc([]) { bloc in
            bloc.on(lane: "one", policy: .sequential, where: { $0.hasPrefix("async") }) { event, emit in
                await mayEnd.wait()
                emit.update { $0.append(event) }
            }
            bloc.on(lane: "one", policy: .sequential) { event, emit in emit.update { $0.append(event) } }
        }
        let receipts = ["async 1", "sync 1", "async 2", "sync 2"].map { bloc.add($0) }
        #expect(bloc.state.isEmpty)
        mayEnd.fire()
        for receipt in receipts { #expect(await receipt.word == "handled") }
        #expect(bloc.state == ["async 1", "sync 1", "async 2", "sync 2"])
    }
}
