import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct AddingTests {
    private struct SenderWord: Equatable {
        let sender: Int
        let number: Int
    }

    @Test("G02 G04 each sender's events are handled in order, one at a time", arguments: [false, true])
    func senders(isHooked: Bool) async {
        let handled = Log<SenderWord>()
        let accepted = Log<(SenderWord, UInt64)>()
        let overlap = OverlapCounter()
        let bloc = ProbeBloc<SenderWord, Int, Never>(0) { bloc in
            if isHooked { bloc.onEvent { accepted.append(($0, $1.sequence)) } }
            bloc.on { event, _ in overlap.count { handled.append(event) } }
        }
        await race(4) { sender in
            for number in 0..<500 { bloc.add(SenderWord(sender: sender, number: number)) }
        }
        await bloc.close(.drain)
        #expect(handled.entries.count == 2_000)
        #expect(overlap.most == 1)
        for sender in 0..<4 {
            #expect(handled.entries.filter { $0.sender == sender }.map(\.number) == Array(0..<500))
        }
        if isHooked {
            #expect(accepted.entries.map(\.0) == handled.entries)
            #expect(accepted.entries.map(\.1) == Array(1...2_000))
        }
    }

    @Test("G03 G32 on an idle bloc handler and observers run before add returns", arguments: [false, true])
    func idle(isHooked: Bool) async {
        let threads = Log<UInt>()
        let bloc = TextBloc([], isHooked: isHooked) { bloc in
            bloc.on { event, emit in
                withUnsafeCurrentTask { if $0 != nil { threads.append(0) } }
                emit.update { $0.append(event) }
                threads.append(threadNumber())
            }
        }
        let token = bloc.observe { state in threads.append(threadNumber() &+ UInt(state.count)) }
        let (caller, state) = await onThread {
            bloc.add("a")
            return (threadNumber(), bloc.state)
        }
        #expect(state == ["a"])
        #expect(threads.entries == [caller &+ 1, caller])
        token.cancel()
    }

    @Test("G03 G36 a blocked observer delays no handler or reader", arguments: ["observer", "hooked observer", "hook"])
    func idleBesideDelivery(kind: String) async {
        let (isStuck, mayGoOn) = (Signal(), Signal())
        let told = Log<Int>()
        let tell: @Sendable (Int) -> Void = { event in
            if event == 1 {
                isStuck.fire()
                mayGoOn.block()
            }
            told.append(event)
        }
        let bloc = StepExecutor(isOpen: true).hosting {
            NumberBloc(0, isHooked: kind == "hooked observer") { bloc in
                if kind == "hook" { bloc.onDone { event, _, _ in tell(event) } }
                bloc.on(where: { $0 == 1 }) { event, emit async in emit(event) }
                bloc.emitEvents()
            }
        }
        let token = kind == "hook" ? nil : bloc.observe(tell)
        let first = bloc.add(1)
        await isStuck.wait()
        let receipts = (2...100).map { number in
            let receipt = bloc.add(number)
            #expect(bloc.state == number)
            return receipt
        }
        #expect(told.entries.isEmpty)
        mayGoOn.fire()
        for receipt in [first] + receipts { #expect(await receipt.word == "handled") }
        #expect(told.entries == Array(1...100))
        token?.cancel()
    }

    @Test("G04 an event that a handler or an observer adds is handled after the handler", arguments: [false, true])
    func nesting(isHooked: Bool) {
        let log = Log<String>()
        let bloc = TextBloc([], isHooked: isHooked) { bloc in
            bloc.on { event, emit in
                log.append("begin \(event)")
                emit.update { $0.append(event) }
                if event == "a" { for added in ["b", "c"] { emit.add(added) } }
                log.append("end \(event)")
            }
        }
        let token = bloc.observe { [weak bloc] state in
            log.append("state \(state.count)")
            if state == ["a"] { bloc?.add("x") }
        }
        bloc.add("a")
        #expect(
            log.entries == ["begin a", "state 1", "end a"]
                + ["x", "b", "c"].enumerated().flatMap { ["begin \($1)", "state \($0 + 2)", "end \($1)"] }
        )
        token.cancel()
    }

    @Test("G04 a long chain of added events does not grow the stack", arguments: ["plain", "hooked", "observed"])
    func longChain(kind: String) async {
        #if DEBUG
        // Without optimisation a million take half a minute; this many already need more stack than a thread has.
        let length = 15_000
        #else
        let length = kind == "plain" ? 1_000_000 : 50_000
        #endif
        let isOver = Signal()
        let bloc = NumberBloc(0, isHooked: kind == "hooked") { bloc in
            bloc.on { event, emit in
                emit(event)
                if kind != "observed", event < length { emit.add(event + 1) }
            }
        }
        let observer: @Sendable (Int) -> Void = { [weak bloc] state in
            if state < length { bloc?.add(state + 1) } else { isOver.fire() }
        }
        let token = kind == "observed" ? bloc.observe(observer) : nil
        bloc.add(1)
        if token != nil { await isOver.wait() }
        #expect(bloc.state == length)
        token?.cancel()
    }

    @Test("G01 G04 a thread handles its own events and 64 of others, and a task the rest", arguments: [false, true])
    func foreignLimit(isHooked: Bool) async {
        let (hasBegun, mayGoOn) = (Signal(), Signal())
        let threads = Log<UInt>()
        let bloc = NumberBloc(0, isHooked: isHooked) { bloc in
            bloc.on { event, emit in
                threads.append(threadNumber())
                guard event == 0 else { return }
                for _ in 1...300 { emit.add(-1) }
                hasBegun.fire()
                mayGoOn.block()
            }
        }
        async let drainer = onThread {
            bloc.add(0)
            return threadNumber()
        }
        await hasBegun.wait()
        // None of these waits for the handler.
        let receipts = (1...200).map { bloc.add($0) }
        mayGoOn.fire()
        let thread = await drainer
        for receipt in receipts { #expect(await receipt.word == "handled") }
        #expect(threads.entries.prefix(365).allSatisfy { $0 == thread })
        #expect(threads.entries.count == 501)
        #expect(threads.entries.dropFirst(365).allSatisfy { $0 != thread })
    }

    @Test("G09 G11 async handlers of a bloc, or of many, do not wait for each other", arguments: [1, 100])
    func manyBlocs(count: Int) async {
        let begun = Log<Int>()
        let blocs = (0..<count).map { _ in
            NumberBloc(0) { bloc in
                bloc.on { event, emit in
                    begun.append(event)
                    // Each ends only when all have begun.
                    await begun.wait(forCount: 100)
                    emit.update { $0 += 1 }
                }
            }
        }
        let receipts = (0..<100).map { blocs[$0 % count].add($0) }
        for receipt in receipts { #expect(await receipt.word == "handled") }
        #expect(blocs.map(\.state) == Array(repeating: 100 / count, count: count))
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

    // MARK: The mailbox

    private enum Command: Sendable {
        case renamed(String)
        case cleared, closed
    }

    @Test("G07 G79 an event that no handler takes is dropped; the error names its type or case, not what it carries")
    func unhandled() async throws {
        let errors = Log<any Error>()
        let bloc = ProbeBloc<Command, Int, Never>(0) { bloc in
            bloc.onError { error, _, _ in errors.append(error) }
            bloc.on({ if case .closed = $0 { () } else { nil } }) { _, emit in emit(1) }
        }
        #expect(await bloc.add(.closed).word == "handled")
        for event in [Command.renamed("Ada"), .cleared] {
            #expect(await bloc.add(event).word == "dropped(unhandled)")
        }
        let family = ProbeBloc<any Sendable, Int, Never>(0) { bloc in
            bloc.onError { error, _, _ in errors.append(error) }
            bloc.on(.type(Int.self)) { event, emit in emit(event) }
        }
        #expect(await family.add("text").word == "dropped(unhandled)")
        let all = try errors.entries.map { try #require($0 as? BlocError) }
        #expect(all.map(\.code) == Array(repeating: .unhandledEvent, count: 3))
        #expect(!"\(all)".contains("Ada"))
        for (error, text) in zip(
            all,
            ["event .renamed of type Command", "event .cleared of type", "events of type String"]
        ) {
            #expect(error.description.contains(text))
        }
    }

    // MARK: Depth

    /// How a link of a chain passes a number to the next one.
    enum Link: CaseIterable {
        /// Its handler adds to a key.
        case key
        /// Its handler adds to a bloc.
        case bloc
        /// A subscriber of its states adds.
        case subscriber
        /// Its observer adds.
        case observer
        /// `forward` adds.
        case forward
    }

    private let manager = BlocManager()
    /// The handlers inside each other.
    private let nesting = OverlapCounter()

    private func key(_ number: Int) -> BlocKey<NumberBloc> { BlocKey("link", id: number) }

    /// A chain of blocs that publish a number and pass it on.
    private func chain(_ count: Int, _ link: Link, log: [Log<Int>]? = nil) -> (
        blocs: [NumberBloc], tokens: [BlocSubscription]
    ) {
        var blocs: [NumberBloc] = []
        var tokens: [BlocSubscription] = []
        for number in (0..<count).reversed() {
            let next = blocs.last
            let nextKey = next == nil ? nil : key(number + 1)
            let build: (inout BlocBuilder<NumberBloc>) -> Void = { [nesting] bloc in
                bloc.on { [weak next] event, emit in
                    nesting.enter()
                    defer { nesting.leave() }
                    log?[number].append(event)
                    emit(event)
                    if link == .key, let nextKey { emit.add(event, to: nextKey) }
                    if link == .bloc { next?.add(event) }
                }
                if link == .observer { bloc.onTransition { [weak next] in next?.add($0.next) } }
            }
            // A bloc finds keys in the manager that created it.
            let bloc = link == .key ? manager.bloc(for: key(number)) { NumberBloc(0, build) } : NumberBloc(0, build)
            if let next {
                if link == .subscriber { tokens.append(bloc.observe { [weak next] in next?.add($0) }) }
                if link == .forward { bloc.forward(to: next) { $0 } }
            }
            blocs.append(bloc)
        }
        return (blocs.reversed(), tokens)
    }

    @Test("G04 a message through 10,000 blocs fits a small stack, handled in add", arguments: Link.allCases)
    func chain(of link: Link) async {
        let (blocs, tokens) = chain(10_000, link)
        let handled = await onThread(stackSize: 512 * 1024) {
            blocs[0].add(7)
            return blocs.count { $0.state == 7 }
        }
        #expect(handled == 10_000)
        // Handlers nest: it is not that each event waits for the outermost one.
        #expect((2...32).contains(nesting.most), "\(nesting.most)")
        if link == .key || link == .bloc { #expect(nesting.most == 32) }
        withExtendedLifetime((blocs, tokens)) {}
    }

    @Test("G04 a change through 10,000 cubits fits a small stack")
    func cubits() async {
        var cubits: [NumberCubit] = []
        var tokens: [BlocSubscription] = []
        for _ in 0..<10_000 {
            let cubit = NumberCubit(0)
            if let next = cubits.last {
                tokens.append(cubit.observe { [weak next, nesting] state in nesting.count { next?.emit(state) } })
            }
            cubits.append(cubit)
        }
        let chain = cubits
        let changed = await onThread(stackSize: 512 * 1024) {
            chain[9_999].emit(7)
            return chain.count { $0.state == 7 }
        }
        #expect(changed == 10_000)
        #expect(nesting.most == 32)
        withExtendedLifetime(tokens) {}
    }

    @Test("G04 several messages through many blocs keep their order", arguments: Link.allCases)
    func order(of link: Link) async {
        let logs = (0..<200).map { _ in Log<Int>() }
        let (blocs, tokens) = chain(200, link, log: logs)
        let first = blocs[0]
        let burst = NumberBloc(0) { bloc in
            bloc.on { event, _ in for number in 1...event { first.add(number) } }
        }
        await onThread { _ = burst.add(5) }
        for log in logs { #expect(log.entries == [1, 2, 3, 4, 5]) }
        withExtendedLifetime((blocs, tokens)) {}
    }
}
