import Bloc
import BlocTesting
import Testing

@Suite struct ClosingTests {
    private static let policies: [(EventPolicy, String)] = [
        (.concurrent, "concurrent"), (.sequential, "sequential"), (.droppable, "droppable"),
        (.restartable, "restartable"),
    ]

    // MARK: G40

    @Test("G40 closing again, also at the same time, does no harm and closes once")
    func again() async {
        let log = Log<String>()
        let bloc = TextBloc([]) { bloc in
            bloc.onClose { log.append("close \($0)") }
            bloc.on { _, emit in try await emit.forEach(AsyncStream<[String]> { _ in }) { $0 } }
        }
        bloc.add("a")
        await withTaskGroup { group in
            for mode in [CloseMode.cancel, .drain, .deadline(.seconds(1)), .cancel] {
                group.addTask { await bloc.close(mode) }
            }
        }
        await bloc.close()
        await bloc.close(.drain)
        #expect(log.entries == ["close true"])
    }

    @Test("G40 isClosed is true as soon as close is called", arguments: [CloseMode.cancel, .drain])
    func isClosed(mode: CloseMode) async {
        let mayEnd = Signal()
        let bloc = TextBloc([]) { bloc in bloc.on { _, _ async in await mayEnd.wait() } }
        let receipt = bloc.add("a")
        #expect(!bloc.isClosed)
        let closing = started { await bloc.close(mode) }
        #expect(bloc.isClosed)
        mayEnd.fire()
        _ = await receipt.outcome
        await closing.value
    }

    @Test("G40 cancel cancels what runs and drops what waits, for every policy", arguments: policies)
    func cancel(policy: EventPolicy, name: String) async {
        let log = Log<String>()
        let bloc = TextBloc([]) { bloc in
            bloc.onDropped { event, _, reason in log.append("\(event) \(reason)") }
            bloc.on(policy: policy) { event, emit in
                defer { emit.update { $0.append(event) } }
                try await emit.forEach(AsyncStream<[String]> { _ in }) { $0 }
            }
        }
        let receipts = ["a", "b", "c"].map { bloc.add($0) }
        await bloc.close()
        var outcomes: [String] = []
        for receipt in receipts { outcomes.append(await receipt.word) }
        let expected: [String: [String]] = [
            "concurrent": ["cancelled", "cancelled", "cancelled"],
            "sequential": ["cancelled", "dropped(closed)", "dropped(closed)"],
            "droppable": ["cancelled", "dropped(busy)", "dropped(busy)"],
            "restartable": ["cancelled", "cancelled", "cancelled"],
        ]
        #expect(outcomes == expected[name])
        #expect(bloc.state.isEmpty)
        #expect(log.entries.filter { $0.hasSuffix("closed") }.count == (name == "sequential" ? 2 : 0))
    }

    @Test("G40 drain finishes what was accepted, for every policy", arguments: policies)
    func drain(policy: EventPolicy, name: String) async {
        let mayEnd = Signal()
        let bloc = TextBloc([]) { bloc in
            bloc.on(policy: policy) { event, emit in
                await mayEnd.wait()
                try Task.checkCancellation()
                emit.update { $0.append(event) }
            }
        }
        let receipts = ["a", "b", "c"].map { bloc.add($0) }
        let closing = started { await bloc.close(.drain) }
        #expect(await bloc.add("too late").word == "dropped(closed)")
        mayEnd.fire()
        var outcomes: [String] = []
        for receipt in receipts { outcomes.append(await receipt.word) }
        let expected: [String: [String]] = [
            "concurrent": ["handled", "handled", "handled"],
            "sequential": ["handled", "handled", "handled"],
            "droppable": ["handled", "dropped(busy)", "dropped(busy)"],
            "restartable": ["cancelled", "cancelled", "handled"],
        ]
        #expect(outcomes == expected[name])
        await bloc.close()
        await closing.value
        #expect(bloc.state.count == outcomes.filter { $0 == "handled" }.count)
    }

