import Bloc
import TestWatch
import Testing

@Suite(.watched) struct EmitterTests {
    private let log = Log<String>()

    @Test("G21 when emit has returned, every thread reads the new state or a later one", arguments: [false, true])
    func visibility(isHooked: Bool) async {
        let cubit = NumberCubit(0, isHooked: isHooked)
        let emitted = Shared(0)
        await withTaskGroup { group in
            group.addTask {
                for number in 1...20_000 {
                    cubit.emit(number)
                    emitted.value = number
                }
            }
            group.addTask {
                while true {
                    let number = emitted.value
                    let state = cubit.state
                    if state < number { Issue.record("Read \(state) after \(number) was emitted.") }
                    if number == 20_000 { return }
                }
            }
        }
    }

    @Test(
        "G24 emitting after the handler ended changes nothing and is reported once, with the attempted state",
        arguments: ["sync", "async", "cancelled", "closed", "plain"],
        [false, true]
    )
    func late(kind: String, byUpdate: Bool) async throws {
        let escaped = Log<Emitter<TextBloc>>()
        let mayEnd = Signal()
        let bloc = BlocContext.with {
            if kind != "plain" { $0.observers.append(HookLog(log: log)) }
        } _: {
            TextBloc([]) { bloc in
                if kind != "plain" {
                    bloc.on(where: { $0 == "cancelled" }) { event, emit in
                        escaped.append(emit)
                        await mayEnd.wait()
                    }
                    bloc.on(where: { $0 == "async" }) { event, emit async in escaped.append(emit) }
                }
                bloc.on { event, emit in
                    escaped.append(emit)
                    emit([event])
                }
            }
        }
        let changes = bloc.changes
        let effects = bloc.effects
        let receipt = bloc.add(kind)
        await escaped.wait(forCount: 1)
        if kind == "cancelled" {
            receipt.cancel()
            mayEnd.fire()
        }
        _ = await receipt.outcome
        if kind == "closed" { await bloc.close() }
        let state = bloc.state
        let before = log.entries.count

        let emit = try #require(escaped.entries.first)
        if byUpdate { emit.update { $0.append("late") } } else { emit(state + ["late"]) }
        emit.update { $0.append("later") }
        emit.effect("too late")
        #expect(bloc.state == state)
        if kind != "plain" { await log.wait(forCount: before + 1) }
        #expect(log.entries.dropFirst(before) == (kind == "plain" ? [] : ["late \(state + ["late"]) #1"]))

        await bloc.close()
        #expect(await changes.collected() == (state.isEmpty ? [] : [state]))
        for await effect in effects { Issue.record("The effect \(effect) was sent.") }
    }

    @Test("G24 the late emits of several handlers are reported, once each")
    func lateOfMany() async {
        let escaped = Log<Emitter<NumberBloc>>()
        let bloc = withBlocObserver(HookLog(log: log)) {
            NumberBloc(0) { bloc in bloc.on { _, emit in escaped.append(emit) } }
        }
        for _ in 0..<3 { bloc.add(0) }
        let before = log.entries.count
        for _ in 0..<2 {
            for (number, emit) in escaped.entries.enumerated() { emit(number + 10) }
        }
        #expect(log.entries.dropFirst(before) == ["late 10 #1", "late 11 #2", "late 12 #3"])
    }

    @Test("G25 following stops when the handler is cancelled")
    func followingCancelled() async {
        let (numbers, source) = AsyncStream.makeStream(of: Int.self)
        source.onTermination = { _ in log.append("terminated") }
        let bloc = NumberBloc(0) { bloc in
            bloc.on { _, emit in
                try await emit.onEach(numbers) { number in
                    log.append("element \(number)")
                    emit(number)
                }
                log.append("went on")
            }
        }
        let receipt = bloc.add(0)
        source.yield(1)
        await log.wait(forCount: 1)
        receipt.cancel()
        #expect(await receipt.word == "cancelled")
        source.yield(2)
        #expect(bloc.state == 1)
        #expect(log.entries == ["element 1", "terminated"])
    }

    /// Gives 1, throws, gives 2, throws, gives 3, ends.
    private struct Stumbling: AsyncSequence, AsyncIteratorProtocol {
        var step = 0

        mutating func next() async throws -> Int? {
            step += 1
            if step % 2 == 0 { throw Broken() }
            return step < 6 ? step / 2 + 1 : nil
        }

        func makeAsyncIterator() -> Stumbling { self }
    }

