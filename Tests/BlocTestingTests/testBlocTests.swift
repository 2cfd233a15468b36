import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct TestBlocTests {
    private typealias State = TallyBloc.State

    private final class StepCubit: Cubit {
        typealias State = Int
        let runtime: CubitRuntime<StepCubit>
        private let emit: CubitEmitter<StepCubit>

        init() {
            (runtime, emit) = CubitRuntime.make(initialState: 0)
        }

        func step() { emit.update { $0 += 1 } }
    }

    private actor Source {
        func number() async -> Int {
            await Task.yield()
            return 1
        }
    }

    private static func delayed() -> ProbeBloc<Int, Int> {
        ProbeBloc(0) { bloc in
            bloc.on(policy: .debounce(for: .milliseconds(300))) { event, emit in emit(event) }
        }
    }

    // MARK: What passes

    @Test("G80 one call builds, seeds, acts and compares states, effects and errors")
    func passes() async throws {
        let verified = Shared<State?>(nil)
        try await testBloc(
            build: { TallyBloc() },
            seed: State(total: 10),
            act: { run in
                run.add(.added(1))
                run.add(.announced("one"))
                run.add(.failed)
                run.add(.unknown)
                run.add(.added(2))
            },
            states: [State(total: 11, last: 1), State(total: 13, last: 2)],
            effects: ["one"],
            errors: [.error(TallyBloc.Refusal(reason: "no")), .bloc(.unhandledEvent)],
            verify: { verified.value = $0.bloc.state }
        )
        #expect(verified.value == State(total: 13, last: 2))
    }

    @Test("G80 a bloc that does nothing is expected to do nothing")
    func nothing() async throws {
        try await testBloc(build: { TallyBloc() }, seed: State(total: 1))
    }

    @Test("G80 the harness waits for handlers that have something to do")
    func waits() async throws {
        let build = {
            ProbeBloc<Void, Int>(0) { bloc in
                // In tasks, on an actor and on the main actor, without help from outside.
                bloc.on { _, emit in
                    emit(await Source().number())
                    emit(await MainActor.run { 2 })
                    async let three = 3
                    emit(await three)
                }
            }
        }
        try await testBloc(build: build, act: { $0.add(()) }, states: [1, 2, 3])
    }

    @Test("G80 waiting for a state or a sleeper fails when the bloc is idle, which is said", arguments: [true, false])
    func waitingWhileIdle(forState: Bool) async throws {
        let error = await #expect(throws: (any Error).self) {
            try await testBloc(
                build: { Self.delayed() },
                act: { run in
                    if forState { try await run.state { $0 == 77 } } else { try await run.clock.advanceToNextSleeper() }
                }
            )
        }
        #expect(error.map { "\($0)" }?.contains("The bloc is idle") == true)
        if forState { #expect(error.map { "\($0)" }?.contains("its state is 0") == true) }
    }

    @Test("G80 time is the manual clock's: the act steps it")
    func time() async throws {
        try await testBloc(
            build: { Self.delayed() },
            act: { run in
                run.add(1)
                run.add(2)
                try await run.clock.advanceToNextSleeper()
                try await run.state { $0 == 2 }
            },
            states: [2],
            dropped: [.event(1, .debounced)]
        )
    }

    @Test("G80 a cubit is tested in the same way")
    func cubit() async throws {
        try await testBloc(build: { StepCubit() }, seed: 5, act: { $0.bloc.step() }, states: [6])
    }

    @Test("G80 the bloc is closed and released afterwards, also when `act` throws")
    func closed() async throws {
        let bloc = Shared<TallyBloc?>(nil)
        await expectDeallocated {
            try? await testBloc(
                build: { TallyBloc() },
                act: { run in
                    bloc.value = run.bloc
                    throw TallyBloc.Refusal(reason: "act")
                }
            )
            let built = bloc.value ?? TallyBloc()
            #expect(built.isClosed)
            bloc.value = nil
            return built
        }
        await #expect(throws: TallyBloc.Refusal(reason: "build")) {
            try await testBloc(build: { () throws -> TallyBloc in throw TallyBloc.Refusal(reason: "build") })
        }
        await #expect(throws: TallyBloc.Refusal(reason: "verify")) {
            try await testBloc(build: { TallyBloc() }, verify: { _ in throw TallyBloc.Refusal(reason: "verify") })
        }
    }

    // MARK: What fails

    @Test("G85 a wrong state fails with a diff, at the line of the caller")
    func wrongState() async throws {
        let line = #line + 2
        let issues = try await recordedIssues {
            try await testBloc(
                build: { TallyBloc() },
                act: { run in
                    run.add(.added(1))
                    run.add(.added(2))
                    run.add(.added(3))
                },
                states: [State(total: 1, last: 1), State(total: 4, last: 2), State(total: 6, last: 3)]
            )
        }
        let issue = try #require(issues.first)
        #expect(issues.count == 1)
        #expect(
            issue.text == """
                The states differ from the expected ones (- missing, + unexpected):
                      State(total: 1, last: Optional(1))
                    - State(total: 4, last: Optional(2))
                    + State(total: 3, last: Optional(2))
                          .total: expected 4, got 3
                      State(total: 6, last: Optional(3))
                """
        )
        #expect(issue.sourceLocation?.line == line)
        #expect(issue.sourceLocation?.fileID == #fileID)
    }

    @Test("G85 an error that differs from the expected one fails", arguments: [0, 1, 2, 3])
    func wrongError(_ number: Int) async throws {
        let wrong: [ExpectedError] = [
            .error(TallyBloc.Refusal(reason: "yes")), .type(CancellationError.self), .bloc(.unhandledEvent),
            .matching("never") { _ in false },
        ]
        let right: [ExpectedError] = [
            .error(TallyBloc.Refusal(reason: "no")), .type(TallyBloc.Refusal.self),
            .matching("any") { _ in true }, .type((any Error).self),
        ]
        let issues = try await recordedIssues {
            try await testBloc(build: { TallyBloc() }, act: { $0.add(.failed) }, errors: [wrong[number]])
            try await testBloc(build: { TallyBloc() }, act: { $0.add(.failed) }, errors: [right[number]])
        }
        #expect(issues.count == 1)
        #expect(issues.first?.text.contains("- \(wrong[number])") == true)
    }

    @Test("G80 G85 a handler that still runs at the end fails unless tolerated, and the bloc is closed all the same")
    func hung() async throws {
        let bloc = Shared<TallyBloc?>(nil)
        let issues = try await recordedIssues {
            try await testBloc(
                build: { TallyBloc() },
                act: { run in
                    bloc.value = run.bloc
                    run.add(.hung)
                }
            )
        }
        #expect(
            issues.map(\.text) == [
                """
                An event has not ended:
                    TallyBloc onEvent 1 hung
                Advance the clock, await the receipt or close the bloc in `act`; or tolerate .runningHandlers.
                """
            ]
        )
        #expect(bloc.value?.isClosed == true)
        try await testBloc(build: { TallyBloc() }, act: { $0.add(.hung) }, tolerating: .runningHandlers)
    }

    @Test("G85 an event that waits for the clock at the end fails, and the message names the deadline")
    func asleep() async throws {
        let issues = try await recordedIssues {
            try await testBloc(build: { Self.delayed() }, act: { $0.add(1) })
        }
        #expect(
            issues.map(\.text) == [
                """
                An event has not ended:
                    ProbeBloc<Int, Int> onEvent 1 1
                    a sleeper wakes at 0.3 seconds
                Advance the clock, await the receipt or close the bloc in `act`; or tolerate .runningHandlers.
                """
            ]
        )
    }

    @Test("G83 harnesses run side by side", arguments: 0..<40)
    func parallel(_ number: Int) async throws {
        try await testBloc(
            build: { TallyBloc() },
            act: { run in
                for step in 1...number + 1 {
                    run.add(.added(step))
                    await Task.yield()
                }
            },
            states: (1...number + 1).map { State(total: $0 * ($0 + 1) / 2, last: $0) }
        )
    }

    // MARK: Idle handlers, drops and late emits

    private enum Event: Equatable {
        case worked
        case ticked(times: Int)
        case followed(AsyncStream<Int>)
        case leaked

        static func == (left: Event, right: Event) -> Bool { "\(left)" == "\(right)" }
    }

    private final class TickBloc: Bloc {
        fileprivate typealias Event = TestBlocTests.Event
        typealias State = Int
        typealias Effect = String
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
                bloc.on(where: { $0 == .leaked }) { _, emit in
                    emitters(emit)
                    emit.effect("leak")
                    throw TallyBloc.Refusal(reason: "no")
                }
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
            effects: ["leak"],
            errors: [.type(TallyBloc.Refusal.self)],
            dropped: [.event(.ticked(times: 2)), .reason(.busy)],
            lateEmits: [42]
        )
    }

    private static let outputs: BlocTestTolerance = [.states, .effects, .errors, .drops, .lateEmits]

    @Test("G80 G85 G88 any unexpected output is a failure, unless it is tolerated", arguments: [false, true])
    func unexpected(isTolerated: Bool) async throws {
        let issues = try await recordedIssues {
            let kept = Shared<Emitter<TickBloc>?>(nil)
            try await testBloc(
                build: { TickBloc { kept.value = $0 } },
                act: { run in
                    for event in [Event.ticked(times: 1), .ticked(times: 2), .leaked] { run.add(event) }
                    kept.value?(42)
                    try await run.advance(by: .seconds(1))
                },
                tolerating: isTolerated ? Self.outputs : []
            )
        }
        let outputs = [
            ("states", "1"), ("effects", "leak"), ("errors", #"Refusal(reason: "no")"#),
            ("dropped events", "ticked(times: 2): busy"), ("late emits", "42"),
        ]
        .map { "The \($0) differ from the expected ones (- missing, + unexpected):\n    + \($1)" }
        #expect(issues.map(\.text) == (isTolerated ? [] : outputs))
    }

    @Test("G80 G85 G88 expected output that does not come is a failure, also when other output is tolerated")
    func missing() async throws {
        let issues = try await recordedIssues {
            try await testBloc(
                build: { TickBloc() },
                act: { run in
                    run.add(.ticked(times: 1))
                    run.add(.ticked(times: 2))
                    try await run.advance(by: .seconds(1))
                },
                states: [9],
                effects: ["one"],
                errors: [.error(TallyBloc.Refusal(reason: "no"))],
                dropped: [.event(.ticked(times: 2), .closed)],
                lateEmits: [1],
                tolerating: Self.outputs
            )
        }
        let lines = ["9", "one", #"Refusal: Refusal(reason: "no")"#, "ticked(times: 2): closed", "1"]
        #expect(issues.count == lines.count)
        for (issue, line) in zip(issues, lines) { #expect(issue.text.contains("\n    - \(line)")) }
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