    @Test("G40 while draining, handlers may emit and add through their emitter, others may not add")
    func addingWhileDraining() async {
        let hasBegun = Signal()
        let mayGoOn = Signal()
        let outcomes = Log<String>()
        let shared = Shared<TextBloc?>(nil)
        let bloc = TextBloc([]) { bloc in
            bloc.on(where: { $0 == "async" }) { event, emit in
                hasBegun.fire()
                await mayGoOn.wait()
                emit.update { $0.append(event) }
                let own = emit.add("own")
                let foreign = shared.value?.add("foreign")
                outcomes.append(await own.word)
                outcomes.append(await foreign?.word ?? "none")
            }
            bloc.on { event, emit in emit.update { $0.append(event) } }
        }
        shared.value = bloc
        let states = bloc.states
        bloc.add("async")
        await hasBegun.wait()
        let closing = started { await bloc.close(.drain) }
        mayGoOn.fire()
        #expect(await states.collected() == [[], ["async"], ["async", "own"]])
        await bloc.close()
        await closing.value
        #expect(outcomes.entries == ["handled", "dropped(closed)"])
        shared.value = nil
    }

    @Test("G40 while draining, debounced events run at once, those that wait and those that come")
    func debouncesWhileDraining() async {
        let bloc = TextBloc([]) { bloc in
            bloc.clock = BlocClock(ManualClock())
            bloc.on(policy: .debounce(for: .seconds(1)), where: { $0.hasPrefix("debounced") }) { event, emit in
                emit.update { $0.append(event) }
                if event == "debounced" { emit.add("debounced again") }
            }
        }
        let receipt = bloc.add("debounced")
        await bloc.close(.drain)
        #expect(await receipt.word == "handled")
        #expect(bloc.state == ["debounced", "debounced again"])
    }

    @Test("G40 a debounced event is dropped by cancel")
    func debouncesWhileCancelling() async {
        let bloc = TextBloc([]) { bloc in
            bloc.clock = BlocClock(ManualClock())
            bloc.on(policy: .debounce(for: .seconds(1))) { event, emit in emit([event]) }
        }
        let receipt = bloc.add("a")
        await bloc.close()
        #expect(await receipt.word == "dropped(closed)")
        #expect(bloc.state.isEmpty)
    }

    /// A bloc whose handler ends when its task is cancelled or the signal fires.
    private func patient(_ clock: ManualClock, until mayEnd: Signal) -> TextBloc {
        TextBloc([]) { bloc in
            bloc.clock = BlocClock(clock)
            bloc.on { event, emit in
                await withTaskCancellationHandler {
                    await mayEnd.wait()
                } onCancel: {
                    mayEnd.fire()
                }
                emit.update { $0.append(event) }
            }
        }
    }

    @Test("G40 a deadline drains until then")
    func deadlineMet() async throws {
        let clock = ManualClock()
        let mayEnd = Signal()
        let bloc = patient(clock, until: mayEnd)
        let receipt = bloc.add("a")
        let closing = Task { await bloc.close(.deadline(.seconds(2))) }
        try await clock.sleepers(count: 1)
        clock.advance(by: .milliseconds(1_999))
        mayEnd.fire()
        #expect(await receipt.word == "handled")
        await closing.value
        #expect(bloc.state == ["a"])
    }

    @Test("G40 after the deadline what runs is cancelled")
    func deadlinePassed() async throws {
        let clock = ManualClock()
        let bloc = patient(clock, until: Signal())
        let receipt = bloc.add("a")
        let closing = Task { await bloc.close(.deadline(.seconds(2))) }
        try await clock.sleepers(count: 1)
        clock.advance(by: .seconds(2))
        #expect(await receipt.word == "cancelled")
        await closing.value
        #expect(bloc.state.isEmpty)
    }

