import Bloc
import Primitives
import Synchronization

/// The cells of this process, keyed by the number of their bloc.
enum LiveCells {
    static let shared = Lock<[UInt64: any AnyCell]>([:])
}

/// A type-erased cell, as needed by a host.
protocol AnyCell: AnyObject, Sendable {
    var key: StoreKey { get }
    /// The cell's hold on the bloc; its row is 0 until the bloc is loaded.
    var hold: Hold { get }
    /// Processes the store's answer to the claim.
    func loaded(_ claim: Claim)
    func receive(_ message: Message)
    func checkTimers()
    var isQuiet: Bool { get }
    func unloadIfIdle(since: StoreTime)
    func end(_ error: DurableError, then: AfterEnd)
}

/// The fate of events that are waiting when a cell ends.
enum AfterEnd {
    case fail
    /// They move to a new cell.
    case reload
    /// They are forwarded to the host that owns the bloc.
    case forward
}

/// The progress of a bloc's works and timers; stored with the state.
struct Progress: Codable, Sendable {
    /// For each work whose part is present, the number of the event that entered its state.
    var entries: [String: Int64] = [:]
    /// The time at which each timer last fired.
    var fired: [Int: StoreTime] = [:]

    /// The stored form for most blocs.
    private static let none = (try? JSONCoder.stored.encode(Progress())) ?? []

    static func decoded(_ bytes: [UInt8]?) throws -> Progress {
        if let bytes, bytes != none { try JSONCoder.stored.decode(Progress.self, from: bytes) } else { Progress() }
    }

    func stored() throws -> [UInt8] {
        entries.isEmpty && fired.isEmpty ? Self.none : try JSONCoder.stored.encode(self)
    }

    /// Returns the entry of a work, if its part is present.
    func entry(_ work: String) -> String? { entries[work].map { "\(work)@\($0)" } }

    func has(_ entry: String) -> Bool { entries.keys.contains { self.entry($0) == entry } }
}

/// A durable bloc in memory: it handles events one at a time, ahead of the commits, and publishes states after their commits.
///
/// The bloc object is kept only from the time when somebody uses it or its state has work: until then its program and its
/// state are enough to handle events and timers, and take a quarter of the memory.
final class Cell<B: DurableBloc>: AnyCell {
    /// A pending event, or a check of the timers.
    enum Input: Sendable {
        case outside(B.Event, DurableReceipt)
        case work(B.Event, DurableWork<B>)
        case message(Message)
        case timers
        case open(CheckedContinuation<B, any Error>)

        var message: Message? { if case .message(let message) = self { message } else { nil } }
    }

    /// A snapshot of the bloc after one of its events.
    private struct Moment: Sendable {
        var state: B.State
        var progress: Progress
        var sequence: Int64

        /// Records which works have been entered since another state, and returns those that have ended.
        mutating func enterWorks(of program: DurableBuilder<B>, from old: B.State) -> [(work: String, entry: String)] {
            var ended: [(work: String, entry: String)] = []
            for work in program.works where !work.isSame(old, state) {
                if let entry = progress.entry(work.name) { ended.append((work.name, entry)) }
                progress.entries[work.name] = work.isPresent(state) ? sequence : nil
            }
            return ended
        }
    }

    private struct Guarded: Sendable {
        /// Whether the bloc has been loaded.
        var isLive = false
        var over: (error: DurableError, next: AfterEnd)?
        var inputs: [Input] = []
        var isDraining = false
        var program: DurableBuilder<B>?
        var bloc: B?
        /// Whether somebody may be using the bloc.
        var isOpened = false
        var hold = Hold()
        /// The bloc after the last handled event, which may not be committed yet.
        var latest: Moment?
        /// The bloc as last published; if there is no bloc object, as last committed.
        var published: Moment?
        /// Committed snapshots that the bloc hasn't published yet.
        var toPublish: [Moment] = []
        /// Whether the publisher is about to add a committed event to the bloc.
        var isPublishing = false
        var inFlight = 0
        var lastMessage: Int64 = 0
        var steps: [StepKey: [UInt8]] = [:]
        var lastUse: StoreTime

