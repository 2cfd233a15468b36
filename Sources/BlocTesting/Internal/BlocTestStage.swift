import Bloc
import Testing

/// The clock, recorder and executor of a `testBloc`, and the steps of the test.
struct BlocTestStage: Sendable {
    private let clock = ManualClock()
    private let recorder = RecordingBlocObserver()
    private let executor = QueueExecutor()
    private let sourceLocation: SourceLocation

    init(sourceLocation: SourceLocation) {
        self.sourceLocation = sourceLocation
    }

    /// Runs `body` so that its blocs use the clock, recorder and executor of the stage.
    func scope(_ body: () async throws -> Void) async throws {
        try await BlocContext.with { context in
            context.clock = BlocClock(clock)
            context.observers.append(recorder)
            context.executor = executor
        } _: {
            try await body()
        }
    }

    /// Creates the bloc and sets its first state.
    func run<B: StateSource>(_ build: () throws -> B, seed: B.State?) throws -> BlocTestRun<B> {
        let bloc = try build()
        if let seed { bloc.core.publish(seed, .restore) }
        let (core, executor) = (bloc.core, executor)
        clock.isIdle.withLock { isIdle in
            isIdle = {
                try await executor.idle()
                return !core.hasWork
            }
        }
        return BlocTestRun(
            bloc: bloc,
            clock: clock,
            recorder: recorder,
            setUpCount: recorder.entries.count,
            executor: executor
        )
    }

    /// Waits until nothing of the bloc can run any more, and reports events that have not ended.
    func settle<B: StateSource>(_ run: BlocTestRun<B>, _ tolerance: BlocTestTolerance) async throws {
        try await executor.idle()
        let unfinished = run.unfinished
        guard !unfinished.isEmpty, !tolerance.contains(.runningHandlers) else { return }
        let deadlines = clock.deadlines.map { "\n    a sleeper wakes at \($0)" }.joined()
        report(
            """
            \(unfinished.count == 1 ? "An event has" : "\(unfinished.count) events have") not ended:
            \(unfinished.map { "    \($0)" }.joined(separator: "\n"))\(deadlines)
            Advance the clock, await the receipt or close the bloc in `act`; or tolerate .runningHandlers.
            """
        )
    }

    /// Compares the actual values with the expected ones.
    func compare<Expected, Actual>(
        _ expected: [Expected],
        _ actual: [Actual],
        _ what: String,
        isTolerant: Bool,
        _ matches: (Expected, Actual) -> Bool
    ) {
        let diff = LineDiff(expected: expected, actual: actual, matches: matches)
        guard diff.hasMissing || (diff.hasUnexpected && !isTolerant) else { return }
        report(
            """
            The \(what) differ from the expected ones (- missing, + unexpected):
            \(DiffText.text(diff, expected: expected, actual: actual))
            """
        )
    }

    private func report(_ message: String) {
        Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
    }

    /// Closes the bloc, passing the grace period if its handlers do not end.
    func close<B: StateSource>(_ run: BlocTestRun<B>) async {
        let isClosed = Awaitable(false)
        Task(executorPreference: executor) { [bloc = run.bloc] in
            await bloc.close()
            isClosed.change { $0 = true }
        }
        do {
            try await executor.idle()
            // If nothing can run and the bloc is not closed, a handler ignores its cancellation: the grace period must end.
            while !isClosed.value, clock.skipToNextSleeper() != nil { try await executor.idle() }
            _ = try await isClosed.first { $0 ? true : nil }
        } catch {
            // The test was cancelled: the bloc closes by itself.
        }
    }
}
