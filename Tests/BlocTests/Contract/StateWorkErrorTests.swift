import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct StateWorkErrorTests {
    private struct Broken: Error {}

    private let clock = ManualClock()
    private let log = WorkLog()
    /// When each run of the work began.
    private let runs = Log<Duration>()

    /// A bloc with the part 1 whose work always throws.
    private func failing(_ retry: Backoff?) -> PartBloc {
        log.observed(clock, PartState(part: 1)) { [clock, runs] bloc in
            bloc.when(\.part, retry: retry) { _, _ in
                runs.append(clock.now.offset)
                throw Broken()
            }
        }
    }

    @Test("G91 an error of work is reported, and the bloc goes on")
    func error() async {
        let bloc = log.observed(clock) { bloc in
            bloc.when(\.part) { part, emit in
                if part == 1 { throw Broken() }
                emit.update { $0.notes.append("work") }
            }
        }
        bloc.add(.part(1))
        await log.lines.wait(forCount: 3)
        #expect(log.lines.entries == ["start 1", "error Broken() -", "end 1 failed(Broken)"])
        bloc.add(.note("a"))
        bloc.add(.part(1))
        #expect(log.lines.entries.count == 3)
        bloc.add(.part(2))
        await log.lines.wait(forCount: 5)
        #expect(log.lines.entries.suffix(2) == ["start 2", "end 2 handled"])
        #expect(bloc.state.notes == ["a", "work"])
    }

    @Test(
        "G91 work that throws is started again after a back-off, which may grow up to its longest time, or a few times",
        arguments: [
            (Backoff.constant(.seconds(2), attempts: 2), [0, 2, 4]),
            (.exponential(from: .seconds(1), to: .seconds(5)), [0, 1, 3, 7, 12, 17]),
        ]
    )
    func attempts(retry: Backoff, times: [Int]) async throws {
        let bloc = failing(retry)
        for _ in times.dropFirst() { try await clock.advanceToNextSleeper() }
        await runs.wait(forCount: times.count)
        #expect(runs.entries == times.map { .seconds($0) })
        if retry.attempts == nil {
            try await clock.sleepers(count: 1)
        } else {
            await log.lines.wait { $0.last == "end 1 failed(Broken)" }
            #expect(clock.deadlines.isEmpty)
        }
        await bloc.close()
        let errors = Array(repeating: "error Broken() -", count: times.count)
        let end = retry.attempts == nil ? "cancelled" : "failed(Broken)"
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

    @Test("G91 work that succeeds after a back-off has ended, and can publish in between")
    func recovering() async throws {
        let bloc = log.observed(clock, PartState(part: 1)) { [clock, runs] bloc in
            bloc.when(\.part, retry: .constant(.seconds(1))) { _, emit in
                runs.append(clock.now.offset)
                emit.update { $0.notes.append("run") }
                if runs.entries.count == 1 { throw Broken() }
            }
        }
        try await clock.advanceToNextSleeper()
        await log.lines.wait { $0.contains("end 1 handled") }
        #expect(log.lines.entries == ["start 1", "error Broken() -", "end 1 handled"])
        #expect(bloc.state.notes == ["run", "run"])
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