        var isOver: Bool { over != nil }

        /// The works whose part is present in the published state.
        var presentWorks: [StateWork<B>] {
            guard let program, let published else { return [] }
            return program.works.filter { published.progress.entries[$0.name] != nil }
        }

        /// The number of running handlers and works; `nil` while something is pending or being committed.
        var running: Int? {
            guard isLive, inputs.isEmpty, !isDraining, inFlight == 0, toPublish.isEmpty else { return nil }
            return bloc?.core.inspection().report.handlersInFlight ?? 0
        }
    }

    let key: StoreKey
    let host: DurableHost
    private let type: RegisteredType<B>
    private let guarded: Mutex<Guarded>

    init(key: StoreKey, host: DurableHost, type: RegisteredType<B>) {
        self.key = key
        self.host = host
        self.type = type
        guarded = Mutex(Guarded(lastUse: host.now))
    }

    /// Returns the name of a work or request with the bloc's key.
    func named(_ name: String) -> Named { Named(key: key, name: name) }

    // MARK: Loading

    func loaded(_ claim: Claim) {
        switch claim {
        case .elsewhere: forwardAll()
        case .newer(let version):
            host.report(key, type.newer(key, version))
            forwardAll()
        case .parked(let error): end(DurableError(.parked, "“\(key)” is parked: \(error)"), then: .fail)
        case .owned(let stored):
            guarded.withLock { guarded in
                guarded.hold = stored.hold
                // Stored messages go before newer ones received meanwhile: after those they would look already handled.
                guarded.inputs.insert(contentsOf: stored.messages.map(Input.message), at: 0)
            }
            create { try take(stored) }
            checkTimers()
        }
    }

    private func take(_ stored: StoredBloc) throws {
        let state: B.State? = try stored.state.map {
            try type.decode("state", $0, version: stored.version, key, \.state)
        }
        let progress = try Progress.decoded(stored.progress)
        guarded.withLock { guarded in
            guarded.published = state.map { Moment(state: $0, progress: progress, sequence: stored.sequence) }
            guarded.steps = stored.steps
        }
        for item in stored.parked { host.suspend(named(item.name)) }
    }

    /// Creates the bloc object with the last published state, unless it exists, and keeps it if somebody uses it or its
    /// state has work; runs in order with all publications.
    ///
    /// A bloc that can't be created is parked.
    private func create(_ prepare: () throws -> Void = {}) {
        do {
            try prepare()
            guard guarded.withLock({ !$0.isOver && $0.bloc == nil }) else { return }
            var bloc = try type.create(Durable(cell: self))
            let isUsed =
                !isKnownUniquelyReferenced(&bloc) || bloc.core.inspection().report.subscribers > 0
                || !BlocObservers.installed.isEmpty
            guarded.withLock { [bloc] guarded in
                // If released here, it closes itself.
                if guarded.isOver { return }
                guarded.isLive = true
                let isObserved = guarded.program?.observer != nil
                guard isUsed || isObserved || guarded.isOpened || !guarded.presentWorks.isEmpty else { return }
                guarded.bloc = bloc
                LiveCells.shared.withLock { $0[bloc.core.id.number] = self }
            }
        } catch {
            park(ParkedItem.bloc, error)
            end(DurableError(.parked, "“\(key)” is parked: \(error)"), then: .fail)
        }
    }

    /// Stores the program of the bloc that is being created, and returns the state to start from.
    func begin(_ program: DurableBuilder<B>, _ initialState: B.State) -> B.State {
        guarded.withLock { guarded in
            guarded.program = program
            if guarded.latest != nil, let published = guarded.published { return published.state }
            // The bloc has just been loaded.
            var first = guarded.published ?? Moment(state: initialState, progress: Progress(), sequence: 0)
            for work in program.works where work.isPresent(first.state) && first.progress.entries[work.name] == nil {
                first.progress.entries[work.name] = first.sequence
            }
            guarded.latest = first
            guarded.published = first
            return first.state
        }
    }

