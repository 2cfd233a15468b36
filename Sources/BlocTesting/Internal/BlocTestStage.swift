import Bloc
import Testing

/// What surrounds the bloc of a `testBloc`, and the steps of such a test.
struct BlocTestStage: Sendable {
    private let clock = ManualClock()
    private let recorder = RecordingBlocObserver()
    private let executor = QueueExecutor()
    private let sourceLocation: SourceLocation

    init(sourceLocation: SourceLocation) {
        self.sourceLocation = sourceLocation
    }

    /// Lets the blocs that `body` creates live on this stage.
    func scope(_ body: () async throws -> Void) async throws {
        try await BlocContext.with { context in
            context.clock = BlocClock(clock)
            context.observers.append(recorder)
            context.executor = executor
        } _: {
            try await body()
        }
    }

    /// Builds the bloc and gives it its first state.
    func run<B: StateSource>(_ build: () throws -> B, seed: B.State?) throws -> BlocTestRun<B> {
        let bloc = try build()
        if let seed { bloc.core.publish(.restore) { $0 = seed } }
        return BlocTestRun(bloc: bloc, clock: clock, recorder: recorder, setUpCount: recorder.entries.count)
    }

    /// Waits until every event is over, or until nothing goes on any more.
    func settle<B: StateSource>(_ run: BlocTestRun<B>, _ tolerance: BlocTestTolerance) async throws {
        try await executor.idle()
        let unfinished = run.unfinished
        guard !unfinished.isEmpty, !tolerance.contains(.runningHandlers) else { return }
        let deadlines = clock.deadlines.map { "\n    somebody sleeps until \($0)" }.joined()
        report(
            """
            \(unfinished.count == 1 ? "An event is" : "\(unfinished.count) events are") not over at the end:
            \(unfinished.map { "    \($0)" }.joined(separator: "\n"))\(deadlines)
            Let act advance the clock, await the receipt or close the bloc; or tolerate .runningHandlers.
            """
        )
    }

    /// Compares what came with what was expected.
    func compare<Expected, Actual>(
        _ expected: [Expected],
        _ actual: [Actual],
        _ what: String,
        isTolerant: Bool,
        _ fits: (Expected, Actual) -> Bool
    ) {
        let diff = LineDiff(expected: expected, actual: actual, fits: fits)
        guard diff.hasMissing || (diff.hasUnexpected && !isTolerant) else { return }
        report(
            """
            The \(what) are not the expected ones (- expected and missing, + unexpected):
            \(DiffText.text(diff, expected: expected, actual: actual))
            """
        )
    }

    private func report(_ message: String) {
        Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
    }

    /// Closes the bloc, however long its handlers want to take for it.
    func close<B: StateSource>(_ run: BlocTestRun<B>) async {
        let isClosed = Awaitable(false)
        Task(executorPreference: executor) { [bloc = run.bloc] in
            await bloc.close()
            isClosed.change { $0 = true }
        }
        do {
            try await executor.idle()
            // When nothing goes on any more and the bloc is not closed, a handler ignores its cancellation: the grace
            // period must end.
            while !isClosed.value, clock.skipToNextSleeper() != nil { try await executor.idle() }
            _ = try await isClosed.first { $0 ? true : nil }
        } catch {
            // The test was cancelled: the bloc closes without anybody waiting for it.
        }
    }
}
