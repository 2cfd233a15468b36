public import Bloc
public import Testing

/// Tests a bloc or cubit in one call: creates it, lets it act, and compares its output with the expected output.
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
/// The bloc runs in its own `BlocContext`, with a ``ManualClock`` and a ``RecordingBlocObserver``, so any number of
/// tests can run at once. After `act`, the harness waits until every event has ended, as far as that depends only on
/// the bloc. Work that waits for something outside (another executor, a socket, a real clock) must be awaited in `act`,
/// for example through its receipt. Then the harness compares states, effects, errors, dropped events and late emits,
/// calls `verify`, and closes the bloc. Unexpected output is a failure unless it is tolerated; so is an event that has
/// not ended. An event without a handler is an error: it is enough to expect that, although the event is also dropped.
///
/// - Parameters:
///   - build: Creates the bloc.
///   - seed: The state to start from instead of the initial state; it doesn't count as published.
///   - act: Performs the actions of the test, such as adding events.
///   - states: The states that the bloc must publish, excluding the initial one.
///   - effects: The effects that it must emit.
///   - errors: The errors that it must report.
///   - dropped: The events that it must drop, such as `.event(.typed("a"), .debounced)`.
///   - lateEmits: The states that handlers must try to publish after they have ended; only each handler's first counts.
///   - tolerance: The kinds of unexpected output that are not failures.
///   - verify: Makes further checks.
///   - sourceLocation: The location for failures, by default the caller's line.
/// - Throws: The errors of `build`, `act` and `verify`; the bloc is closed in any case.
public func testBloc<B: StateSource>(
    build: () throws -> B,
    seed: B.State? = nil,
    act: (BlocTestRun<B>) async throws -> Void = { _ in },
    states: [B.State] = [],
    effects: [B.Effect] = [],
    errors: [ExpectedError] = [],
    dropped: [ExpectedDrop<B.Event>] = [],
    lateEmits: [B.State] = [],
    tolerating tolerance: BlocTestTolerance = [],
    verify: (BlocTestRun<B>) async throws -> Void = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    let (clock, recorder, executor) = (ManualClock(), RecordingBlocObserver(), QueueExecutor())
    try await BlocContext.with { context in
        context.clock = BlocClock(clock)
        context.observers.append(recorder)
        context.executor = executor
    } _: {
        let bloc = try build()
        if let seed { bloc.core.publish(ticket: 0, trigger: .restore) { _ in seed } }
        let run = BlocTestRun(
            bloc: bloc,
            clock: clock,
            recorder: recorder,
            setUpCount: recorder.entries.count,
            executor: executor,
            tolerance: tolerance,
            sourceLocation: sourceLocation
        )
        let core = bloc.core
        clock.isIdle.withLock { isIdle in
            isIdle = {
                try await executor.idle()
                return !core.hasWork
            }
        }
        do {
            try await act(run)
            try await run.settle()
            run.compare(states, run.states, "states", .states, ==)
            run.compare(effects, run.effects, "effects", .effects, areSame)
            run.compare(errors, run.errors, "errors", .errors) { $0.matches($1) }
            let drops = run.dropped.filter { drop in
                drop.reason != .unhandled || dropped.contains { $0.matches(drop) }
            }
            run.compare(dropped, drops, "dropped events", .drops) { $0.matches($1) }
            run.compare(lateEmits, run.lateEmits, "late emits", .lateEmits, ==)
            try await verify(run)
        } catch {
            await run.close()
            throw error
        }
        await run.close()
    }
}

/// One run of `testBloc`: the bloc, its clock and its recorded output.
public struct BlocTestRun<B: StateSource>: Sendable {
    /// The tested bloc.
    public let bloc: B
    /// The clock of the bloc, at zero when `act` begins.
    public let clock: ManualClock
    /// The recorder of the bloc, and of any other blocs created in the run.
    public let recorder: RecordingBlocObserver
    /// The number of entries before `act` began.
    let setUpCount: Int
    let executor: QueueExecutor
    let tolerance: BlocTestTolerance
    /// The caller's line, where failures are reported.
    let sourceLocation: SourceLocation

    /// The entries of the bloc since `act` began.
    private var entries: [BlocLogEntry] {
        recorder.entries.dropFirst(setUpCount).filter { $0.bloc == bloc.core.id }
    }

    /// The states that the bloc published since `act` began.
    public var states: [B.State] { entries.compactMap(published) }

    /// The effects that the bloc emitted since `act` began.
    public var effects: [B.Effect] {
        entries.compactMap { if case .effect(_, let effect, _) = $0 { effect as? B.Effect } else { nil } }
    }

    /// The errors that the bloc reported since `act` began.
    public var errors: [any Error] {
        entries.compactMap { if case .error(_, let error, _, _) = $0 { error } else { nil } }
    }

