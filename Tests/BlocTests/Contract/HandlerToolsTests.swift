import Bloc
import BlocTesting
import TestWatch
import Testing

/// What a handler has at hand besides publishing: G75 to G78.
@Suite(.watched) struct HandlerToolsTests {
    @Test("G17 G75 a cancelled handler is in a cancelled task, where a sleep throws, as it does after the end")
    func cancelledSleep() async throws {
        let clock = ManualClock()
        let ends = Log<String>()
        let kept = Log<Emitter<NumberBloc>>()
        let bloc = NumberBloc(0) { bloc in
            bloc.clock = BlocClock(clock)
            bloc.on { _, emit in
                kept.append(emit)
                #expect(!Task.isCancelled)
                do {
                    try await emit.sleep(for: .seconds(1))
                } catch {
                    #expect(Task.isCancelled)
                    ends.append("\(type(of: error))")
                    // Also for no time at all, and although this task of its own is not cancelled.
                    do { try await Task { try await emit.sleep(for: .zero) }.value } catch {
                        ends.append("\(type(of: error))")
                    }
                }
            }
        }
        let receipt = bloc.add(1)
        try await clock.sleepers(count: 1)
        receipt.cancel()
        #expect(await receipt.word == "cancelled")
        #expect(ends.entries == ["CancellationError", "CancellationError"])
        #expect(clock.deadlines.isEmpty)
        let emit = try #require(kept.entries.first)
        await #expect(throws: CancellationError.self) { try await emit.sleep(for: .seconds(1)) }
        await bloc.close()
    }

    @Test("G75 a method of a cubit sleeps on the clock of the cubit, as a handler does")
    func sleepingCubit() async throws {
        let clock = ManualClock()
        let cubit = NumberCubit(0) { $0.clock = BlocClock(clock) }
        let emit = cubit.emit
        let task = Task {
            try await emit.sleep(for: .seconds(1))
            emit(1)
        }
        try await clock.sleepers(count: 1)
        clock.advance(by: .seconds(1))
        try await task.value
        #expect(cubit.state == 1)
        await cubit.close()
        await #expect(throws: CancellationError.self) { try await emit.sleep(for: .zero) }
    }

    @Test(
        "G76 a synchronous handler that another thread runs publishes nothing any more, but in another lane it does",
        arguments: [("work", "cancelled"), ("other", "handled")]
    )
    func cancellingSynchronous(lane: String, outcome: String) async {
        let begun = Log<String>()
        let (entered, go, cancelled) = (Signal(), Signal(), Signal())
        let bloc = TextBloc([]) { bloc in
            bloc.on(where: { $0 == "stop" }) { _, emit in
                begun.append("stop")
                await entered.wait()
                emit.cancel(lane: "work")
                cancelled.fire()
            }
            for name in ["work", "other"] {
                bloc.on(lane: Lane(name), where: { $0 == name }) { event, emit in
                    entered.fire()
                    go.block()
                    emit([event])
                }
            }
        }
        let stop = bloc.add("stop")
        await begun.wait(forCount: 1)
        async let work = onThread { bloc.add(lane) }
        await cancelled.wait()
        go.fire()
        #expect(await (await work).word == outcome)
        #expect(await stop.word == "handled")
        #expect(bloc.state == (outcome == "handled" ? [lane] : []))
    }

    @Test("G76 a handler that is over cancels nothing")
    func cancellingWhenOver() async throws {
        let kept = Log<Emitter<TextBloc>>()
        let (begun, go) = (Log<String>(), Signal())
        let bloc = TextBloc([]) { bloc in
            bloc.on(where: { $0 == "keep" }) { _, emit in kept.append(emit) }
            bloc.on(lane: "work") { event, _ in
                begun.append(event)
                await go.wait()
            }
        }
        bloc.add("keep")
        let work = bloc.add("work")
        await begun.wait(forCount: 1)
        try #require(kept.entries.first).cancel(lane: "work")
        go.fire()
        #expect(await work.word == "handled")
        await bloc.close()
    }

    @Test("G77 a reported error is told with its event, which still ends as handled, and by a cubit without an event")
    func reporting() async {
        let log = Log<String>()
        let bloc = withBlocObserver(HookLog(log: log)) {
            TextBloc([]) { bloc in
                bloc.on(where: { $0 == "sync" }) { event, emit in
                    emit.report(Broken())
                    emit([event])
                }
                bloc.on { event, emit async in
                    emit.report(Broken())
                    emit([event])
                }
            }
        }
        #expect(await bloc.add("sync").word == "handled")
        #expect(await bloc.add("async").word == "handled")
        #expect(bloc.state == ["async"])
        #expect(log.entries.filter { $0.hasPrefix("error") } == ["error Broken() sync #1", "error Broken() async #2"])
        #expect(log.entries.filter { $0.hasPrefix("done") } == ["done sync #1 handled", "done async #2 handled"])
        let cubit = withBlocObserver(HookLog(log: log)) { NumberCubit(0) }
        cubit.emit.report(Broken())
        #expect(log.entries.last == "error Broken() - -")
        #expect(cubit.state == 0)
        await bloc.close()
    }

    @Test("G78 an emitter tells that it is over: ended, cancelled or closed, and not before")
    func isOver() async throws {
        let seen = Log<Bool>()
        let kept = Log<Emitter<TextBloc>>()
        let unwinding = Signal()
        let bloc = TextBloc([]) { bloc in
            bloc.on(where: { $0 == "sync" }) { _, emit in
                seen.append(emit.isOver)
                kept.append(emit)
            }
            bloc.on { _, emit in
                seen.append(emit.isOver)
                kept.append(emit)
                try? await emit.sleep(for: .seconds(1_000_000))
                seen.append(emit.isOver)
                await unwinding.wait()
            }
        }
        bloc.add("sync")
        let receipt = bloc.add("async")
        await kept.wait(forCount: 2)
        #expect(kept.entries.map(\.isOver) == [true, false])
        receipt.cancel()
        #expect(kept.entries.map(\.isOver) == [true, true])
        await seen.wait(forCount: 3)
        unwinding.fire()
        #expect(await receipt.word == "cancelled")
        #expect(seen.entries == [false, false, true])
        await bloc.close()
        #expect(kept.entries.map(\.isOver) == [true, true])
        let cubit = NumberCubit(0)
        #expect(!cubit.emit.isOver)
        await cubit.close()
        #expect(cubit.emit.isOver)
    }
}
