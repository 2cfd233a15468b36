import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct BlocTestExpectationsTests {
    private enum Event: Equatable {
        case worked
        case ticked(times: Int)
        case followed(AsyncStream<Int>)
        case leaked

        static func == (left: Event, right: Event) -> Bool { "\(left)" == "\(right)" }
    }

    private final class TickBloc: Bloc {
        fileprivate typealias Event = BlocTestExpectationsTests.Event
        typealias State = Int
        let runtime: BlocRuntime<TickBloc>

        fileprivate init(emitters: @escaping @Sendable (Emitter<TickBloc>) -> Void = { _ in }) {
            runtime = BlocRuntime(initialState: 0) { bloc in
                bloc.on(where: { $0 == .worked }) { _, emit async in
                    await Task.yield()
                    emit.update { $0 += 100 }
                }
                bloc.on({ if case .ticked(let times) = $0 { times } else { nil } }, policy: .droppable) { times, emit in
                    for _ in 0..<times {
                        try await emit.sleep(for: .seconds(1))
                        emit.update { $0 += 1 }
                    }
                }
                bloc.on({ if case .followed(let stream) = $0 { stream } else { nil } }) { stream, emit in
                    try await emit.forEach(stream) { $0 }
                }
                bloc.on({ if case .leaked = $0 { () } else { nil } }) { _, emit in emitters(emit) }
            }
        }
    }

    @Test("G86 idle returns when handlers have ended or wait for something outside, and subscriptions stand")
    func idle() async throws {
        let (stream, source) = AsyncStream.makeStream(of: Int.self)
        try await testBloc(
            build: { TickBloc() },
            act: { run in
                run.add(.followed(stream))
                run.add(.ticked(times: 1))
                run.add(.worked)
                try await run.idle()
                #expect(run.states == [100])
                #expect(run.clock.deadlines.count == 1)
                source.yield(7)
                try await run.idle()
                #expect(run.states == [100, 7])
                source.finish()
                try await run.advance(by: .seconds(1))
            },
            states: [100, 7, 8]
        )
    }

    @Test("G86 in a stretch of time a repeating sleeper wakes as often as it would")
    func advance() async throws {
        try await testBloc(
            build: { TickBloc() },
            act: { run in
                run.add(.ticked(times: 5))
                try await run.advance(by: .milliseconds(3_500))
                #expect(run.states == [1, 2, 3])
                #expect(run.clock.now.offset == .milliseconds(3_500))
                try await run.advance(by: .milliseconds(500))
                #expect(run.states == [1, 2, 3, 4])
                try await run.advance(by: .seconds(60))
                #expect(run.clock.now.offset == .seconds(64))
            },
            states: [1, 2, 3, 4, 5]
        )
    }

    @Test("G88 dropped events and late emits can be expected")
    func expected() async throws {
        let kept = Shared<Emitter<TickBloc>?>(nil)
        try await testBloc(
            build: { TickBloc { kept.value = $0 } },
            act: { run in
                run.add(.ticked(times: 1))
                run.add(.ticked(times: 2))
                run.add(.ticked(times: 3))
                run.add(.leaked)
                kept.value?(42)
                kept.value?(43)
                #expect(run.dropped.map(\.description) == ["ticked(times: 2): busy", "ticked(times: 3): busy"])
                #expect(run.lateEmits == [42])
                try await run.advance(by: .seconds(1))
            },
            states: [1],
            dropped: [.event(.ticked(times: 2)), .reason(.busy)],
            lateEmits: [42]
        )
    }

    @Test("G88 a dropped event and a late emit that were not expected are failures, unless they are tolerated")
    func unexpected() async throws {
        for tolerance in [[], [.drops, .lateEmits]] as [BlocTestTolerance] {
            let issues = try await recordedIssues {
                let kept = Shared<Emitter<TickBloc>?>(nil)
                try await testBloc(
                    build: { TickBloc { kept.value = $0 } },
                    act: { run in
                        run.add(.ticked(times: 1))
                        run.add(.ticked(times: 2))
                        run.add(.leaked)
                        kept.value?(42)
                        try await run.advance(by: .seconds(1))
                    },
                    states: [1],
                    tolerating: tolerance
                )
            }
            let texts = [
                """
                The dropped events differ from the expected ones (- missing, + unexpected):
                    + ticked(times: 2): busy
                """,
                """
                The late emits differ from the expected ones (- missing, + unexpected):
                    + 42
                """,
            ]
            #expect(issues.map(\.text) == (tolerance.isEmpty ? texts : []))
        }
    }

    @Test("G88 an expected drop or late emit that does not come is a failure, also when others are tolerated")
    func missing() async throws {
        let issues = try await recordedIssues {
            try await testBloc(
                build: { TickBloc() },
                act: { run in
                    run.add(.ticked(times: 1))
                    run.add(.ticked(times: 2))
                    try await run.advance(by: .seconds(1))
                },
                states: [1],
                dropped: [.event(.ticked(times: 2), .closed)],
                lateEmits: [1],
                tolerating: [.drops, .lateEmits]
            )
        }
        #expect(issues.count == 2)
        #expect(issues.first?.text.contains("    - ticked(times: 2): closed\n") == true)
        #expect(issues.last?.text.hasSuffix("    - 1") == true)
    }

    @Test("G88 an event without a handler is expected as an error, and may be expected as dropped, too")
    func unhandled() async throws {
        for dropped in [[], [ExpectedDrop<TallyBloc.Event>.event(.unknown, .unhandled)]] {
            try await testBloc(
                build: { TallyBloc() },
                act: { $0.add(.unknown) },
                errors: [.bloc(.unhandledEvent)],
                dropped: dropped
            )
        }
    }
}
