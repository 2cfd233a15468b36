import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct StateWorkTests {
    private let clock = ManualClock()
    private let log = WorkLog()

    // MARK: Starting and ending

    @Test("G90 work starts once, when its part becomes present or at creation", arguments: [nil, 5])
    func start(initial: Int?) async {
        let seen = Log<PartState>()
        let bloc = log.observed(clock, PartState(part: initial)) { bloc in
            bloc.when(\.part) { part, emit in
                #expect(part == 5)
                seen.append(emit.state)
            }
        }
        var expected = PartState(part: 5)
        if initial == nil {
            expected = PartState(part: 5, flag: true, notes: ["a"])
            for event in [PartEvent.note("a"), .flag(true)] { bloc.add(event) }
            #expect(log.lines.entries == [])
            bloc.add(.part(5))
            #expect(log.lines.entries.first == "start 1")
        }
        await log.lines.wait(forCount: 2)
        for event in [PartEvent.note("b"), .part(5)] { bloc.add(event) }
        #expect(log.lines.entries == ["start 1", "end 1 handled"])
        #expect(seen.entries == [expected])
        #expect(log.works.entries.map { $0.cause?.sequence } == [initial == nil ? 3 : nil])
        await bloc.close()
    }

    @Test("G90 cancelled work can change nothing, also if it ignores its cancellation", arguments: [nil, 2])
    func muted(by next: Int?) async {
        let (begun, mayEnd, hasEnded) = (Signal(), Signal(), Signal())
        let emitter = Shared<Emitter<PartBloc>?>(nil)
        let bloc = log.observed(clock) { bloc in
            bloc.when(\.part) { part, emit in
                guard part == 1 else { return }
                emitter.value = emit
                begun.fire()
                await mayEnd.wait()
                emit.update { $0.notes.append("late") }
                emit(PartState(part: 9))
                hasEnded.fire()
            }
        }
        bloc.add(.part(1))
        await begun.wait()
        #expect(emitter.value?.isOver == false)
        bloc.add(.part(next))
        // When `add` returns, not only when the work notices.
        #expect(emitter.value?.isOver == true)
        mayEnd.fire()
        await hasEnded.wait()
        #expect(bloc.state == PartState(part: next))
        await log.lines.wait { $0.contains("end 1 cancelled") }
        #expect(!log.lines.entries.contains("late"))
        await bloc.close()
    }

    @Test("G90 work starts anew for another value, and not for the same one")
    func anew() async throws {
        let parts = Log<Int>()
        let bloc = log.observed(clock) { bloc in
            bloc.sleep(noting: parts)
        }
        bloc.add(.part(1))
        try await clock.sleepers(count: 1)
        bloc.add(.note("a"))
        bloc.add(.part(1))
        bloc.add(.flag(true))
        #expect(log.lines.entries == ["start 1"])
        bloc.add(.part(2))
        await parts.wait(forCount: 2)
        bloc.add(.part(nil))
        bloc.add(.part(2))
        await parts.wait(forCount: 3)
        await bloc.close()
        #expect(parts.entries == [1, 2, 2])
        #expect(log.works.entries.map(\.run) == [1, 2, 3])
        let ends = log.lines.entries.filter { $0.hasPrefix("end") }
        #expect(ends.sorted() == (1...3).map { "end \($0) cancelled" })
    }

    @Test("G90 work that changes its own part starts anew and ends as handled")
    func ownChange() async {
        let bloc = log.observed(clock) { bloc in
            bloc.when(\.part) { part, emit in
                emit.update { $0.part = part < 3 ? part + 1 : nil }
            }
        }
        bloc.add(.part(1))
        await log.lines.wait(forCount: 6)
        #expect(log.lines.entries.sorted() == (1...3).map { "end \($0) handled" } + (1...3).map { "start \($0)" })
        #expect(bloc.state.part == nil)
    }

    @Test("G90 a restored part starts the work, and an initial one that is not restored doesn't", arguments: [nil, 3])
    func hydration(initial: Int?) async {
        let storage = InMemoryHydrationStorage()
        let parts = Log<Int>()
        let next = { [clock, log] in
            log.observed(clock, PartState(part: initial)) { bloc in
                bloc.hydrate(
                    Hydration(key: "k", storage: storage, encode: { Array("\($0.part ?? 0)".utf8) }) { bytes, _ in
                        let part = Int(String(decoding: bytes, as: UTF8.self))
                        return PartState(part: part == 0 ? nil : part)
                    }
                )
                bloc.sleep(noting: parts)
            }
        }
        var expected = initial.map { [$0] } ?? []
        var bloc = next()
        await parts.wait(forCount: expected.count)
        bloc.add(.part(5))
        expected.append(5)
        await parts.wait(forCount: expected.count)
        await bloc.close()

        bloc = next()
        expected.append(5)
        await parts.wait(forCount: expected.count)
        #expect(log.works.entries.last?.cause == nil)
        bloc.add(.part(nil))
        await bloc.close()

        bloc = next()
        await bloc.close()
        #expect(parts.entries == expected)
        #expect(log.works.entries.count == expected.count)
    }

    // MARK: Conditions

    @Test("G90 a condition that holds is a part, as a key path or a closure, with or without its value")
    func conditions() async throws {
        let words = Log<String>()
        let bloc = log.observed(clock) { bloc in
            let sleep: @Sendable (Emitter<PartBloc>, String) async throws -> Void = { emit, word in
                words.append(word)
                try await emit.sleep(for: .seconds(100))
            }
            bloc.when(\.flag, name: "a") { emit in try await sleep(emit, "a \(emit.state.flag)") }
            bloc.when(\.flag, name: "b") { flag, emit in try await sleep(emit, "b \(flag)") }
            bloc.when({ $0.notes.count > 1 }, name: "c") { emit in try await sleep(emit, "c") }
        }
        bloc.add(.flag(true))
        try await clock.sleepers(count: 2)
        #expect(words.entries.sorted() == ["a true", "b true"])
        for note in ["x", "y", "z"] { bloc.add(.note(note)) }
        try await clock.sleepers(count: 3)
        await log.works.wait(forCount: 3)
        #expect(log.works.entries.map(\.name) == ["a", "b", "c"])
        bloc.add(.flag(false))
        await log.lines.wait(forCount: 5)
        #expect(log.lines.entries.suffix(2).sorted() == ["end 1 cancelled", "end 2 cancelled"])
        bloc.add(.flag(true))
        try await clock.sleepers(count: 3)
        await log.works.wait(forCount: 5)
        #expect(log.works.entries.map(\.name) == ["a", "b", "c", "a", "b"])
        await bloc.close()
    }

    // MARK: Every way to a state

    @Test("G90 undo and redo end and start work")
    func undo() async throws {
        let parts = Log<Int>()
        let bloc = log.observed(clock) { bloc in
            bloc.history()
            bloc.sleep(noting: parts)
        }
        bloc.add(.part(1))
        try await clock.sleepers(count: 1)
        #expect(bloc.undo())
        await log.lines.wait(forCount: 2)
        #expect(log.lines.entries == ["start 1", "end 1 cancelled"])
        #expect(bloc.redo())
        await parts.wait(forCount: 2)
        await log.works.wait(forCount: 2)
        #expect(parts.entries == [1, 1])
        #expect(log.works.entries.map { $0.cause?.sequence } == [1, nil])
        await bloc.close()
    }

    @Test("G90 a state that another work publishes starts work, and ends it")
    func otherWork() async throws {
        let mayClear = Signal()
        let bloc = log.observed(clock) { bloc in
            bloc.when(\.flag) { emit in
                emit.update { $0.part = 4 }
                await mayClear.wait()
                emit.update { $0.part = nil }
            }
            bloc.sleep()
        }
        bloc.add(.flag(true))
        try await clock.sleepers(count: 1)
        mayClear.fire()
        await log.lines.wait(forCount: 4)
        #expect(Set(log.lines.entries) == ["start 1", "start 2", "end 1 handled", "end 2 cancelled"])
        await bloc.close()
    }

    @Test("G90 the methods of a cubit start and end work")
    func cubit() async throws {
        let numbers = Log<Int>()
        let cubit = withBlocObserver(log) {
            NumberCubit(0) { [clock] cubit in
                cubit.clock = BlocClock(clock)
                cubit.when({ $0 > 2 ? $0 : nil }) { number, emit in
                    numbers.append(number)
                    try await emit.sleep(for: .seconds(1))
                    emit(-number)
                }
            }
        }
        cubit.emit(2)
        cubit.emit(3)
        try await clock.sleepers(count: 1)
        cubit.emit(1)
        await log.lines.wait(forCount: 2)
        cubit.emit.update { $0 += 3 }
        try await clock.sleepers(count: 1)
        clock.advance(by: .seconds(1))
        await log.lines.wait(forCount: 4)
        #expect(numbers.entries == [3, 4])
        #expect(log.lines.entries == ["start 1", "end 1 cancelled", "start 2", "end 2 handled"])
        #expect(cubit.state == -4)
    }

    // MARK: Order

    @Test("G90 work starts in the order of publishing under many writers, and the last state's work stays")
    func manyWriters() async throws {
        let published = Log<UInt64>()
        let live = Shared<Set<Int>>([])
        let bloc = log.observed(clock) { bloc in
            bloc.onTransition { if case .event(_, let context) = $0.trigger { published.append(context.sequence) } }
            bloc.when(\.part) { part, emit in
                live.change { _ = $0.insert(part) }
                defer { live.change { _ = $0.remove(part) } }
                try await emit.sleep(for: .seconds(100))
            }
        }
        await race(8) { writer in
            for number in 0..<50 { bloc.add(.part(writer * 50 + number)) }
        }
        // Every run but the last has ended.
        await log.lines.wait(forCount: 400 + 399)
        try await clock.sleepers(count: 1)
        await log.works.wait(forCount: 400)
        #expect(log.works.entries.map(\.run) == Array(1...400))
        #expect(published.entries.count == 400)
        #expect(log.works.entries.map { $0.cause?.sequence } == published.entries)
        #expect(live.value == Set([bloc.state.part].compactMap(\.self)))
        #expect(!log.lines.entries.contains { $0.hasPrefix("end 400 ") })
        await bloc.close()
    }

    // MARK: Errors

    /// When each run of the work began.
    private let runs = Log<Duration>()

    @Test(
        "G91 work that throws is started again after a back-off, which may grow up to its longest time, or a few times",
        arguments: [
            (Backoff?.none, [0], "failed(Broken)"), (.constant(.seconds(2), attempts: 2), [0, 2, 4], "failed(Broken)"),
            (.exponential(from: .seconds(1), to: .seconds(5)), [0, 1, 3, 7, 12, 17], "cancelled"),
        ]
    )
    func attempts(retry: Backoff?, times: [Int], end: String) async throws {
        let bloc = log.observed(clock, PartState(part: 1)) { [clock, runs] bloc in
            bloc.when(\.part, retry: retry) { _, _ in
                runs.append(clock.now.offset)
                throw Broken()
            }
        }
        for _ in times.dropFirst() { try await clock.advanceToNextSleeper() }
        await runs.wait(forCount: times.count)
        #expect(runs.entries == times.map { .seconds($0) })
        if end == "cancelled" {
            try await clock.sleepers(count: 1)
        } else {
            await log.lines.wait { $0.last == "end 1 failed(Broken)" }
            #expect(clock.deadlines.isEmpty)
        }
        await bloc.close()
        let errors = Array(repeating: "error Broken() -", count: times.count)
        #expect(log.lines.entries == ["start 1"] + errors + ["end 1 \(end)", "close"])
        #expect(clock.deadlines.isEmpty)
    }

    @Test("G91 work is not started again once the part has changed or gone", arguments: [nil, 2])
    func stopping(next: Int?) async throws {
        let bloc = log.observed(clock, PartState(part: 1)) { [clock, runs] bloc in
            bloc.when(\.part, retry: .constant(.seconds(2))) { part, _ in
                if part == 2 { return }
                runs.append(clock.now.offset)
                throw Broken()
            }
        }
        try await clock.sleepers(count: 1)
        clock.advance(by: .seconds(1))
        bloc.add(.part(next))
        await log.lines.wait { $0.contains("end 1 cancelled") && (next == nil || $0.contains("end 2 handled")) }
        #expect(clock.deadlines.isEmpty)
        clock.advance(by: .seconds(10))
        await bloc.close()
        #expect(runs.entries == [.zero])
        #expect(log.lines.entries.count { $0.hasPrefix("error") } == 1)
    }

    @Test("G91 the back-off begins again after a run longer than its longest time")
    func reset() async throws {
        let bloc = log.observed(clock, PartState(part: 1)) { [clock, runs] bloc in
            bloc.when(\.part, retry: .exponential(from: .seconds(1), to: .seconds(4), attempts: 2)) { _, emit in
                runs.append(clock.now.offset)
                if runs.entries.count == 3 { try await emit.sleep(for: .seconds(10)) }
                throw Broken()
            }
        }
        var steps: [Duration] = []
        for _ in 1...5 { steps.append(try await clock.advanceToNextSleeper().offset) }
        #expect(steps == [1, 3, 13, 14, 16].map { .seconds($0) })
        await log.lines.wait { $0.last == "end 1 failed(Broken)" }
        #expect(runs.entries == [0, 1, 3, 14, 16].map { .seconds($0) })
        await bloc.close()
    }

    @Test("G91 a later error of work that removed its own part is reported, and it is not started again")
    func afterOwnRemoval() async {
        let bloc = log.observed(clock) { bloc in
            bloc.when(\.part, retry: .constant(.seconds(1))) { part, emit in
                emit.update { state in
                    state.part = nil
                    state.notes.append("loaded")
                }
                emit.update { $0.notes.append("later") }
                switch part {
                case 2: throw Broken()
                case 3: try Task.checkCancellation()
                default: break
                }
            }
        }
        for (part, end) in [(1, "end 1 handled"), (2, "end 2 failed(Broken)"), (3, "end 3 cancelled")] {
            bloc.add(.part(part))
            await log.lines.wait { $0.contains(end) }
        }
        #expect(
            log.lines.entries == [
                "start 1", "end 1 handled", "start 2", "error Broken() -", "end 2 failed(Broken)", "start 3",
                "end 3 cancelled",
            ]
        )
        #expect(bloc.state == PartState(notes: ["loaded", "loaded", "loaded"]))
        #expect(clock.deadlines.isEmpty)
        await bloc.close()
    }

    @Test("G91 a longest time below the first one counts as the first one")
    func longest() {
        #expect(Backoff.exponential(from: .seconds(5), to: .seconds(1)) == .constant(.seconds(5)))
        #expect(Backoff.constant(.seconds(1)).attempts == nil)
    }
}
