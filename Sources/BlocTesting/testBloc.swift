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

/// One run of `testBloc`: the bloc, its clock and what was recorded of it.
public struct BlocTestRun<B: StateSource>: Sendable {
    /// The bloc that is tested.
    public let bloc: B
    /// The clock of the bloc, at zero when `act` begins.
    public let clock: ManualClock
    /// Every hook of the bloc, and of other blocs that were created in the run.
    public let recorder: RecordingBlocObserver
    /// The number of entries that were recorded before `act` began.
    let setUpCount: Int

    /// What the bloc reported since `act` began.
    private var entries: [BlocLogEntry] {
        recorder.entries.dropFirst(setUpCount).filter { $0.bloc == bloc.core.id }
    }

    /// The states that the bloc published since `act` began.
    public var states: [B.State] {
        entries.compactMap { entry in
            if case .change(_, let change, _) = entry { change.next as? B.State } else { nil }
        }
    }

    /// The effects that the bloc emitted since `act` began.
    public var effects: [B.Effect] {
        entries.compactMap { entry in
            if case .effect(_, let effect, _) = entry { effect as? B.Effect } else { nil }
        }
    }

    /// The errors that the bloc reported since `act` began.
    public var errors: [any Error] {
        entries.compactMap { entry in
            if case .error(_, let error, _, _) = entry { error } else { nil }
        }
    }

    /// Waits until the bloc has published a state that fits, or has such a state already.
    ///
    /// - Parameter fits: Decides.
    /// - Returns: The state.
    /// - Throws: `CancellationError` when the task is cancelled or the bloc closes first.
    @discardableResult
    public func state(where fits: (B.State) -> Bool) async throws -> B.State {
        // Subscribed before the first look, so that nothing is published in between unseen.
        for await state in bloc.states where fits(state) { return state }
        throw CancellationError()
    }

    /// The events that were accepted and are not over.
    var unfinished: [BlocLogEntry] {
        var open: [UInt64: BlocLogEntry] = [:]
        for entry in recorder.entries where entry.bloc == bloc.core.id {
            switch entry {
            case .event(_, _, let context): open[context.sequence] = entry
            case .done(_, _, let context, _): open[context.sequence] = nil
            default: break
            }
        }
        return open.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension BlocTestRun where B: Bloc {
    /// Adds an event to the bloc.
    ///
    /// - Returns: Its receipt, to await its end with.
    @discardableResult
    public func add(_ event: B.Event) -> Receipt {
        bloc.add(event)
    }
}

/// What `testBloc` lets pass although nobody expected it.
///
/// What is expected must come, in its order, all the same.
public struct BlocTestTolerance: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Takes the bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// States before, between and after the expected ones.
    public static let states = BlocTestTolerance(rawValue: 1)
    /// Effects before, between and after the expected ones.
    public static let effects = BlocTestTolerance(rawValue: 2)
    /// Errors before, between and after the expected ones.
    public static let errors = BlocTestTolerance(rawValue: 4)
    /// Events that are not over at the end: their handlers run or wait.
    public static let runningHandlers = BlocTestTolerance(rawValue: 8)
}

/// An error that `testBloc` expects a bloc to report.
public struct ExpectedError: Sendable, CustomStringConvertible {
    /// What is expected, for the report of a failure.
    public let description: String
    let fits: @Sendable (any Error) -> Bool

    private init(description: String, fits: @escaping @Sendable (any Error) -> Bool) {
        self.description = description
        self.fits = fits
    }

    /// An error equal to this one.
    public static func error(_ error: some Error & Equatable) -> ExpectedError {
        ExpectedError(description: "\(Swift.type(of: error)): \(error)") { areSame($0, error) }
    }

    /// Any error of a type.
    public static func type<Failure: Error>(_ type: Failure.Type) -> ExpectedError {
        ExpectedError(description: "\(type)") { $0 is Failure }
    }

    /// An error that the runtime itself reports, such as an event without a handler.
    public static func bloc(_ code: BlocError.Code) -> ExpectedError {
        ExpectedError(description: "BlocError \(code.rawValue)") { ($0 as? BlocError)?.code == code }
    }

    /// An error for which a predicate holds.
    ///
    /// - Parameters:
    ///   - description: What is expected, for the report of a failure.
    ///   - fits: Decides.
    /// - Returns: The expectation.
    public static func matching(
        _ description: String,
        _ fits: @escaping @Sendable (any Error) -> Bool
    ) -> ExpectedError {
        ExpectedError(description: description, fits: fits)
    }
}
