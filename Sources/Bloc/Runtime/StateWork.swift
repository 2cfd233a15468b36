extension BlocBuilder {
    // MARK: Work that belongs to a state

    /// Runs work as long as a part of the state is present.
    ///
    /// The work starts when the part becomes present, after that state is visible. It is cancelled when the part changes or
    /// disappears, and can't change anything from then on; if the part has a new value, the work restarts with it. If the part is
    /// present when a bloc is created or restored, the work starts immediately, so it resumes after a restart of the program.
    ///
    /// bloc.when(\.loading) { request, emit in
    ///     let people = try await service.people(request)
    ///     emit.update { $0 = .loaded(people) }
    /// }
    ///
    /// When the bloc closes, work is treated like a handler; a draining bloc doesn't wait for background work. Work has
    /// no receipt; observers get `onWork` instead, with its name. It runs in its own task. The events that it adds have
    /// the event that led to the state as their cause. With `retry`, work that threw is restarted as long as the part
    /// is present. The closure that extracts the part runs outside the lock of the bloc; `nil` means absent.
    public mutating func when<Part: Equatable & Sendable>(
        _ part: @escaping @Sendable (B.State) -> Part?,
        name: String? = nil,
        retry: Backoff? = nil,
        isBackground: Bool = false,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ work: @escaping @Sendable (Part, Emitter<B>) async throws -> Void
    ) {
        let last = Lock<Part?>(nil)
        let extract = part
        let name = RegistrationName(work: name, file: file, line: line)
        let registration = StateWork<B>(name: name, isBackground: isBackground, retry: retry) { state in
            let part = extract(state)
            let before = last.withLock { exchange(&$0, with: part) }
            if before == part { return .same }
            guard let part else { return .over }
            return .begins(isPresent: { extract($0) == part }) { emit in try await work(part, emit) }
        }
        works.append(registration)
    }

    /// Runs work while a condition of the state holds; see ``when(_:name:retry:isBackground:file:line:_:)-(_,_,_,_,_,_,(Part,Emitter<B>)->Void)``.
    public mutating func when(
        _ condition: @escaping @Sendable (B.State) -> Bool,
        name: String? = nil,
        retry: Backoff? = nil,
        isBackground: Bool = false,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ work: @escaping @Sendable (Emitter<B>) async throws -> Void
    ) {
        when(condition, name: name, retry: retry, isBackground: isBackground, file: file, line: line) {
            (_: Bool, emit) in
            try await work(emit)
        }
    }

    /// Runs work while a condition of the state holds; the first argument of the work is `true`.
    public mutating func when(
        _ condition: @escaping @Sendable (B.State) -> Bool,
        name: String? = nil,
        retry: Backoff? = nil,
        isBackground: Bool = false,
        file: StaticString = #fileID,
        line: UInt = #line,
        _ work: @escaping @Sendable (Bool, Emitter<B>) async throws -> Void
    ) {
        let present: @Sendable (B.State) -> Bool? = { condition($0) ? true : nil }
        when(present, name: name, retry: retry, isBackground: isBackground, file: file, line: line, work)
    }
}

/// The delays before failed work is restarted.
public struct Backoff: Hashable, Sendable {
    /// The delay after the first failure, more than zero.
    package let first: Duration
    /// The longest delay; if work ran longer than this before it failed, the next delay is the first one again.
    package let longest: Duration
    /// The maximum number of restarts; `nil` means no limit.
    package let attempts: Int?

    /// Waits equally long after each failure.
    public static func constant(_ time: Duration, attempts: Int? = nil) -> Backoff {
        Backoff(first: time, longest: time, attempts: attempts)
    }

    /// Doubles the delay after each failure, up to a maximum.
    public static func exponential(from first: Duration, to longest: Duration, attempts: Int? = nil) -> Backoff {
        Backoff(first: first, longest: max(first, longest), attempts: attempts)
    }

    /// Returns the delay after a number of failures, 1 or more; `nil` if the work is not restarted.
    package func delay(after failures: Int) -> Duration? {
        if let attempts, failures > attempts { return nil }
        var delay = first
        for _ in 1..<max(2, failures) where failures > 1 && delay < longest { delay = min(longest, delay * 2) }
        return delay
    }
}

/// One run of work that belongs to a state; see `BlocBuilder.when`.
public struct BlocWork: Hashable, Sendable, CustomStringConvertible {
    /// The name from the registration, if it has one.
    public let name: String?
    /// The file of the registration, as `#fileID` gives it.
    public let file: String
    /// The line of the registration.
    public let line: UInt
    /// The number of this run in its bloc, counted from 1 across all kinds of work.
    public let run: UInt64
    /// The event that led to the state; `nil` if no event did, for example when the bloc was created.
    public let cause: EventReference?

    /// The name or the source location, and the number: `load#3`.
    public var description: String { "\(name ?? "\(file):\(line)")#\(run)" }
}

