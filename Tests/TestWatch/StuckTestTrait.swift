public import Testing

/// Makes a test that cannot end fail by its name, so that the run goes on or ends instead of hanging.
///
/// There is no limit in wall time, which a loaded machine exceeds. A test is stuck
/// - when neither this process nor a child of it has used the processor for about ten seconds: nothing can wake the test then; or
/// - when the process has used ten minutes of processor time since a test last began or ended.
///
/// A stuck test records an issue and is cancelled; what waits in a helper that uses ``StuckWatch/onStuck(_:)`` is resumed, and
/// children of the process are killed. A test that does not end after that, because it waits for something that ignores
/// cancellation, ends the process. Every other test is over by then, or stuck too.
public struct StuckTestTrait: SuiteTrait, TestTrait, TestScoping {
    /// Applies to every test of a suite.
    public var isRecursive: Bool { true }

    /// Runs a test case while the watch looks at it.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let entry = StuckWatch.shared.begin("\(test.id)")
        async let body: Void = run(function, entry)
        if await entry.isStuck {
            Issue.record(
                "The test is stuck: it waits for something that nothing in the process can do any more.",
                sourceLocation: test.sourceLocation
            )
            // Leaving the scope cancels the body and waits for it.
            return
        }
        try await body
    }

    private func run(_ function: @concurrent @Sendable () async throws -> Void, _ entry: StuckWatch.Entry) async throws
    {
        defer { StuckWatch.shared.end(entry) }
        try await function()
    }
}

extension Trait where Self == StuckTestTrait {
    /// Fails the test by its name when it cannot end.
    public static var watched: Self { Self() }
}
