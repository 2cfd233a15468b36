import Bloc
import BlocTesting
import Testing

@Suite struct AddingTests {
    // MARK: G01

    @Test("G01 add returns while the event's async handler waits")
    func asyncHandler() async {
        let mayEnd = Signal()
        let bloc = TextBloc([]) { bloc in
            bloc.on { event, emit in
                await mayEnd.wait()
                emit.update { $0.append(event) }
            }
        }
        let receipt = bloc.add("a")
        #expect(bloc.state.isEmpty)
        mayEnd.fire()
        #expect(await receipt.word == "handled")
        #expect(bloc.state == ["a"])
    }

    @Test("G01 add does not wait for a handler on another thread", arguments: [false, true])
    func otherThread(isHooked: Bool) async {
        let hasBegun = Signal()
        let mayEnd = Signal()
        let bloc = TextBloc([]) { bloc in
            if isHooked { bloc.onCreate {} }
            bloc.on { event, emit in
                if event == "slow" {
                    hasBegun.fire()
                    mayEnd.block()
                }
                emit.update { $0.append(event) }
            }
        }
        async let slow = onThread { bloc.add("slow") }
        await hasBegun.wait()
        let receipt = bloc.add("quick")
        #expect(bloc.state.isEmpty)
        mayEnd.fire()
        #expect(await slow.word == "handled")
        #expect(await receipt.word == "handled")
        #expect(bloc.state == ["slow", "quick"])
    }

    @Test("G01 add can be called from every isolation")
    func isolations() async {
        let bloc = NumberBloc(0) { bloc in bloc.on { event, emit in emit.update { $0 += event } } }
        bloc.add(1)
        await MainActor.run { _ = bloc.add(10) }
        await Adder().add(100, to: bloc)
        await Task.detached { _ = bloc.add(1_000) }.value
        _ = await onThread { bloc.add(10_000) }
        #expect(bloc.state == 11_111)
    }

    private actor Adder {
        func add(_ number: Int, to bloc: NumberBloc) { bloc.add(number) }
    }

    // MARK: G02

    @Test("G02 each sender's events are handled in the order in which it added them", arguments: [false, true])
    func senders(isHooked: Bool) async {
        typealias Word = SenderWord
        let handled = Log<Word>()
        let accepted = Log<(Word, UInt64)>()
        let bloc = ProbeBloc<Word, Int, Never>(0) { bloc in
            if isHooked { bloc.onEvent { accepted.append(($0, $1.sequence)) } }
            bloc.on { event, _ in handled.append(event) }
        }
        await withTaskGroup { group in
            for sender in 0..<4 {
                group.addTask {
                    for number in 0..<500 { bloc.add(Word(sender: sender, number: number)) }
                }
            }
        }
        await bloc.close(.drain)
        #expect(handled.entries.count == 2_000)
        for sender in 0..<4 {
            #expect(handled.entries.filter { $0.sender == sender }.map(\.number) == Array(0..<500))
        }
        if isHooked {
            #expect(accepted.entries.map(\.0) == handled.entries)
            #expect(accepted.entries.map(\.1) == Array(1...2_000))
        }
    }

    private struct SenderWord: Equatable {
        let sender: Int
        let number: Int
    }

    // MARK: G03

    @Test("G03 on an idle bloc the handler has run when add returns, on the caller's thread, without a task")
    func idle() async {
        for isHooked in [false, true] {
            let threads = Log<UInt>()
            let bloc = TextBloc([]) { bloc in
                if isHooked { bloc.onCreate {} }
                bloc.on { event, emit in
                    threads.append(threadNumber())
                    withUnsafeCurrentTask { if $0 != nil { threads.append(0) } }
                    emit.update { $0.append(event) }
                }
            }
            let (caller, state) = await onThread {
                bloc.add("a")
                return (threadNumber(), bloc.state)
            }
            #expect(state == ["a"])
            #expect(threads.entries == [caller])
        }
    }

    @Test("G03 async handlers that run do not count")
    func idleBesideAsyncHandler() async {
        let mayEnd = Signal()
        let bloc = TextBloc([]) { bloc in
            bloc.on(where: { $0 == "slow" }) { _, _ in await mayEnd.wait() }
            bloc.on { event, emit in emit.update { $0.append(event) } }
        }
        let slow = bloc.add("slow")
        bloc.add("a")
        #expect(bloc.state == ["a"])
        mayEnd.fire()
        #expect(await slow.word == "handled")
    }