/// The registration of work that belongs to a state.
///
/// Unchecked like its superclass: it holds only `Sendable` constants and locks.
final class StateWork<B: StateSource>: Route, @unchecked Sendable {
    let retry: Backoff?
    /// Compares the part of a state with that of the previous state; called one at a time.
    let change: @Sendable (B.State) -> WorkChange<B>
    /// The last run, and a check for whether a state has the part that it was started for.
    let current = Lock<(job: EventJob<B>, isPresent: @Sendable (B.State) -> Bool)?>(nil)

    init(
        name: RegistrationName,
        isBackground: Bool,
        retry: Backoff?,
        change: @escaping @Sendable (B.State) -> WorkChange<B>
    ) {
        self.retry = retry
        self.change = change
        super.init(name: name, lane: .route(-1), isBackground: isBackground, policy: .concurrent, isAsync: true)
    }
}

/// The effect of a new state on work.
enum WorkChange<B: StateSource>: Sendable {
    /// None: the part is the same.
    case same
    /// The part is absent now.
    case over
    /// The part has a new value; the closure runs while that value is present.
    case begins(isPresent: @Sendable (B.State) -> Bool, @Sendable (Emitter<B>) async throws -> Void)
}

extension BlocCore {
    /// Ends and starts work for a published state.
    ///
    /// Called as a delivery, so that states come one at a time, in order. `ticket` belongs to the publisher of the state.
    func advanceWorks(for next: B.State, cause: EventReference?, ticket: UInt64) {
        for work in withLock({ $0.table })?.works ?? [] {
            let change = work.change(next)
            if case .same = change { continue }
            if let ended = work.current.withLock({ $0.take() })?.job {
                self.change { $0.machine.cancel(ended, isOwnDoing: ended.ticket == ticket) }
            }
            if case .begins(let isPresent, let body) = change { begin(work, cause, isPresent, body) }
        }
    }

    /// Cancels work that has just published a state without its part.
    ///
    /// A delivery would cancel it anyway, but another thread may make that delivery later, and the work would go on until then.
    func endOwnWork(_ ticket: UInt64) {
        guard Machine.isWork(ticket) else { return }
        let (route, current) = withLock { ($0.machine.job(ticket)?.route, $0.state) }
        guard let route else { return }
        let run = unsafeDowncast(route, to: StateWork<B>.self).current.withLock { $0 }
        let isGone = run?.job.ticket != ticket || run?.isPresent(current) != true
        let isOver = change { state in
            guard let job = state.machine.job(ticket) else { return false }
            if isGone { state.machine.cancel(job, isOwnDoing: true) }
            return job.phase == .unwinding
        }
        // Another thread may be about to cancel the task, but the work continues as soon as this returns.
        if isOver, HandlerScope.ticket(of: id) == ticket { withUnsafeCurrentTask { $0?.cancel() } }
    }

    private func begin(
        _ work: StateWork<B>,
        _ cause: EventReference?,
        _ isPresent: @escaping @Sendable (B.State) -> Bool,
        _ body: @escaping @Sendable (Emitter<B>) async throws -> Void
    ) {
        let job = EventJob(for: self)
        job.assign(to: .passUnretained(work))
        job.origin = .handler(cause: cause, isOwn: false)
        let isStarted = change { state in
            guard state.machine.startedWork(job) else { return false }
            let run = job.work
            postHook(&state) { $0.onWork($1, run, nil) }
            return true
        }
        guard isStarted else { return }
        work.current.withLock { $0 = (job, isPresent) }
        let task = start { [self] in await run(work, job, body) }
        cancelling { $0.machine.keep(task, of: job, in: .running) }
    }

    /// Runs work, and repeats it if it throws and should be retried.
    private func run(
        _ work: StateWork<B>,
        _ job: EventJob<B>,
        _ body: @escaping @Sendable (Emitter<B>) async throws -> Void
    ) async {
        let ticket = job.ticket
        var failures = 0
        var outcome = Outcome.cancelled
        while isLive(ticket) {
            let start = clock.now()
            outcome = await HandlerScope.run(id, ticket) {
                try await body(Emitter(core: self, ticket: ticket))
            }
            guard case .failed(let error) = outcome, let retry = work.retry, isLive(ticket) else { break }
            failures = clock.now() - start > retry.longest ? 1 : failures + 1
            guard let delay = retry.delay(after: failures) else { break }
            report(error, ticket: ticket)
            outcome = .cancelled
            guard (try? await clock.sleep(for: delay)) != nil else { break }
        }
        ended(job, outcome)
    }

    /// Returns the cause of events that a handler adds: its own event or, for work, the event that led to the state.
    func cause(of ticket: UInt64) -> EventReference? {
        if ticket == 0 { return nil }
        guard Machine.isWork(ticket) else { return EventReference(bloc: id, sequence: ticket) }
        return withLock { $0.machine.job(ticket)?.cause }
    }
}

extension Job {
    /// Whether it is a run of work that belongs to a state.
    final var isWork: Bool { Machine.isWork(ticket) }

    /// The run as passed to hooks.
    final var work: BlocWork {
        let name = route?.name
        return BlocWork(
            name: name?.work,
            file: name.map { "\($0.file)" } ?? "",
            line: name?.line ?? 0,
            run: ticket & ~Machine.workMark,
            cause: cause
        )
    }
}