    /// Returns the bloc once it is loaded.
    func open() async throws -> B {
        try await withCheckedThrowingContinuation { enqueue(.open($0)) }
    }

    // MARK: Events

    func receive(_ message: Message) { enqueue(.message(message)) }

    func checkTimers() { enqueue(.timers) }

    func enqueue(_ input: Input) {
        let (isOver, drains) = guarded.withLock { guarded -> (Bool, Bool) in
            if guarded.isOver { return (true, false) }
            guarded.lastUse = host.now
            guarded.inputs.append(input)
            guard guarded.isLive, !guarded.isDraining else { return (false, false) }
            guarded.isDraining = true
            return (false, true)
        }
        if isOver { turnAway(input) }
        if drains { drain() }
    }

    /// Redirects or fails an input of a cell that has ended; stored messages will be delivered again.
    private func turnAway(_ input: Input) {
        guard let (error, next) = guarded.withLock({ $0.over }) else { return enqueue(input) }
        switch (input, next) {
        case (.outside, .reload), (.open, .reload): host.cell(key, type).enqueue(input)
        case (.outside(let event, let receipt), .forward): host.forward(event, to: key, type, request: nil, receipt)
        default: answer(input, .failure(error))
        }
    }

    private func answer(_ input: Input, _ result: Result<Outcome, any Error>) {
        switch (input, result) {
        case (.outside(_, let receipt), _): receipt.resolve(result)
        case (.open(let opener), .failure(let error)): opener.resume(throwing: error)
        case (.message(let message), .success(let outcome)):
            if let request = message.request { host.resolve(named(request), .success(outcome)) }
        default: break
        }
    }

    /// Handles pending inputs; only one thread at a time has this role.
    private func drain() {
        while true {
            let inputs = guarded.withLock { guarded in
                let inputs = exchange(&guarded.inputs, with: [])
                if inputs.isEmpty { guarded.isDraining = false }
                return inputs
            }
            if inputs.isEmpty { return }
            for input in inputs { handle(input) }
        }
    }

    private func handle(_ input: Input) {
        let (isOver, program, latest) = guarded.withLock { ($0.isOver, $0.program, $0.latest) }
        guard !isOver, let program, let latest else { return turnAway(input) }
        switch input {
        case .outside(let event, _):
            apply(event, input, cause: nil, latest)
        case .work(let event, let work):
            // The run's own state must still be current: a later event may have left it.
            guard latest.progress.entry(work.name) == work.entry else { return }
            apply(event, input, cause: "work \(work.name)", latest)
        case .message(let message):
            let isNew = guarded.withLock { guarded in
                defer { guarded.lastMessage = max(guarded.lastMessage, message.number) }
                return message.number > guarded.lastMessage
            }
            guard isNew else { return }
            guard message.version <= type.version else { return makeWay(message.version) }
            do {
                let event: B.Event = try type.decode("event", message.event, version: message.version, key, \.event)
                apply(event, input, cause: message.cause, latest)
            } catch {
                park("message \(message.number)", error, message)
            }
        case .timers:
            for (index, wake) in program.wakes.enumerated() {
                // Each timer sees the state left by the previous one.
                guard var before = guarded.withLock({ $0.latest }), let time = wake.time(before.state),
                    time <= host.now, before.progress.fired[index] != time
                else { continue }
                before.progress.fired[index] = time
                guarded.withLock { [before] in $0.latest = before }
                apply(wake.event, input, cause: "timer", before)
            }
        case .open(let opener):
            guarded.withLock { $0.isOpened = true }
            host.publish { [self] in
                create()
                if let bloc = guarded.withLock({ $0.bloc }) { opener.resume(returning: bloc) } else { turnAway(input) }
            }
        }
    }

