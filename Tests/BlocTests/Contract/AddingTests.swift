import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct AddingTests {
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
        let bloc = TextBloc([], isHooked: isHooked) { bloc in
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

    @Test("G03 on an idle bloc the handler has run when add returns, on the caller's thread, without a task")
    func idle() async {
        for isHooked in [false, true] {
            let threads = Log<UInt>()
            let bloc = TextBloc([], isHooked: isHooked) { bloc in
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
        let bloc = ThreadExecutor().hosting {
            TextBloc([], isHooked: isHooked) { bloc in
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

    @Test("G04 an event that a handler adds is handled after the handler", arguments: [false, true])
    func nestingInHandler(isHooked: Bool) {
        let log = Log<String>()
        let bloc = TextBloc([], isHooked: isHooked) { bloc in
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
        let bloc = TextBloc([], isHooked: isHooked) { bloc in
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

    @Test("G04 handlers of one bloc never overlap, also with several senders", arguments: [false, true])
    func nestingOverThreads(isHooked: Bool) async {
        let overlap = OverlapCounter()
        let bloc = NumberBloc(0, isHooked: isHooked) { bloc in
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
        let length = 15_000
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
        #if DEBUG
        let length = 15_000
        #else
        let length = 50_000
        #endif
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
        let bloc = NumberBloc(0, isHooked: isHooked) { bloc in
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

    @Test("G04 events that the drained handlers add do not count")
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