    @Test("G03 deliveries to observers do not count", arguments: [false, true])
    func idleBesideDelivery(isHooked: Bool) async {
        let isDelivering = Signal()
        let mayEnd = Signal()
        let bloc = ThreadExecutor.hosting {
            TextBloc([]) { bloc in
                if isHooked { bloc.onCreate {} }
                bloc.on(where: { $0 == "stuck" }) { event, emit async in emit.update { $0.append(event) } }
                bloc.on { event, emit in emit.update { $0.append(event) } }
            }
        }
        let token = bloc.observe { state in
            guard state == ["stuck"] else { return }
            isDelivering.fire()
            mayEnd.block()
        }
        let stuck = bloc.add("stuck")
        await isDelivering.wait()
        bloc.add("a")
        #expect(bloc.state == ["stuck", "a"])
        mayEnd.fire()
        #expect(await stuck.word == "handled")
        token.cancel()
    }

    // MARK: G04

    @Test("G04 an event that a handler adds is handled after the handler", arguments: [false, true])
    func nestingInHandler(isHooked: Bool) {
        let log = Log<String>()
        let bloc = TextBloc([]) { bloc in
            if isHooked { bloc.onCreate {} }
            bloc.on { event, emit in
                log.append("begin \(event)")
                if event == "a" {
                    emit.add("b")
                    emit.add("c")
                }
                log.append("end \(event)")
            }
        }
        bloc.add("a")
        #expect(log.entries == ["begin a", "end a", "begin b", "end b", "begin c", "end c"])
    }

    @Test("G04 an event that an observer adds is handled after the handler", arguments: [false, true])
    func nestingInObserver(isHooked: Bool) {
        let log = Log<String>()
        let bloc = TextBloc([]) { bloc in
            if isHooked { bloc.onCreate {} }
            bloc.on { event, emit in
                log.append("begin \(event)")
                emit.update { $0.append(event) }
                log.append("end \(event)")
            }
        }
        let token = bloc.observe { [weak bloc] state in
            log.append("state \(state.count)")
            if state == ["a"] { bloc?.add("b") }
        }
        bloc.add("a")
        #expect(log.entries == ["begin a", "state 1", "end a", "begin b", "state 2", "end b"])
        token.cancel()
    }

