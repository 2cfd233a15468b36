public import Bloc
public import Testing

/// Tests a bloc or cubit in one call: builds it, lets it act, and compares all that came of it with what is expected.
///
/// ```swift
/// try await testBloc(
///     build: { SearchBloc(service: service) },
///     seed: .results([ada]),
///     act: { run in
///         run.add(.typed("gr"))
///         try await run.clock.advanceToNextSleeper()  // The debounce.
///     },
///     states: [.loading, .results([grace])]
/// )
/// ```
///
/// The bloc lives under a `BlocContext` of its own, with a ``ManualClock`` and a ``RecordingBlocObserver``, so that any
/// number of tests run at once. After `act` the harness waits until every event is over, as far as that depends on the bloc
/// alone; what waits for something outside (another executor, a socket, a real clock) must be awaited in `act`, for
/// instance by its receipt. Then it compares states, effects and errors, calls `verify`, and closes the bloc. Whatever
/// nobody expected is a failure, unless it is tolerated; so is an event that is not over.
///
/// - Parameters:
///   - build: Creates the bloc.
///   - seed: The state to begin with in place of the initial one; it does not count as published.
///   - act: Does to the bloc what is to be tested.
///   - states: The states that the bloc is to publish after that, without the first.
///   - effects: The effects that it is to emit.
///   - errors: The errors that it is to report.
///   - tolerance: What may come although nobody expected it.
///   - verify: Checks what else is to be checked.
///   - sourceLocation: Where failures are reported: the line of the caller.
/// - Throws: What `build`, `act` and `verify` throw; the bloc is closed all the same.
public func testBloc<B: StateSource>(
    build: () throws -> B,
    seed: B.State? = nil,
    act: (BlocTestRun<B>) async throws -> Void = { _ in },
    states: [B.State] = [],
    effects: [B.Effect] = [],
    errors: [ExpectedError] = [],
    tolerating tolerance: BlocTestTolerance = [],
    verify: (BlocTestRun<B>) async throws -> Void = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let stage = BlocTestStage(sourceLocation: sourceLocation)
    try await stage.scope {
        let run = try stage.run(build, seed: seed)
        do {
            try await act(run)
            try await stage.settle(run, tolerance)
            stage.compare(states, run.states, "states", isTolerant: tolerance.contains(.states), ==)
            stage.compare(effects, run.effects, "effects", isTolerant: tolerance.contains(.effects), areSame)
            stage.compare(errors, run.errors, "errors", isTolerant: tolerance.contains(.errors)) { $0.fits($1) }
            try await verify(run)
        } catch {
            await stage.close(run)
            throw error
        }
        await stage.close(run)
    }
}