    @Test(
        "G40 a later call shortens",
        arguments: [
            [CloseMode.drain, .deadline(.seconds(2))],
            [.deadline(.seconds(9)), .deadline(.seconds(2))],
            [.deadline(.seconds(2)), .deadline(.seconds(9))],
            [.deadline(.seconds(2)), .drain],
        ]
    )
    func shortening(modes: [CloseMode]) async throws {
        let clock = ManualClock()
        let bloc = patient(clock, until: Signal())
        let receipt = bloc.add("a")
        var closings: [Task<Void, Never>] = []
        for mode in modes {
            closings.append(started { await bloc.close(mode) })
        }
        let timers = modes.filter { $0 != .drain }.count
        try await clock.sleepers(count: timers)
        clock.advance(by: .milliseconds(1_999))
        #expect(clock.deadlines.count == timers)
        clock.advance(by: .milliseconds(1))
        #expect(await receipt.word == "cancelled")
        await bloc.close()
        for closing in closings { await closing.value }
    }

    @Test("G40 a later cancel ends a drain, and a later drain does not soften a cancel")
    func shorteningToCancel() async {
        let bloc = patient(ManualClock(), until: Signal())
        let receipt = bloc.add("a")
        let draining = started { await bloc.close(.drain) }
        await bloc.close()
        await draining.value
        #expect(await receipt.word == "cancelled")

        let other = patient(ManualClock(), until: Signal())
        let second = other.add("a")
        let cancelling = started { await other.close() }
        await other.close(.drain)
        await cancelling.value
        #expect(await second.word == "cancelled")
    }

    // MARK: G41

