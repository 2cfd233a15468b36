public import Bloc

/// Tests how durable blocs survive crashes: runs a scenario once without a crash, then twice for each commit, crashing
/// before it and after it.
///
/// try await testDurable(clock: BlocClock(ManualClock())) { host, run in
///     host.register(OrderBloc.self) { OrderBloc($0, payments: run.calls(payments), carrier: carrier) }
/// } act: { run in
///     try await run.add(.placed(order), to: OrderBloc.key("4711"))
///     try await run.state(of: OrderBloc.key("4711")) { $0.phase == .shipped }
/// }
///
/// After a crash, a new host continues with the same store, as a new process would; `register` runs for each. At the
/// end of each run, the states of all blocs, the recorded calls of works, and the events of all journals must equal
/// those of the run without a crash: the scenario must not end before all of that is done.
///
/// - Throws: ``DurableDifference`` for the first crash that makes a difference; errors of the scenario.
public func testDurable(
    clock: BlocClock = .continuous,
    _ register: @escaping @Sendable (inout DurableHost.Registrations, DurableTestRun) -> Void,
    act: @Sendable (DurableTestRun) async throws -> Void
) async throws {
    let reference = DurableTestRun(clock, register, crash: nil)
    let expected = try await reference.perform(act)
    for commit in 1...max(1, reference.commits) {
        for moment in [MemoryStore.Moment.beforeCommit, .afterCommit] {
            let run = DurableTestRun(clock, register, crash: (commit, moment))
            let found = try await run.perform(act)
            guard run.hasCrashed else { continue }
            let when = moment == .beforeCommit ? "before" : "after"
            for name in Set(expected.keys).union(found.keys).sorted() where found[name] != expected[name] {
                let change =
                    expected[name].map { "changes \(name): \(found[name] ?? "nothing") instead of \($0)" }
                    ?? "adds \(name)."
                throw DurableDifference(description: "A crash \(when) commit \(commit) \(change)")
            }
        }
    }
}

/// An error for a crash that leads to different states, calls or messages.
public struct DurableDifference: Error, CustomStringConvertible {
    /// The commit, and the difference.
    public let description: String
}

/// One run of ``testDurable(clock:_:act:)``.
public final class DurableTestRun: Sendable {
    private struct Guarded {
        var host: DurableHost?
        var commits = 0
        /// The host that has crashed.
        var crashed: String?
        var calls: Set<String> = []
        var requests = 0
    }

    private struct Crash: Error {}

    private let store: MemoryStore
    private let register: @Sendable (inout DurableHost.Registrations, DurableTestRun) -> Void
    private let guarded = Lock(Guarded())

    init(
        _ clock: BlocClock,
        _ register: @escaping @Sendable (inout DurableHost.Registrations, DurableTestRun) -> Void,
        crash: (commit: Int, moment: MemoryStore.Moment)?
    ) {
        store = MemoryStore(clock: clock)
        self.register = register
        store.fault.withLock { fault in
            fault = { [guarded] host, moment in
                let (isOver, running) = guarded.withLock { guarded in
                    if moment == .beforeCommit { guarded.commits += 1 }
                    if let crash, (guarded.commits, moment) == crash, guarded.crashed == nil { guarded.crashed = host }
                    return (guarded.crashed == host, guarded.host)
                }
                guard isOver else { return }
                if let running, running.id == host { Task { running.abandon() } }
                throw Crash()
            }
        }
    }

    var commits: Int { guarded.withLock { $0.commits } }
    var hasCrashed: Bool { guarded.withLock { $0.crashed != nil } }

    /// Records a call to an external service; calls with the same key count as one.
    public func noteCall(_ key: String) { guarded.withLock { _ = $0.calls.insert(key) } }

    /// Adds an event, repeatedly if there is a crash, and waits for its commit.
    @discardableResult
    public func add<B: DurableBloc>(_ event: B.Event, to key: BlocKey<B>) async throws -> Outcome {
        let request = guarded.withLock { guarded in
            guarded.requests += 1
            return "request \(guarded.requests)"
        }
        return try await again { try await $0.add(event, to: key, once: request).committed }
    }

    /// Waits for a matching state of a bloc.
    @discardableResult
    public func state<B: DurableBloc>(of key: BlocKey<B>, where matches: @Sendable (B.State) -> Bool) async throws
        -> B.State
    {
        try await again { host in
            for await state in try await host.bloc(key).states where matches(state) { return state }
            throw Crash()  // The bloc was closed by a crash.
        }
    }

    /// Runs a closure with the host, and again with the next host if that one crashes.
    private func again<Result>(_ body: (DurableHost) async throws -> Result) async throws -> Result {
        while true {
            let host = try await host()
            do {
                return try await body(host)
            } catch {
                try Task.checkCancellation()
                guard guarded.withLock({ $0.crashed == host.id }) else { throw error }
            }
        }
    }

    /// Returns the host, or a new one after a crash.
    private func host() async throws -> DurableHost {
        let (host, crashed) = guarded.withLock { ($0.host, $0.crashed) }
        if let host, host.id != crashed { return host }
        if let host { try store.endLease(of: host.id) }
        let next = try await DurableHost(store: store, manager: BlocManager()) { register(&$0, self) }
        guarded.withLock { $0.host = next }
        return next
    }

    /// Runs the scenario, and returns its results by name.
    func perform(_ act: (DurableTestRun) async throws -> Void) async throws -> [String: String] {
        try await act(self)
        // Waits for whatever the scenario did not wait for.
        while try await !host().isQuiet { await Task.yield() }
        let host = try await host()
        let calls = guarded.withLock { $0.calls.sorted() }
        var found = ["the calls": calls.joined(separator: ", ")]
        let blocs = try await host.run { session in
            try session.blocs(type: nil, id: nil, after: nil, limit: .max).map { ($0, try session.journal($0.key)) }
        }
        for (bloc, journal) in blocs where bloc.sequence > 0 {
            found["the state of “\(bloc.key)”"] = String(decoding: bloc.state ?? [], as: UTF8.self)
            let events = journal.map { String(decoding: $0.event, as: UTF8.self) }
            found["the events of “\(bloc.key)”"] = events.joined(separator: ", ")
        }
        await host.close()
        return found
    }
}
