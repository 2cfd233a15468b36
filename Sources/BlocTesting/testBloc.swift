public import Bloc
public import Testing

/// Tests a bloc or cubit in one call: creates it, lets it act, and compares its output with the expected one.
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
/// The bloc runs in a `BlocContext` of its own, with a ``ManualClock`` and a ``RecordingBlocObserver``, so that any number of tests
/// can run at once. After `act` the harness waits until every event has ended, as far as that depends on the bloc alone. Work that
/// waits for something outside (another executor, a socket, a real clock) must be awaited in `act`, for instance by its receipt.
/// Then the harness compares states, effects and errors, calls `verify`, and closes the bloc. Unexpected output is a failure unless
/// it is tolerated; so is an event that has not ended.
///
/// - Parameters:
///   - build: Creates the bloc.
///   - seed: The state to begin with instead of the initial one; it does not count as published.
///   - act: Performs the actions of the test, such as adding events.
///   - states: The states that the bloc must publish, without the first one.
///   - effects: The effects that it must emit.
///   - errors: The errors that it must report.
///   - tolerance: The kinds of unexpected output that are no failure.
///   - verify: Makes further checks.
///   - sourceLocation: The location of failures: the line of the caller.
/// - Throws: The errors of `build`, `act` and `verify`; the bloc is closed all the same.
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
            stage.compare(errors, run.errors, "errors", isTolerant: tolerance.contains(.errors)) { $0.matches($1) }
            try await verify(run)
        } catch {
            await stage.close(run)
            throw error
        }
        await stage.close(run)
    }
}

/// One run of `testBloc`: the bloc, its clock and its recorded output.
public struct BlocTestRun<B: StateSource>: Sendable {
    /// The tested bloc.
    public let bloc: B
    /// The clock of the bloc, at zero when `act` begins.
    public let clock: ManualClock
    /// The recorder of the bloc, and of other blocs that were created in the run.
    public let recorder: RecordingBlocObserver
    /// The number of entries before `act` began.
    let setUpCount: Int

    /// The entries of the bloc since `act` began.
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

    /// Waits for a matching state, which may be the current one.
    ///
    /// - Parameter matches: Whether a state matches.
    /// - Returns: The state.
    /// - Throws: `CancellationError` when the task is cancelled or the bloc closes first.
    @discardableResult
    public func state(where matches: (B.State) -> Bool) async throws -> B.State {
        // The sequence begins with the current state, so that no state is missed.
        for await state in bloc.states where matches(state) { return state }
        throw CancellationError()
    }

    /// The entries of events that were accepted and have not ended.
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
    /// - Returns: Its receipt, to await its outcome.
    @discardableResult
    public func add(_ event: B.Event) -> Receipt {
        bloc.add(event)
    }
}

/// The kinds of unexpected output that `testBloc` tolerates.
///
/// The expected output must still come, in its order.
public struct BlocTestTolerance: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// States before, between and after the expected ones.
    public static let states = BlocTestTolerance(rawValue: 1)
    /// Effects before, between and after the expected ones.
    public static let effects = BlocTestTolerance(rawValue: 2)
    /// Errors before, between and after the expected ones.
    public static let errors = BlocTestTolerance(rawValue: 4)
    /// Events that have not ended: their handlers run or wait.
    public static let runningHandlers = BlocTestTolerance(rawValue: 8)
}

/// An error that `testBloc` expects a bloc to report.
public struct ExpectedError: Sendable, CustomStringConvertible {
    /// The text of the expectation in the message of a failure.
    public let description: String
    let matches: @Sendable (any Error) -> Bool

    private init(description: String, matches: @escaping @Sendable (any Error) -> Bool) {
        self.description = description
        self.matches = matches
    }

    /// Expects an error that is equal to this one.
    public static func error(_ error: some Error & Equatable) -> ExpectedError {
        ExpectedError(description: "\(Swift.type(of: error)): \(error)") { areSame($0, error) }
    }

    /// Expects any error of a type.
    public static func type<Failure: Error>(_ type: Failure.Type) -> ExpectedError {
        ExpectedError(description: "\(type)") { $0 is Failure }
    }

    /// Expects an error of the runtime itself, such as an event without a handler.
    public static func bloc(_ code: BlocError.Code) -> ExpectedError {
        ExpectedError(description: "BlocError \(code.rawValue)") { ($0 as? BlocError)?.code == code }
    }

    /// Expects an error for which a predicate holds.
    ///
    /// - Parameters:
    ///   - description: The text of the expectation in the message of a failure.
    ///   - matches: Whether an error matches.
    /// - Returns: The expectation.
    public static func matching(
        _ description: String,
        _ matches: @escaping @Sendable (any Error) -> Bool
    ) -> ExpectedError {
        ExpectedError(description: description, matches: matches)
    }
}