    /// Handles an event, and has the writer commit the result.
    private func apply(_ event: B.Event, _ input: Input, cause: String?, _ before: Moment) {
        guard let program = guarded.withLock({ $0.program }) else { return }
        var next = before
        next.sequence += 1
        let emit = DurableEmitter<B>(state: before.state, time: host.now, source: "\(key)#\(next.sequence)")
        let change: Change
        do {
            guard try program.handle(event, emit) else {
                return reject(input, .dropped(.unhandled), after: before.sequence)
            }
            next.state = emit.state
            let ended = next.enterWorks(of: program, from: before.state)
            let (state, fired) = (next.state, next.progress.fired)
            let wakes = program.wakes.enumerated().compactMap { index, wake in
                wake.time(state).flatMap { fired[index] == $0 ? nil : $0 }
            }
            change = Change(
                key: key,
                hold: hold,
                entry: JournalEntry(
                    sequence: next.sequence,
                    time: emit.time,
                    cause: cause,
                    version: type.version,
                    event: try JSONCoder.stored.encode(event),
                    state: try JSONCoder.stored.encode(state)
                ),
                isJournaled: host.options.journal > .zero,
                progress: try next.progress.stored(),
                wake: wakes.min(),
                isActive: program.works.contains { $0.isPresent(state) },
                messages: try emit.sent(host.version),
                message: input.message,
                ended: ended
            )
        } catch {
            return reject(input, .failed(error), after: before.sequence)
        }
        guarded.withLock { [next] guarded in
            guarded.latest = next
            guarded.inFlight += 1
            for (_, entry) in change.ended { guarded.steps = guarded.steps.filter { $0.key.entry != entry } }
        }
        host.resume(change.ended.map { named($0.work) })
        host.perform(takesTurn: !change.messages.isEmpty) {
            try $0.commit(change)
        } then: { [self, next] result in
            if case .success = result { publish(next, after: event, hasWork: change.isActive) }
            ended(input, result, .handled)
        }
        if let wake = change.wake { host.arm(wake) }
        if !change.messages.isEmpty { host.look() }
    }

    /// Ends an event that changes nothing, once all earlier events are committed: its outcome depends on them.
    private func reject(_ input: Input, _ outcome: Outcome, after sequence: Int64) {
        guarded.withLock { $0.inFlight += 1 }
        host.perform(takesTurn: false) { [hold] session in
            guard try session.isCurrent(hold, sequence: sequence) else { throw TakenOver() }
            if let message = input.message {
                let failure = if case .failed(let error) = outcome { "\(error)" } else { "\(outcome)" }
                try session.finish(message, failure: failure)
            }
        } then: { [self] result in
            if case .failed(let error) = outcome, case .success = result { host.report(key, error) }
            ended(input, result, outcome)
        }
    }

    /// Resolves the receipt of an event, or gives up the bloc if the store has refused the commit.
    private func ended(_ input: Input, _ result: Result<Void, any Error>, _ outcome: Outcome) {
        guarded.withLock { $0.inFlight -= 1 }
        switch result {
        case .success: answer(input, .success(outcome))
        case .failure(is TakenOver):
            end(.takenOver(key), then: .reload)
            turnAway(input)
        case .failure(let error):
            answer(input, .failure(error))
            host.failed(self, error)
        }
    }

    // MARK: Publishing

    /// Publishes a committed snapshot.
    private func publish(_ next: Moment, after event: B.Event, hasWork: Bool) {
        let bloc = guarded.withLock { guarded -> B? in
            if guarded.bloc == nil { guarded.published = next } else { guarded.toPublish.append(next) }
            guarded.isPublishing = guarded.bloc != nil
            return guarded.bloc
        }
        if let bloc {
            _ = bloc.addAtOnce(event)
        } else if hasWork {
            create()
        }
    }

    /// Returns whether the event that the bloc is about to handle was committed by this cell.
    ///
    /// Only the first call returns true, because observers may add other events.
    func isPublishing() -> Bool {
        guard host.isPublisher else { return false }
        return guarded.withLock { exchange(&$0.isPublishing, with: false) }
    }

    func publishNext(_ emit: Emitter<B>) {
        let next = guarded.withLock { guarded -> B.State? in
            guard !guarded.toPublish.isEmpty else { return nil }
            let next = guarded.toPublish.removeFirst()
            if guarded.toPublish.isEmpty { guarded.toPublish = [] }
            guarded.published = next
            return next.state
        }
        if let next { emit(next) }
    }