    @Test(
        "G25 forEach publishes a state for each element; an error is thrown, or handled as onError decides",
        arguments: [
            (Following?.none, "failed(Broken)", [1]),
            (.goOn, "handled", [1, 2, 3, 99]),
            (.end, "handled", [1, 99]),
        ]
    )
    func followingErrors(following: Following?, outcome: String, states: [Int]) async {
        let bloc = NumberBloc(0) { bloc in
            bloc.on { _, emit in
                if let following {
                    try await emit.forEach(Stumbling(), onError: { $0 is Broken ? following : .end }) { $0 }
                } else {
                    try await emit.forEach(Stumbling()) { $0 }
                }
                emit(99)
            }
        }
        let changes = bloc.changes
        // The third error comes after the last element: a handler that goes on gets the end then.
        #expect(await bloc.add(0).word == outcome)
        await bloc.close()
        #expect(await changes.collected() == states)
    }

    @Test("G25 an error of the body is thrown into the handler, regardless of onError")
    func followingBodyErrors() async {
        let bloc = NumberBloc(0) { bloc in
            bloc.on { _, emit in
                try await emit.onEach(Stumbling(), onError: { _ in .goOn }) { _ in throw Broken() }
            }
        }
        #expect(await bloc.add(0).word == "failed(Broken)")
    }

    @Test("G26 effects wait for the first consumer, and are delivered once, in order")
    func effects() async {
        let bloc = TextBloc([]) { bloc in
            bloc.on { event, emit in
                emit.effect(event)
                emit([event])
            }
        }
        for event in ["a", "b"] { bloc.add(event) }
        let first = bloc.effects
        var iterator = first.makeAsyncIterator()
        #expect(await iterator.next() == "a")
        bloc.add("c")
        var later = bloc.effects.makeAsyncIterator()
        #expect(await later.next() == "b")
        #expect(await later.next() == "c")
        bloc.add("d")
        await bloc.close()
        #expect(await iterator.next() == "d")
        #expect(await iterator.next() == nil)
        #expect(await later.next() == nil)
        var late = bloc.effects.makeAsyncIterator()
        #expect(await late.next() == nil)
    }

    @Test("G26 a consumer that waits gets the effect at once, and it is no state")
    func effectForWaiting() async {
        let bloc = TextBloc([]) { bloc in bloc.on { event, emit in emit.effect(event) } }
        let changes = bloc.changes
        async let effect = bloc.effects.first { _ in true }
        bloc.add("a")
        #expect(await effect == "a")
        #expect(bloc.state.isEmpty)
        await bloc.close()
        for await state in changes { Issue.record("The state \(state) was published.") }
    }

    @Test("G26 a consumer whose task is cancelled ends, and leaves effects to others, also those sent before it asked")
    func cancelledConsumer() async {
        let bloc = TextBloc([]) { bloc in bloc.on { event, emit in emit.effect(event) } }
        let (effects, mayAsk) = (bloc.effects, Signal())
        let consumer = Task {
            await mayAsk.wait()
            for await effect in effects { Issue.record("A cancelled consumer got \(effect).") }
        }
        bloc.add("a")
        consumer.cancel()
        mayAsk.fire()
        await consumer.value
        bloc.add("b")
        #expect(await effects.first { _ in true } == "a")
        #expect(await effects.first { _ in true } == "b")
    }

    // MARK: Cubits

    @Test("G27 a cubit has effects, which wait for their consumer")
    func effectsOfCubit() async {
        let cubit = ProbeCubit<Int, String>(0) { bloc in bloc.onEffect { log.append("\($0) \($1.word)") } }
        cubit.emit.effect("a")
        cubit.emit.effect("b")
        let effects = cubit.effects
        await cubit.close()
        cubit.emit.effect("late")
        #expect(await effects.collected() == ["a", "b"])
        #expect(log.entries == ["a -", "b -"])
    }

    @Test(
        "G27 closing a cubit in any mode ends it at once; then it changes nothing, and reports one late emit",
        arguments: [CloseMode.cancel, .drain, .deadline(.seconds(1))]
    )
    func closingCubit(mode: CloseMode) async {
        let cubit = withBlocObserver(HookLog(log: log)) { NumberCubit(0) }
        let states = cubit.states
        cubit.emit.update { $0 += 1 }
        for _ in 1...2 { await cubit.close(mode) }
        #expect(cubit.isClosed)
        #expect(await states.collected() == [0, 1])
        let before = log.entries.count
        cubit.emit.update { $0 += 1 }
        cubit.emit(0)
        #expect(cubit.state == 1)
        let late = Array(log.entries.dropFirst(before))
        #expect(late == ["late 2 #0"] || late == ["late 1 #0"])
    }
}