    /// The events that the bloc dropped since `act` began, with their reasons.
    public var dropped: [DroppedEvent<B.Event>] {
        entries.compactMap { entry in
            guard case .dropped(_, let event, _, let reason) = entry, let event = event as? B.Event else { return nil }
            return DroppedEvent(event: event, reason: reason)
        }
    }

    /// The states that handlers tried to publish after they had ended, since `act` began.
    public var lateEmits: [B.State] {
        entries.compactMap { if case .lateEmit(_, let state, _) = $0 { state as? B.State } else { nil } }
    }

    /// Waits until the bloc can't make progress by itself.
    ///
    /// Then every handler has ended or is waiting for something outside: the clock, a continuation, another executor, a
    /// socket, the next element of a sequence that it follows. Things outside don't prolong this wait.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    public func idle() async throws { try await executor.idle() }

    /// Lets time pass: moves the clock from one sleeper to the next, and waits until the bloc is idle after each step.
    ///
    /// So a handler that sleeps repeatedly wakes as often as it would in that time; `clock.advance(by:)` wakes it only once.
    ///
    /// ```swift
    /// try await run.advance(by: .seconds(3))  // A timer with steps of a second publishes three states.
    /// ```
    ///
    /// The duration is zero or more; a negative duration stops the program with a message.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    public func advance(by duration: Duration) async throws {
        try await idle()
        let end = clock.now.advanced(by: duration)
        while let next = clock.deadlines.first, next <= end {
            clock.advance(to: next)
            try await idle()
        }
        clock.advance(to: end)
        try await idle()
    }

    /// Waits for a matching state, which may be the current one.
    ///
    /// - Throws: `CancellationError` if the task is cancelled or the bloc closes first; a descriptive error if the bloc
    ///   is idle, so that no such state can come.
    @discardableResult
    public func state(where matches: (B.State) -> Bool) async throws -> B.State {
        var seen = recorder.entries.count
        let current = bloc.core.state
        if matches(current) { return current }
        while true {
            try await executor.idle()
            let entries = recorder.entries
            if let state = entries[seen...].lazy.compactMap(published).first(where: matches) { return state }
            if entries.contains(where: { if case .close(bloc.core.id, _) = $0 { true } else { false } }) {
                throw CancellationError()
            }
            if entries.count == seen {
                guard bloc.core.hasWork else {
                    throw BlocIsIdle(what: "publish the awaited state; its state is \(bloc.core.state)")
                }
                // A handler is waiting for something outside the bloc.
                try await recorder.grew(beyond: seen)
            }
            seen = entries.count
        }
    }

    /// Returns the state that the bloc published according to an entry.
    private func published(_ entry: BlocLogEntry) -> B.State? {
        if case .transition(bloc.core.id, let transition) = entry { transition.next as? B.State } else { nil }
    }
}

extension BlocTestRun where B: Bloc {
    /// Adds an event to the bloc.
    @discardableResult
    public func add(_ event: B.Event) -> Receipt { bloc.add(event) }
}

// MARK: The steps of the harness

extension BlocTestRun {
    /// Waits until the bloc can't run anything anymore, and reports events that have not ended.
    fileprivate func settle() async throws {
        try await executor.idle()
        let unfinished = unfinished
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

    /// The entries of events that were accepted and have not ended.
    private var unfinished: [BlocLogEntry] {
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

    /// Compares the actual values with the expected ones.
    fileprivate func compare<Expected, Actual>(
        _ expected: [Expected],
        _ actual: [Actual],
        _ what: String,
        _ kind: BlocTestTolerance,
        _ matches: (Expected, Actual) -> Bool
    ) {
        let diff = LineDiff(expected: expected, actual: actual, matches: matches)
        guard !diff.missing.isEmpty || (!diff.unexpected.isEmpty && !tolerance.contains(kind)) else { return }
        report(
            """
            The \(what) differ from the expected ones (- missing, + unexpected):
            \(diff.text(expected: expected, actual: actual))
            """
        )
    }

    private func report(_ message: String) {
        Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
    }

    /// Closes the bloc, skipping the grace period if its handlers don't end.
    fileprivate func close() async {
        let isClosed = Awaitable(false)
        Task(executorPreference: executor) { [bloc] in
            await bloc.close()
            isClosed.change { $0 = true }
        }
        do {
            try await executor.idle()
            // If nothing can run but the bloc isn't closed, a handler ignores its cancellation: the grace period must end.
            while !isClosed.value, clock.skipToNextSleeper() != nil { try await executor.idle() }
            _ = try await isClosed.first { $0 ? true : nil }
        } catch {
            // The test was cancelled; the bloc closes by itself.
        }
    }
}