    // MARK: Work

    /// Returns the entry of some work, if its part is present in the last published state.
    func entry(of work: String, where isCurrent: (B.State) -> Bool) -> String? {
        let published = guarded.withLock { $0.published }
        guard let published, isCurrent(published.state) else { return nil }
        return published.progress.entry(work)
    }

    func result(of step: StepKey) -> [UInt8]? { guarded.withLock { $0.steps[step] } }

    func record(_ result: [UInt8], for step: StepKey) async throws {
        try await whileCurrent(step.entry) { [hold] in try $0.record(result, for: step, hold) }
        guarded.withLock { guarded in
            if guarded.latest?.progress.has(step.entry) == true { guarded.steps[step] = result }
        }
    }

    /// Writes data of some work, unless its state has been left: nothing would ever remove data written later.
    private func whileCurrent(
        _ entry: String,
        _ body: @escaping @Sendable (StoreSession) throws -> Void
    ) async throws {
        do {
            try await host.run(takesTurn: false) { [self] session in
                guard guarded.withLock({ $0.latest?.progress.has(entry) == true }) else { throw CancellationError() }
                try body(session)
            }
        } catch is TakenOver {
            throw CancellationError()
        }
    }

    func park(_ work: String, entry: String, _ error: any Error) async throws {
        let item = ParkedItem(key: key, name: work, error: "\(error)", time: host.now)
        try await whileCurrent(entry) { [hold] in try $0.park(item, hold) }
        host.suspend(named(work))
        host.report(key, error)
    }

    /// Parks a message or the bloc, unless another host, which may be able to read it, has taken over the bloc.
    private func park(_ name: String, _ error: any Error, _ message: Message? = nil) {
        let item = ParkedItem(key: key, name: name, error: "\(error)", time: host.now, message: message)
        host.perform(takesTurn: false) { [hold] in try $0.park(item, hold) }
        host.report(key, error)
    }

    // MARK: Ending

    var hold: Hold { guarded.withLock { $0.hold } }

    var isOver: Bool { guarded.withLock { $0.isOver } }

    /// Whether nothing is pending or being committed, and the only works still running wait for an operator.
    var isQuiet: Bool {
        let (running, works) = guarded.withLock { ($0.running, $0.presentWorks) }
        return running.map { $0 <= works.count { host.isSuspended(named($0.name)) } } ?? false
    }

    func unloadIfIdle(since limit: StoreTime) {
        end(DurableError(.closed, "“\(key)” was idle."), then: .reload) { guarded in
            // Anybody holding the bloc may be observing it.
            guarded.lastUse <= limit && guarded.running == 0 && guarded.presentWorks.isEmpty
                && (guarded.bloc == nil || isKnownUniquelyReferenced(&guarded.bloc))
        }
    }

    /// Leaves the bloc to a host with a newer version of the program.
    private func makeWay(_ version: Int) {
        host.leave(key)
        host.report(key, type.newer(key, version))
        forwardAll()
        host.perform { [key] in try $0.release(key) }
    }

    /// Leaves the bloc to the host that owns it.
    private func forwardAll() { end(DurableError(.closed, "Another host owns “\(key)”."), then: .forward) }

    func end(_ error: DurableError, then next: AfterEnd) { end(error, then: next) { _ in true } }

    /// Ends the cell and its bloc, if its state matches.
    private func end(_ error: DurableError, then next: AfterEnd, if matches: (inout Guarded) -> Bool) {
        let taken = guarded.withLock { guarded -> ([Input], B?)? in
            guard !guarded.isOver, matches(&guarded) else { return nil }
            guarded.over = (error, next)
            return (exchange(&guarded.inputs, with: []), guarded.bloc.take())
        }
        guard let (inputs, bloc) = taken else { return }
        host.forget(self)
        if let bloc {
            LiveCells.shared.withLock { $0[bloc.core.id.number] = nil }
            // Cancels its work, which can't change anything anymore.
            Task { await bloc.close() }
        }
        for input in inputs { turnAway(input) }
    }
}