    @Test(
        "G41 when close returns, nothing runs, every receipt has resolved and every sequence has ended",
        arguments: [
            CloseMode.cancel, .drain,
        ]
    )
    func over(mode: CloseMode) async {
        let log = Log<String>()
        let overlap = OverlapCounter()
        let bloc = TextBloc([]) { bloc in
            bloc.onClose { _ in log.append("close") }
            bloc.on(policy: .sequential, where: { $0.hasPrefix("s") }) { event, emit in
                overlap.enter()
                defer { overlap.leave() }
                for _ in 0..<5 {
                    await Task.yield()
                    emit.update { $0.append(event) }
                }
            }
            bloc.on { event, emit async in
                await Task.yield()
                emit.effect(event)
            }
        }
        let states = bloc.states
        let changes = bloc.changes
        let effects = bloc.effects
        let receipts = (0..<20).map { bloc.add($0 % 2 == 0 ? "s\($0)" : "c\($0)") }
        for (index, receipt) in receipts.enumerated() {
            Task {
                _ = await receipt.outcome
                log.append("receipt \(index)")
            }
        }
        await bloc.close(mode)
        #expect(log.entries.filter { $0 == "close" }.count == 1)
        let final = bloc.state
        #expect(await states.collected().last == final)
        #expect(await changes.collected().last ?? [] == final)
        _ = await effects.collected()
        for receipt in receipts {
            let word = await receipt.word
            #expect(["handled", "cancelled", "dropped(closed)"].contains(word))
            if mode == .drain { #expect(word == "handled") }
        }
        #expect(bloc.state == final)
    }

    @Test(
        "G41 whatever races with the close is handled or dropped, and told",
        arguments: [
            ("plain", CloseMode.cancel), ("plain", .drain), ("observed", .cancel), ("observed", .drain),
            ("async", .cancel),
            ("async", .drain), ("sequential", .cancel), ("sequential", .drain),
        ]
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

    // MARK: G42

    @Test("G42 a handler that ignores its cancellation is reported by name after the grace period")
    func ignoringCancellation() async throws {
        let clock = ManualClock()
        let log = Log<String>()
        let errors = Log<BlocError>()
        let mayEnd = Signal()
        let hasEnded = Signal()
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
        #expect(error.message.contains("The handler for String registered at "))
        #expect(error.message.contains("ClosingTests.swift:"))
        #expect(error.message.contains("did not end within 3.0 seconds of being cancelled"))
        #expect(
            log.entries.suffix(3) == [
                "error ignored-cancellation stubborn #1", "done stubborn #1 cancelled", "close by owner",
            ]
        )
        let before = log.entries.count
        mayEnd.fire()
        await hasEnded.wait()
        #expect(bloc.state.isEmpty)
        #expect(log.entries.dropFirst(before) == ["late [\"stubborn\"] #1"])
    }

    @Test("G42 a synchronous handler that outlives the grace period is left behind too", arguments: [false, true])
    func stuckSynchronously(isHooked: Bool) async throws {
        let clock = ManualClock()
        let log = Log<String>()
        let mayEnd = [Signal(), Signal()]
        let begun = Log<Int>()
        let bloc = BlocContext.with {
            if isHooked { $0.observers.append(HookLog(log: log)) }
        } _: {
            NumberBloc(-1) { bloc in
                bloc.clock = BlocClock(clock)
                bloc.on(where: { $0 < 0 }) { _, _ in }
                bloc.on { event, emit in
                    begun.append(event)
                    mayEnd[event].block()
                    emit(event)
                }
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
        if isHooked {
            #expect(
                log.entries.suffix(3) == [
                    "error ignored-cancellation 1 #2", "done 1 #2 cancelled", "close by owner",
                ]
            )
        }
        mayEnd[1].fire()
        #expect(await first.word == "handled")
        #expect(bloc.state == 0)
    }

    @Test("G42 a plain handler that outlives the grace period is left behind, and released when it ends")
    func stuckPlainly() async throws {
        let clock = ManualClock()
        let mayEnd = Signal()
        let hasBegun = Signal()
        weak var service: Witness?
        do {
            let witness = Witness()
            service = witness
            let bloc = NumberBloc(0) { bloc in
                bloc.clock = BlocClock(clock)
                bloc.on { event, emit in
                    witness.look()
                    hasBegun.fire()
                    mayEnd.block()
                    emit(event)
                }
            }
            async let receipt = onThread { bloc.add(1) }
            await hasBegun.wait()
            let closing = Task { await bloc.close() }
            try await clock.sleepers(count: 1)
            clock.advance(by: .seconds(5))
            await closing.value
            #expect(bloc.state == 0)
            mayEnd.fire()
            #expect(await receipt.word == "cancelled")
            #expect(bloc.state == 0)
        }
        #expect(service == nil)
    }

    // MARK: G43

    @Test("G43 a bloc that is released without close closes itself, and is seen as not closed by its owner")
    func released() async {
        let log = Log<String>()
        let isCancelled = Signal()
        var bloc: TextBloc? = withBlocObserver(HookLog(log: log)) {
            TextBloc([]) { bloc in
                bloc.on { event, emit in
                    await withTaskCancellationHandler {
                        await isCancelled.wait()
                    } onCancel: {
                        isCancelled.fire()
                    }
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
    }

    @Test("G43 a bloc that its own handler releases closes itself", arguments: [false, true])
    func releasedByHandler(isAsync: Bool) async {
        let log = Log<String>()
        let owner = Shared<TextBloc?>(nil)
        owner.value = withBlocObserver(HookLog(log: log)) {
            TextBloc([]) { bloc in
                if isAsync {
                    bloc.on { _, _ async in owner.value = nil }
                } else {
                    bloc.on { _, _ in owner.value = nil }
                }
            }
        }
        let receipt = owner.value?.add("a")
        let outcome = await receipt?.word
        #expect(outcome == (isAsync ? "cancelled" : "handled"))
        await log.wait { $0.last == "close released" }
    }

    @Test("G43 a bloc that was closed is not told again when it is released")
    func releasedAfterClose() async {
        let log = Log<String>()
        var bloc: TextBloc? = withBlocObserver(HookLog(log: log)) { TextBloc([]) }
        await bloc?.close()
        bloc = nil
        #expect(bloc == nil)
        #expect(log.entries.dropFirst() == ["close by owner"])
    }
}
