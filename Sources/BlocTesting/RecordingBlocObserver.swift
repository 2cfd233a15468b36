public import Bloc

/// An observer that records every hook call in one ordered log, which can be read and awaited.
///
/// Install it for the blocs of a test with `withBlocObserver`; parallel tests don't affect each other.
///
/// ```swift
/// let recorder = RecordingBlocObserver()
/// let bloc = withBlocObserver(recorder) { CounterBloc() }
/// bloc.add(.incremented)
/// #expect(recorder.lines == [
///     "CounterBloc onCreate",
///     "CounterBloc onEvent 1 incremented",
///     "CounterBloc onTransition 0 → 1 by 1 incremented",
///     "CounterBloc onDone 1 incremented: handled",
/// ])
/// ```
///
/// The entries of one bloc are in the order of its hooks; entries of blocs on several threads are in the order of the calls.
public final class RecordingBlocObserver: BlocObserver, Sendable {
    private struct Recorded: Sendable {
        var entries: [BlocLogEntry] = []
        /// The number of entries that `next` has returned or skipped.
        var passed = 0
    }

    private let log = Awaitable(Recorded())

    /// Creates a recorder with an empty log.
    public init() {}

    // MARK: Reading

    /// The recorded entries, oldest first.
    public var entries: [BlocLogEntry] { log.value.entries }

    /// The entries as lines of text; see ``BlocLogEntry/description``.
    public var lines: [String] { entries.map(\.description) }

    /// Returns the recorded entries of one bloc, oldest first.
    public func entries(of bloc: BlocID) -> [BlocLogEntry] { entries.filter { $0.bloc == bloc } }

    // MARK: Waiting

    /// Waits for the first matching entry, from the beginning of the log.
    ///
    /// The closure may be called more than once for the same entry.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    @discardableResult
    public func first(where matches: (BlocLogEntry) -> Bool) async throws -> BlocLogEntry {
        try await entry(from: 0, where: matches).entry
    }

    /// Waits for the next matching entry, after the entry that the last call returned.
    ///
    /// Use it to step through the log from a single reader.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    @discardableResult
    public func next(where matches: (BlocLogEntry) -> Bool = { _ in true }) async throws -> BlocLogEntry {
        let found = try await entry(from: log.value.passed, where: matches)
        log.change { $0.passed = max($0.passed, found.index + 1) }
        return found.entry
    }

    private func entry(
        from start: Int,
        where matches: (BlocLogEntry) -> Bool
    ) async throws -> (index: Int, entry: BlocLogEntry) {
        var seen = start
        while true {
            try await grew(beyond: seen)
            // The caller's closure runs outside the lock, so it may read the log.
            let entries = entries
            if let index = entries[seen...].firstIndex(where: matches) { return (index, entries[index]) }
            seen = entries.count
        }
    }

    // MARK: Hooks

    /// Records the call.
    public func onCreate(_ bloc: BlocID) { record(.create(bloc)) }

    /// Records the call.
    public func onEvent(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext) {
        record(.event(bloc, event, context))
    }

    /// Records the call.
    public func onTransition(_ bloc: BlocID, _ transition: AnyTransition) { record(.transition(bloc, transition)) }

    /// Records the call.
    public func onDone(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ outcome: Outcome) {
        record(.done(bloc, event, context, outcome))
    }

    /// Records the call.
    public func onDropped(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ reason: DropReason) {
        record(.dropped(bloc, event, context, reason))
    }

    /// Records the call.
    public func onError(_ bloc: BlocID, _ error: any Error, _ event: (any Sendable)?, _ context: EventContext?) {
        record(.error(bloc, error, event, context))
    }

    /// Records the call.
    public func onLateEmit(_ bloc: BlocID, _ state: any Sendable, _ context: EventContext) {
        record(.lateEmit(bloc, state, context))
    }

    /// Records the call.
    public func onEffect(_ bloc: BlocID, _ effect: any Sendable, _ context: EventContext?) {
        record(.effect(bloc, effect, context))
    }

    /// Records the call.
    public func onClose(_ bloc: BlocID, byOwner: Bool) { record(.close(bloc, byOwner: byOwner)) }

    /// Waits until the log has more entries than this.
    func grew(beyond count: Int) async throws {
        _ = try await log.first { $0.entries.count > count ? true : nil }
    }

    private func record(_ entry: BlocLogEntry) { log.change { $0.entries.append(entry) } }
}
