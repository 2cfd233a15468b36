import TestWatch
import Testing

@testable import BlocTesting

@Suite(.watched) struct ScheduleExplorationTests {
    private struct Broken: Error {}

    private func passes(_ body: @escaping @Sendable (ScheduleRun) async throws -> Void) async -> Bool {
        await ScheduleRun(seed: 5).passes(#_sourceLocation, body)
    }

    @Test("G84 a body without an issue passes under its seed")
    func passing() async {
        let seed = Slot<UInt64>()
        #expect(await passes { seed.set($0.seed) })
        #expect(seed.value == 5)
    }

    @Test("G84 a body that records an issue, throws or gets stuck does not pass")
    func failing() async throws {
        let answers = Awaitable<[Bool]>([])
        let issues = try await recordedIssues {
            for body: @Sendable (ScheduleRun) async throws -> Void in [
                { _ in Issue.record("wrong") },
                { _ in throw Broken() },
                { _ in await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } },
            ] {
                let answer = await ScheduleRun(seed: 5).passes(#_sourceLocation, body)
                answers.change { $0.append(answer) }
            }
        }
        #expect(answers.value == [false, false, false])
        #expect(issues.count == 3)
        #expect(issues.allSatisfy { $0.text.contains("BLOC_SCHEDULE_SEED=5") })
    }

    @Test("the random numbers of a seed are those of SplitMix64")
    func generator() {
        // The first numbers of the reference implementation for the seed 1234567.
        var random = SplitMix64(seed: 1_234_567)
        #expect(random.next() == 6_457_827_717_110_365_317)
        #expect(random.next() == 3_203_168_211_198_807_973)
        #expect(random.next() == 9_817_491_932_198_370_423)
    }
}
