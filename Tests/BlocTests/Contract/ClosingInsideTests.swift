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
        "G44 await close() inside a handler does not wait for that handler",
        arguments: [CloseMode.cancel, .drain, .deadline(.seconds(1))]
    )
    func awaitClose(mode: CloseMode) async {
        let log = Log<String>()
        let shared = Shared<TextBloc?>(nil)
        let bloc = TextBloc([]) { bloc in
            bloc.clock = BlocClock(ManualClock())
            bloc.onClose { _ in log.append("onClose") }
            bloc.on { _, _ in
                await shared.value?.close(mode)
                log.append("closed")
            }
        }
        shared.value = bloc
        let receipt = bloc.add("a")
        #expect(await receipt.word == (mode == .cancel ? "cancelled" : "handled"))
        await bloc.close()
        #expect(log.entries == ["closed", "onClose"])
        shared.value = nil
    }

    @Test("G44 await close() inside a handler waits for the other handlers")
    func awaitCloseBesideOthers() async {
        let log = Log<String>()
        let mayEnd = Signal()
        let shared = Shared<TextBloc?>(nil)
        let bloc = TextBloc([]) { bloc in
            bloc.on(where: { $0 == "slow" }) { _, _ in
                await mayEnd.wait()
                log.append("slow")
            }
            bloc.on { _, _ in
                mayEnd.fire()
                await shared.value?.close(.drain)
                log.append("closed")
            }
        }
        shared.value = bloc
        bloc.add("slow")
        bloc.add("closes")
        await bloc.close(.drain)
        #expect(log.entries == ["slow", "closed"])
        shared.value = nil
    }

    @Test(
        "G44 handlers of one bloc that all await its close do not wait for each other",
        arguments: [CloseMode.cancel, .drain]
    )
    func severalAwaitClose(mode: CloseMode) async {
        let begun = Log<Int>()
        let log = Log<Int>()
        let shared = Shared<NumberBloc?>(nil)
        let bloc = NumberBloc(0) { bloc in
            bloc.clock = BlocClock(ManualClock())
            bloc.on { event, _ in
                begun.append(event)
                await begun.wait(forCount: 3)
                await shared.value?.close(mode)
                log.append(event)
            }
        }
        shared.value = bloc
        for number in 0..<3 { bloc.add(number) }
        await begun.wait(forCount: 3)
        await bloc.close(mode)
        #expect(log.entries.sorted() == [0, 1, 2])
        shared.value = nil
    }

    @Test("G44 a task that outlives the handler that made it waits for the whole close")
    func taskOutlivesHandler() async {
        let log = Log<String>()
        let executor = StepExecutor()
        let mayEnd = Signal()
        let shared = Shared<TextBloc?>(nil)
        let bloc = TextBloc([]) { bloc in
            bloc.onClose { _ in
                // If the task was let go before, it runs here.
                executor.run()
                log.append("onClose")
            }
            bloc.on(where: { $0 == "makes" }) { _, _ async in
                Task(executorPreference: executor) {
                    await shared.value?.close(.drain)
                    log.append("closed")
                }
            }
            bloc.on { _, _ in await mayEnd.wait() }
        }
        shared.value = bloc
        let slow = bloc.add("slow")
        #expect(await bloc.add("makes").word == "handled")
        executor.run()
        #expect(bloc.isClosed)
        mayEnd.fire()
        #expect(await slow.word == "handled")
        await bloc.close()
        await executor.run { log.entries.count >= 2 }
        #expect(log.entries == ["onClose", "closed"])
        shared.value = nil
    }

    @Test("G44 blocs that close each other end at the grace period")
    func closingEachOther() async throws {
        let clock = ManualClock()
        let errors = Log<String>()
        let begun = Log<Int>()
        let left = Shared<NumberBloc?>(nil)
        let right = Shared<NumberBloc?>(nil)
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
        let shared = Shared<NumberBloc?>(nil)
        let bloc = NumberBloc(0) { bloc in
            bloc.clock = BlocClock(clock)
            bloc.gracePeriod = .seconds(1)
            bloc.on { _, _ in await Task.detached { await shared.value?.close(.drain) }.value }
        }
        shared.value = bloc
        let receipt = bloc.add(1)
        let closing = Task { await bloc.close(.deadline(.seconds(2))) }
        try await clock.sleepers(count: 1)
        clock.advance(by: .seconds(2))
        try await clock.sleepers(count: 1)
        clock.advance(by: .seconds(1))
        await closing.value
        #expect(await receipt.word == "cancelled")
        shared.value = nil
    }
}