    @Test("G04 handlers of one bloc never overlap, whoever adds", arguments: [false, true])
    func nestingOverThreads(isHooked: Bool) async {
        let overlap = OverlapCounter()
        let bloc = NumberBloc(0) { bloc in
            if isHooked { bloc.onCreate {} }
            bloc.on { event, emit in
                overlap.enter()
                emit(emit.state + event)
                overlap.leave()
            }
        }
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<1_000 { bloc.add(1) } }
            }
        }
        await bloc.close(.drain)
        #expect(bloc.state == 4_000)
        #expect(overlap.most == 1)
    }

    @Test("G04 a chain of a million events that handlers add does not grow the stack", arguments: [false, true])
    func longChain(isHooked: Bool) {
        #if DEBUG
        // Without optimisation a million take half a minute; this many already need more stack than a thread has.
        let length = 50_000
        #else
        let length = isHooked ? 100_000 : 1_000_000
        #endif
        let bloc = NumberBloc(0) { bloc in
            if isHooked { bloc.onDropped { _, _, _ in } }
            bloc.on { event, emit in
                emit(event)
                if event < length { emit.add(event + 1) }
            }
        }
        bloc.add(1)
        #expect(bloc.state == length)
    }

    @Test("G04 a chain of events that an observer adds does not grow the stack")
    func longChainOfObserver() async {
        let length = 50_000
        let isOver = Signal()
        let bloc = NumberBloc(0) { bloc in bloc.on { event, emit in emit(event) } }
        let token = bloc.observe { [weak bloc] state in
            if state < length { bloc?.add(state + 1) } else { isOver.fire() }
        }
        bloc.add(1)
        await isOver.wait()
        #expect(bloc.state == length)
        token.cancel()
    }

    @Test("G04 an event that an async handler adds is handled while that handler runs")
    func addingInAsyncHandler() async {
        let bloc = TextBloc([]) { bloc in
            bloc.on(where: { $0 == "async" }) { event, emit async in
                let receipt = emit.add("sync")
                _ = await receipt.outcome
                emit.update { $0.append(event) }
            }
            bloc.on { event, emit in emit.update { $0.append(event) } }
        }
        #expect(await bloc.add("async").word == "handled")
        #expect(bloc.state == ["sync", "async"])
    }

    @Test("G04 a thread handles its own event and 64 others, and a task the rest", arguments: [false, true])
    func foreignLimit(isHooked: Bool) async {
        let hasBegun = Signal()
        let mayGoOn = Signal()
        let threads = Log<UInt>()
        let bloc = NumberBloc(0) { bloc in
            if isHooked { bloc.onCreate {} }
            bloc.on { event, _ in
                threads.append(threadNumber())
                guard event == 0 else { return }
                hasBegun.fire()
                mayGoOn.block()
            }
        }
        async let drainer = onThread {
            bloc.add(0)
            return threadNumber()
        }
        await hasBegun.wait()
        let receipts = (1...200).map { bloc.add($0) }
        mayGoOn.fire()
        let thread = await drainer
        for receipt in receipts { #expect(await receipt.word == "handled") }
        #expect(threads.entries.prefix(65).allSatisfy { $0 == thread })
        #expect(threads.entries.count == 201)
        #expect(threads.entries.dropFirst(65).allSatisfy { $0 != thread })
    }

    @Test("G04 what the drained events add for themselves does not count")
    func ownEventsBeyondTheLimit() async {
        let threads = Log<UInt>()
        let bloc = NumberBloc(0) { bloc in
            bloc.on { event, emit in
                threads.append(threadNumber())
                if event == 0 { for number in 1...300 { emit.add(number) } }
            }
        }
        let thread = await onThread {
            bloc.add(0)
            return threadNumber()
        }
        #expect(threads.entries == Array(repeating: thread, count: 301))
    }

    // MARK: G05

    @Test("G05 the receipt tells the outcome, to everybody who asks")
    func outcomes() async {
        struct Broken: Error {}
        let bloc = TextBloc([]) { bloc in
            bloc.on(where: { $0 == "waits" }) { _, emit in
                try await emit.forEach(AsyncStream<[String]> { _ in }) { $0 }
            }
            bloc.on(where: { $0 == "throws" }) { (_: String, _: Emitter<TextBloc>) in throw Broken() }
            bloc.on(where: { $0 == "throws later" }) { (_: String, _: Emitter<TextBloc>) async throws in
                throw Broken()
            }
            bloc.on(where: { $0.hasPrefix("works") }) { _, _ in }
            bloc.on(where: { $0.hasPrefix("awaits") }) { (_: String, _: Emitter<TextBloc>) async in }
        }
        for (event, outcome) in [
            ("works", "handled"), ("awaits", "handled"), ("throws", "failed(Broken)"),
            ("throws later", "failed(Broken)"), ("unknown", "dropped(unhandled)"),
        ] {
            let receipt = bloc.add(event)
            #expect(await receipt.word == outcome)
            #expect(await receipt.word == outcome)
        }
        let cancelled = bloc.add("waits")
        cancelled.cancel()
        #expect(await cancelled.word == "cancelled")
        cancelled.cancel()
        #expect(await cancelled.word == "cancelled")
        let closed = bloc.add("waits")
        await bloc.close()
        #expect(await closed.word == "cancelled")
        #expect(await bloc.add("works").word == "dropped(closed)")
    }

    @Test("G05 cancelling an event that waits takes it out, and the next moves up")
    func cancellingWaiting() async {
        let mayEnd = Signal()
        let handled = Log<String>()
        let bloc = TextBloc([]) { bloc in
            bloc.on(policy: .sequential) { event, _ in
                await mayEnd.wait()
                handled.append(event)
            }
        }
        let receipts = ["a", "b", "c"].map { bloc.add($0) }
        receipts[1].cancel()
        #expect(await receipts[1].word == "cancelled")
        mayEnd.fire()
        #expect(await receipts[2].word == "handled")
        #expect(handled.entries == ["a", "c"])
    }

    @Test(
        "G05 cancelling an event between the mailbox and its handler keeps the handler from running",
        arguments: [
            "sync", "async", "queued", "debounced",
        ]
    )
    func cancellingOnTheWay(kind: String) async {
        let receipts = Log<Receipt>()
        let handled = Log<String>()
        let bloc = TextBloc([]) { bloc in
            bloc.clock = BlocClock(ManualClock())
            bloc.on(where: { $0 == "first" }) { _, emit in receipts.append(emit.add(kind)) }
            // Runs when the event has left the mailbox and has not entered its lane.
            @Sendable func isWanted(_ event: String, _ wanted: String) -> Bool {
                guard event == wanted else { return false }
                receipts.entries.first?.cancel()
                return true
            }
            bloc.on(where: { isWanted($0, "sync") }) { event, _ in handled.append(event) }
            bloc.on(where: { isWanted($0, "async") }) { event, _ async in handled.append(event) }
            bloc.on(policy: .sequential, where: { isWanted($0, "queued") }) { event, _ async in handled.append(event) }
            bloc.on(policy: .debounce(for: .seconds(1)), where: { isWanted($0, "debounced") }) { event, _ in
                handled.append(event)
            }
        }
        bloc.add("first")
        await bloc.close(.drain)
        let outcome = await receipts.entries.first?.word
        #expect(outcome == "cancelled")
        #expect(handled.entries.isEmpty)
    }

    @Test("G05 a synchronous handler that runs and an event that is over are left alone")
    func cancellingTooLate() async {
        let receipts = Log<Receipt>()
        let bloc = TextBloc([]) { bloc in
            bloc.on { event, emit in
                if event == "a" { receipts.append(emit.add("b")) }
                if event == "b" { receipts.entries.first?.cancel() }
                emit.update { $0.append(event) }
            }
        }
        let receipt = bloc.add("a")
        receipt.cancel()
        #expect(await receipt.word == "handled")
        #expect(await receipts.entries.first?.word == "handled")
        #expect(bloc.state == ["a", "b"])
    }

    @Test("G05 the receipt resolves after onDone and after the event's deliveries")
    func resolvingLast() async {
        let log = Log<String>()
        let executor = StepExecutor()
        /// Lets the task that waits for the receipt go on, if it can, before the next line.
        @Sendable func write(_ line: String) {
            executor.run()
            log.append(line)
        }
        let isDelivering = Signal()
        let mayEnd = Signal()
        let bloc = TextBloc([]) { bloc in
            bloc.onDone { event, _, _ in write("done \(event)") }
            bloc.on { event, emit in emit.update { $0.append(event) } }
        }
        let token = bloc.observe { state in
            write("state \(state.count)")
            guard state.count == 1 else { return }
            isDelivering.fire()
            mayEnd.block()
        }
        async let first = onThread { bloc.add("a") }
        await isDelivering.wait()
        let receipt = bloc.add("b")
        let waiting = Task(executorPreference: executor) {
            _ = await receipt.outcome
            log.append("receipt b")
        }
        executor.run()
        mayEnd.fire()
        _ = await first
        _ = await receipt.outcome
        while log.entries.count < 5 {
            executor.run()
            await Task.yield()
        }
        await waiting.value
        #expect(log.entries == ["state 1", "done a", "state 2", "done b", "receipt b"])
        token.cancel()
    }

    @Test("G05 a receipt waits for a delivery that another thread makes")
    func resolvingAfterForeignDelivery() async {
        let log = Log<String>()
        let isDelivering = Signal()
        let mayEnd = Signal()
        let bloc = NumberBloc(0) { bloc in bloc.on { event, emit in emit(event) } }
        // Delivers the current state on its own thread, and is stuck in that.
        async let selecting = onThread {
            bloc.select { state in
                log.append("part \(state)")
                guard state == 0 else { return state }
                isDelivering.fire()
                mayEnd.block()
                return state
            }
        }
        await isDelivering.wait()
        let receipt = bloc.add(2)
        #expect(bloc.state == 2)
        let waiting = Task {
            _ = await receipt.outcome
            log.append("receipt")
        }
        // Gives a receipt that resolves too early its chance.
        await Task.detached {}.value
        mayEnd.fire()
        await waiting.value
        #expect(log.entries == ["part 0", "part 2", "receipt"])
        _ = await selecting
    }

    @Test("G05 a receipt that is kept keeps nothing of the bloc")
    func keptReceipt() async {
        weak var service: Witness?
        weak var core: BlocCore<TextBloc>?
        let receipt: Receipt
        do {
            let witness = Witness()
            service = witness
            let bloc = TextBloc([]) { bloc in
                bloc.onCreate {}
                bloc.on { _, _ in witness.look() }
            }
            core = bloc.core
            receipt = bloc.add("a")
            await bloc.close()
        }
        #expect(service == nil)
        #expect(core == nil)
        #expect(await receipt.word == "handled")
    }

    // MARK: G06

    @Test("G06 an event after close is dropped, and observers are told", arguments: [false, true])
    func addingAfterClose(isOwnHook: Bool) async {
        let log = Log<String>()
        let bloc = withBlocObserver(HookLog(log: log)) {
            TextBloc([]) { bloc in bloc.on { event, emit in emit.update { $0.append(event) } } }
        }
        await bloc.close()
        let before = log.entries.count
        #expect(await bloc.add("a").word == "dropped(closed)")
        #expect(bloc.state.isEmpty)
        #expect(log.entries.dropFirst(before) == ["dropped a #1 closed"])
    }

    @Test("G06 an event after close of a bloc that nobody observes is dropped")
    func addingAfterCloseUnobserved() async {
        let bloc = TextBloc([]) { bloc in bloc.on { event, emit in emit.update { $0.append(event) } } }
        bloc.add("a")
        await bloc.close()
        #expect(await bloc.add("b").word == "dropped(closed)")
        #expect(bloc.state == ["a"])
    }

    // MARK: G07

    @Test("G07 an event without a handler is dropped, and the error names its type")
    func unhandled() async throws {
        let errors = Log<any Error>()
        let dropped = Log<DropReason>()
        let bloc = ProbeBloc<any Sendable, Int, Never>(0) { bloc in
            bloc.onError { error, _, _ in errors.append(error) }
            bloc.onDropped { dropped.append($2) }
            bloc.on(Int.self) { event, emit in emit(event) }
        }
        #expect(await bloc.add("text").word == "dropped(unhandled)")
        let error = try #require(errors.entries.first as? BlocError)
        #expect(error.code == .unhandledEvent)
        #expect(error.message.contains("events of type String"))
        #expect(dropped.entries == [.unhandled])
        bloc.add(1)
        #expect(bloc.state == 1)
    }

    // MARK: G08

    /// Two lanes in each of which one handler runs, until the signal; two more events fill the mailbox but for one place.
    private func crowdedBloc(
        _ overflow: MailboxLimit.Overflow,
        until mayEnd: Signal,
        log: Log<String>
    ) -> (bloc: TextBloc, receipts: [Receipt]) {
        let bloc = TextBloc([]) { bloc in
            bloc.mailboxLimit = MailboxLimit(capacity: 3, overflow: overflow)
            bloc.onDropped { log.append("\($0) \($2)") }
            bloc.on(policy: .sequential, where: { $0.hasPrefix("a") }) { _, _ in await mayEnd.wait() }
            bloc.on(policy: .sequential, where: { $0.hasPrefix("b") }) { _, _ in await mayEnd.wait() }
        }
        return (bloc, ["a1", "b1", "a2", "b2"].map { bloc.add($0) })
    }

    @Test("G08 a full mailbox of the rule dropOldest lets the oldest go, over all lanes")
    func dropOldest() async {
        let mayEnd = Signal()
        let log = Log<String>()
        var (bloc, receipts) = crowdedBloc(.dropOldest, until: mayEnd, log: log)
        receipts += ["b3", "b4", "a3"].map { bloc.add($0) }
        #expect(log.entries == ["a2 overflow", "b2 overflow"])
        mayEnd.fire()
        var outcomes: [String] = []
        for receipt in receipts { outcomes.append(await receipt.word) }
        #expect(
            outcomes == [
                "handled", "handled", "dropped(overflow)", "dropped(overflow)", "handled", "handled", "handled",
            ]
        )
    }

    @Test("G08 a full mailbox of the rule reject lets the arriving go, over all lanes")
    func reject() async {
        let mayEnd = Signal()
        let log = Log<String>()
        var (bloc, receipts) = crowdedBloc(.reject, until: mayEnd, log: log)
        receipts += ["b3", "b4", "a3"].map { bloc.add($0) }
        #expect(log.entries == ["b4 overflow", "a3 overflow"])
        mayEnd.fire()
        var outcomes: [String] = []
        for receipt in receipts { outcomes.append(await receipt.word) }
        #expect(
            outcomes == [
                "handled", "handled", "handled", "handled", "handled", "dropped(overflow)", "dropped(overflow)",
            ]
        )
    }

    @Test(
        "G08 debounced events and events behind a synchronous handler count too",
        arguments: [
            MailboxLimit.Overflow.dropOldest, .reject,
        ]
    )
    func countingEverywhere(overflow: MailboxLimit.Overflow) async {
        let hasBegun = Signal()
        let mayEnd = Signal()
        let log = Log<String>()
        let bloc = TextBloc([]) { bloc in
            bloc.clock = BlocClock(ManualClock())
            bloc.mailboxLimit = MailboxLimit(capacity: 2, overflow: overflow)
            bloc.onDropped { log.append("\($0) \($2)") }
            bloc.on(policy: .debounce(for: .seconds(1)), where: { $0 == "debounced" }) { _, _ in }
            bloc.on { event, _ in
                guard event == "block" else { return }
                hasBegun.fire()
                mayEnd.block()
            }
        }
        bloc.add("debounced")
        async let blocking = onThread { bloc.add("block") }
        await hasBegun.wait()
        bloc.add("a")
        bloc.add("b")
        #expect(log.entries == [overflow == .dropOldest ? "debounced overflow" : "b overflow"])
        mayEnd.fire()
        _ = await blocking
        await bloc.close()
    }

    @Test("G08 an event that its lane let start, and that waits for a thread, counts and can go")
    func countingReady() async {
        let hasBegun = Signal()
        let mayEndThread = Signal()
        let mayEndTask = Signal()
        let handled = Log<String>()
        let bloc = TextBloc([]) { bloc in
            bloc.mailboxLimit = MailboxLimit(capacity: 2, overflow: .dropOldest)
            bloc.on(where: { $0 == "block" }) { _, _ in
                hasBegun.fire()
                mayEndThread.block()
            }
            bloc.on(policy: .sequential) { event, _ in
                if event == "a1" { await mayEndTask.wait() }
                handled.append(event)
            }
        }
        let first = bloc.add("a1")
        let second = bloc.add("a2")
        async let blocking = onThread { bloc.add("block") }
        await hasBegun.wait()
        mayEndTask.fire()
        // When the first is over, its lane lets the second start, but the thread is busy.
        #expect(await first.word == "handled")
        let later = ["a3", "a4"].map { bloc.add($0) }
        mayEndThread.fire()
        _ = await blocking
        #expect(await second.word == "dropped(overflow)")
        for receipt in later { #expect(await receipt.word == "handled") }
        #expect(handled.entries == ["a1", "a3", "a4"])
    }

    @Test("G08 a mailbox without room stops the program with a message")
    func noRoom() async throws {
        let result = try await #require(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = MailboxLimit(capacity: 0, overflow: .reject)
        }
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("A mailbox needs room for at least one event, but its capacity is 0."))
    }

    // MARK: G09

    @Test("G09 async handlers of many blocs do not wait for each other")
    func manyBlocs() async {
        let begun = Log<Int>()
        let blocs = (0..<100).map { _ in
            NumberBloc(0) { bloc in
                bloc.on { event, emit in
                    begun.append(event)
                    // Each ends only when all have begun.
                    await begun.wait(forCount: 100)
                    emit(event)
                }
            }
        }
        let receipts = blocs.enumerated().map { $0.element.add($0.offset + 1) }
        for receipt in receipts { #expect(await receipt.word == "handled") }
        #expect(blocs.map(\.state) == Array(1...100))
    }

    @Test("G09 synchronous handlers of two blocs run on two threads at once")
    func twoThreads() async {
        let signals = [Signal(), Signal()]
        let blocs = (0..<2).map { number in
            NumberBloc(0) { bloc in
                bloc.on { event, emit in
                    // Each ends only when the other has begun.
                    signals[number].fire()
                    signals[1 - number].block()
                    emit(event)
                }
            }
        }
        async let first = onThread { blocs[0].add(1) }
        async let second = onThread { blocs[1].add(2) }
        _ = await (first, second)
        #expect(blocs.map(\.state) == [1, 2])
    }
}
