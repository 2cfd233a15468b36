import Bloc
import BlocTesting
import Testing

@testable import Timer

@Suite struct TimerBlocTests {
    @Test("it counts down to the end") func counts() async throws {
        try await testBloc(
            build: { TimerBloc() },
            act: { run in
                run.add(.started(3))
                for _ in 1...3 { try await run.clock.advanceToNextSleeper() }
                try await run.state { $0 == .completed }
                #expect(run.clock.now.offset == .seconds(3))
            },
            states: [.running(3), .running(2), .running(1), .completed]
        )
    }

    @Test("it stands still in a pause and goes on from there") func pauses() async throws {
        try await testBloc(
            build: { TimerBloc() },
            act: { run in
                run.add(.started(2))
                try await run.clock.advanceToNextSleeper()
                try await run.state { $0 == .running(1) }
                run.add(.paused)
                run.clock.advance(by: .seconds(60))
                #expect(run.bloc.state == .paused(1))
                run.add(.resumed)
                try await run.clock.advanceToNextSleeper()
                try await run.state { $0 == .completed }
            },
            states: [.running(2), .running(1), .paused(1), .running(1), .completed]
        )
    }

    @Test("a reset ends the counting") func resets() async throws {
        try await testBloc(
            build: { TimerBloc(duration: 5) },
            act: { run in
                run.add(.started(2))
                try await run.clock.sleepers(count: 1)
                run.add(.reset)
                run.clock.advance(by: .seconds(60))
            },
            states: [.running(2), .initial(5)]
        )
    }

    @Test("a pause without counting changes nothing", arguments: [TimerBloc.Event.paused, .resumed])
    func ignores(event: TimerBloc.Event) async throws {
        try await testBloc(build: { TimerBloc() }, act: { $0.add(event) })
    }
}
