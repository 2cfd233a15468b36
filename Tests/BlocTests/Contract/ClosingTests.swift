import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct ClosingTests {
    private let log = Log<String>()

    @Test("G40 closing several times, also at once, closes once")
    func again() async {
        let bloc = TextBloc([]) { bloc in
            bloc.onClose { log.append("close \($0)") }
            bloc.on { _, emit in try await emit.forEach(AsyncStream<[String]> { _ in }) { $0 } }
        }
        bloc.add("a")
        let modes = [CloseMode.cancel, .drain, .deadline(.seconds(1)), .cancel]
        await race(modes.count) { await bloc.close(modes[$0]) }
        await bloc.close()
        await bloc.close(.drain)
        #expect(log.entries == ["close true"])
    }

    @Test("G41 a bloc does not end while a condition is asked about an event")
    func closingWhileMatching() async {
        let asked = Lock<NumberBloc?>(nil)
        let closing = Lock<Task<Void, Never>?>(nil)
        let bloc = NumberBloc(0) { bloc in
            bloc.onClose { log.append("close \($0)") }
            bloc.on(where: { _ in
                guard let bloc = asked.withLock({ $0.take() }) else { return true }
                let task = started { await bloc.close() }
                closing.withLock { $0 = task }
                log.append("asked, closed \(bloc.isClosed)")
                return true
            }) { event, emit in emit(event) }
        }
        asked.withLock { $0 = bloc }
        #expect(await bloc.add(1).word == "dropped(closed)")
        await closing.withLock { $0 }?.value
        #expect(log.entries == ["asked, closed true", "close true"])
    }

    @Test("G41 G43 a bloc that is released without close closes itself, not by its owner, and leaves nothing behind")
    func released() async {
        let (log, releases) = (Log<String>(), Log<Void>())
        var bloc: TextBloc? = withBlocObserver(HookLog(log: log)) {
            TextBloc([]) { bloc in
                bloc.on { [witness = Witness { releases.append(()) }] _, emit in
                    witness.look()
                    try await emit.forEach(AsyncStream<[String]> { _ in }) { $0 }
                }
            }
        }
        let states = bloc?.states
        let receipt = bloc?.add("a")
        bloc = nil
        #expect(bloc == nil)
        #expect(await receipt?.word == "cancelled")
        #expect(await states?.collected() == [[]])
        #expect(log.entries.dropFirst() == ["event a #1", "done a #1 cancelled", "close released"])
        // The sequence, which is still here, keeps nothing alive.
        await releases.wait(forCount: 1)
    }

    @Test("G43 a bloc that its own handler releases closes itself", arguments: [false, true])
    func releasedByHandler(isAsync: Bool) async {
        let owner = Shared<TextBloc?>(nil)
        let isAdded = Signal()
        owner.value = withBlocObserver(HookLog(log: log)) {
            TextBloc([]) { bloc in
                if isAsync {
                    bloc.on { _, _ async in
                        // Until `add` has returned, its caller holds the bloc, too.
                        await isAdded.wait()
                        owner.value = nil
                    }
                } else {
                    bloc.on { _, _ in owner.value = nil }
                }
            }
        }
        let receipt = owner.value?.add("a")
        isAdded.fire()
        let outcome = await receipt?.word
        #expect(outcome == (isAsync ? "cancelled" : "handled"))
        await log.wait { $0.last == "close released" }
    }

    @Test(
        "G06 G41 every event that races with the close is handled or dropped, and reported",
        arguments: ["plain", "observed", "async", "sequential"],
        [CloseMode.cancel, .drain]
    )
    func racing(kind: String, mode: CloseMode) async {
        for _ in 0..<50 {
            let log = Log<String>()
            let bloc = BlocContext.with {
                if kind == "observed" { $0.observers.append(HookLog(log: log)) }
            } _: {
                NumberBloc(0) { bloc in
                    switch kind {
                    case "async": bloc.on { _, emit async in emit.update { $0 += 1 } }
                    case "sequential": bloc.on(policy: .sequential) { _, emit async in emit.update { $0 += 1 } }
                    default: bloc.on { _, emit in emit.update { $0 += 1 } }
                    }
                }
            }
            let changes = bloc.changes
            let outcomes = Log<String>()
            await withTaskGroup { group in
                for sender in 0..<3 {
                    group.addTask {
                        for number in 0..<20 {
                            let word = await bloc.add(sender * 20 + number).word
                            outcomes.append(word)
                        }
                    }
                }
                group.addTask { await bloc.close(mode) }
            }
            let words = outcomes.entries
            let handled = words.filter { $0 == "handled" }.count
            let unhandled = words.filter { $0 == "dropped(closed)" || $0 == "cancelled" }.count
            #expect(words.count == 60)
            #expect(handled + unhandled == 60)
            if kind == "observed" {
                let dropped = log.entries.filter { $0.hasPrefix("dropped") }.count
                #expect(dropped == words.filter { $0 == "dropped(closed)" }.count)
            }
            // A handler that was cancelled may have published before.
            #expect(bloc.state >= handled)
            if mode == .drain { #expect(bloc.state == handled) }
            #expect(await changes.collected() == Array(0..<bloc.state).map { $0 + 1 })
        }
    }

    // MARK: From inside a handler

    @Test("G44 emit.close begins to close and returns at once, in a synchronous handler")
    func emitClose() async {
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
