import Bloc
import BlocTesting
import TestWatch
import Testing

/// Closing a bloc from inside its own handlers.
@Suite(.watched) struct ClosingInsideTests {
    @Test("G44 emit.close begins to close and returns at once, in a synchronous handler")
    func emitClose() async {
        let log = Log<String>()
        let bloc = TextBloc([]) { bloc in
            bloc.onClose { log.append("close \($0)") }
            bloc.on { event, emit in
                guard event == "close" else { return emit.update { $0.append(event) } }
                emit.add("after")
                emit.close(.drain)
                log.append("returned")
                emit.update { $0.append(event) }
                emit.add("own")
            }
        }
        #expect(await bloc.add("close").word == "handled")
        await bloc.close()
        #expect(bloc.state == ["close", "after", "own"])
        #expect(log.entries == ["returned", "close true"])
    }

    @Test("G44 emit.close with cancel mutes the async handler that calls it")
    func emitCloseCancelling() async {
        let log = Log<Bool>()
        let bloc = TextBloc([]) { bloc in
            bloc.on { event, emit async in
                emit.close()
                log.append(Task.isCancelled)
                emit.update { $0.append(event) }
            }
        }
        #expect(await bloc.add("a").word == "cancelled")
        await bloc.close()
        #expect(log.entries == [true])
        #expect(bloc.state.isEmpty)
    }

    @Test(
        "G44 handlers of one bloc that await its close wait neither for themselves nor for each other",
        arguments: [CloseMode.cancel, .drain, .deadline(.seconds(1))],
        [1, 3]
    )
    func awaitClose(mode: CloseMode, count: Int) async {
        let (begun, log) = (Log<Int>(), Log<String>())
        let bloc = NumberBloc(0) { bloc, itself in
            bloc.clock = BlocClock(ManualClock())
            bloc.onClose { _ in log.append("onClose") }
            bloc.on { event, _ in
                begun.append(event)
                await begun.wait(forCount: count)
                await itself.bloc?.close(mode)
                log.append("closed")
            }
        }
        let receipts = (0..<count).map { bloc.add($0) }
        await begun.wait(forCount: count)
        await bloc.close(mode)
        for receipt in receipts { #expect(await receipt.word == (mode == .cancel ? "cancelled" : "handled")) }
        #expect(log.entries == Array(repeating: "closed", count: count) + ["onClose"])
    }

    @Test("G44 await close() inside a handler waits for the other handlers")
    func awaitCloseBesideOthers() async {
        let log = Log<String>()
        let mayEnd = Signal()
        let bloc = TextBloc([]) { bloc, itself in
            bloc.on(where: { $0 == "slow" }) { _, _ in
                await mayEnd.wait()
                log.append("slow")
            }
            bloc.on { _, _ in
                mayEnd.fire()
                await itself.bloc?.close(.drain)
                log.append("closed")
            }
        }
        bloc.add("slow")
        bloc.add("closes")
        await bloc.close(.drain)
        #expect(log.entries == ["slow", "closed"])
    }

    @Test("G44 a task that outlives the handler that made it waits for the whole close")
    func taskOutlivesHandler() async {
        let log = Log<String>()
        let executor = StepExecutor()
        let mayEnd = Signal()
        let bloc = TextBloc([]) { bloc, itself in
            bloc.onClose { _ in
                // If the task was let go before, it runs here.
                executor.run()
                log.append("onClose")
            }
            bloc.on(where: { $0 == "makes" }) { _, _ async in
                Task(executorPreference: executor) {
                    await itself.bloc?.close(.drain)
                    log.append("closed")
                }
            }
            bloc.on { _, _ in await mayEnd.wait() }
        }
        let slow = bloc.add("slow")
        #expect(await bloc.add("makes").word == "handled")
        executor.run()
        #expect(bloc.isClosed)
        mayEnd.fire()
        #expect(await slow.word == "handled")
        await bloc.close()
        await executor.run { log.entries.count >= 2 }
        #expect(log.entries == ["onClose", "closed"])
    }

    @Test("G44 blocs that close each other end at the grace period")
    func closingEachOther() async throws {
        let clock = ManualClock()
        let errors = Log<String>()
        let begun = Log<Int>()
        let (left, right) = (Shared<NumberBloc?>(nil), Shared<NumberBloc?>(nil))
        func bloc(closing other: Shared<NumberBloc?>) -> NumberBloc {
            NumberBloc(0) { bloc in
                bloc.clock = BlocClock(clock)
                bloc.onError { error, _, _ in errors.append((error as? BlocError)?.code.rawValue ?? "\(error)") }
                bloc.on { event, _ in
                    begun.append(event)
                    await begun.wait(forCount: 2)
                    await other.value?.close()
                }
            }
        }
        left.value = bloc(closing: right)
        right.value = bloc(closing: left)
        let receipts = [left, right].compactMap { $0.value?.add(1) }
        try await clock.sleepers(count: 2)
        clock.advance(by: .seconds(5))
        for receipt in receipts { #expect(await receipt.word == "cancelled") }
        await left.value?.close()
        await right.value?.close()
        #expect(errors.entries == ["ignored-cancellation", "ignored-cancellation"])
        left.value = nil
        right.value = nil
    }

    @Test("G44 a deadline bounds a cycle that a drain would not")
    func deadlineBoundsCycle() async throws {
        let clock = ManualClock()
        let bloc = NumberBloc(0) { bloc, itself in
            bloc.clock = BlocClock(clock)
            bloc.gracePeriod = .seconds(1)
            bloc.on { _, _ in await Task.detached { await itself.bloc?.close(.drain) }.value }
        }
        let receipt = bloc.add(1)
        let closing = Task { await bloc.close(.deadline(.seconds(2))) }
        try await clock.sleepers(count: 1)
        clock.advance(by: .seconds(2))
        try await clock.sleepers(count: 1)
        clock.advance(by: .seconds(1))
        await closing.value
        #expect(await receipt.word == "cancelled")
    }
}
