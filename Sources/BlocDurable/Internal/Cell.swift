import Bloc
import Synchronization

/// The cells of this process by the number of their bloc.
enum LiveCells {
    static let shared = Lock<[UInt64: any AnyCell]>([:])
}

/// A cell of any type, as a host needs it.
protocol AnyCell: AnyObject, Sendable {
    var key: StoreKey { get }
    /// The number of the bloc in the store and its epoch.
    var ownership: (row: Int64, epoch: Int64) { get }
    /// Takes the store's answer to the claim.
    func loaded(_ result: Result<Claim, any Error>)
    func receive(_ messages: [Message])
    func checkTimers()
    /// Lets all parked work go on but that with these names.
    func keepParked(_ names: Set<String>)
    /// Whether nothing of it waits, is being committed or works.
    var isQuiet: Bool { get }
    func unloadIfIdle(since: StoreTime)
    /// Ends it; what waits goes to a new cell if `reloads`, else fails.
    func end(_ error: DurableError, reloads: Bool)
}

/// Where the works and timers of a bloc stand; stored with the state.
struct Progress: Codable, Sendable {
    /// The event that entered the state of each work that is present.
    var entries: [String: Int64] = [:]
    /// The time at which each timer fired last.
    var fired: [Int: StoreTime] = [:]

    /// The bytes of most blocs.
    private static let none = (try? JSON.encode(Progress())) ?? []

    init() {}

    init(stored: [UInt8]?) throws {
        guard let stored, stored != Self.none else { return }
        self = try JSON.decode(Progress.self, from: stored)
    }

    func stored() throws -> [UInt8] { entries.isEmpty && fired.isEmpty ? Self.none : try JSON.encode(self) }

    /// The entry of a work, if its part is present.
    func entry(_ work: String) -> String? { entries[work].map { "\(work)@\($0)" } }

    func has(_ entry: String) -> Bool { entries.keys.contains { self.entry($0) == entry } }
}

/// A durable bloc in memory: handles its events one at a time, ahead of what is committed, and publishes states after their commits.
///
/// The bloc itself is there only while somebody uses it or work belongs to its state: its program and its state are enough for events
/// and timers, and take a quarter of the memory.
final class Cell<B: DurableBloc>: AnyCell {
    /// An event on its way, or a look at the timers.
    private enum Input: Sendable {
        case outside(B.Event, DurableReceipt)
        case work(B.Event, DurableWork<B>)
        case message(Message)
        case timers
        case open(CheckedContinuation<B, any Error>)
    }

    /// The bloc after one of its events.
    private struct Moment: Sendable {
        var state: B.State
        var progress: Progress
        var sequence: Int64
    }

    private enum Phase: Sendable {
        case loading
        case live
        case over(DurableError, reloads: Bool)
    }

    private struct Guarded: Sendable {
        var phase = Phase.loading
        var inputs: [Input] = []
        var isDraining = false
        var program: DurableBuilder<B>?
        var bloc: B?
        /// Whether somebody may be using the bloc, or hears of what it does.
        var keepsBloc = false
        /// None of the store's rows until it is loaded.
        var ownership: (row: Int64, epoch: Int64) = (0, 0)
        /// The bloc after the last handled event, which may not be committed yet.
        var latest: Moment?
        /// The bloc as it was published last; while there is none, as it was committed last.
        var published: Moment?
        /// What is committed and the bloc has not published yet.
        var toPublish: [Moment] = []
        /// Whether the publisher is about to add a committed event to the bloc.
        var isPublishing = false
        var inFlight = 0
        var lastMessage: Int64 = 0
        var steps: [StepKey: [UInt8]] = [:]
        /// The parked works, whose runs wait for the end of a stream.
        var parked: [String: Parking] = [:]
        var lastUse: StoreTime

        /// The works of the published state.
        var presentWorks: [StateWork<B>] {
            guard let program, let published else { return [] }
            return program.works.filter { published.progress.entries[$0.name] != nil }
        }

        /// Whether nothing of it waits or is being committed, and no work runs but those that wait for an operator.
        var isQuiet: Bool {
            if case .loading = phase { return false }
            guard inputs.isEmpty, !isDraining, inFlight == 0, toPublish.isEmpty else { return false }
            guard let bloc else { return true }
            return bloc.core.inspection().report.handlersInFlight <= presentWorks.count { parked[$0.name] != nil }
        }
    }

    private typealias Parking = (stream: AsyncStream<Never>, continuation: AsyncStream<Never>.Continuation)

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

    // MARK: Loading

    func loaded(_ result: Result<Claim, any Error>) {
        switch result {
        case .failure(let error):
            host.failed(self, error)
        case .success(.elsewhere):
            forwardAll()
        case .success(.newer(let version)):
            host.report(key, type.newer(key, version))
            forwardAll()
        case .success(.parked(let error)):
            end(DurableError(.parked, "“\(key)” is parked: \(error)"), reloads: false)
        case .success(.owned(let stored)):
            guarded.withLock { guarded in
                guarded.ownership = (stored.row, stored.epoch)
                // Before newer ones that have been received meanwhile: after those they would pass for handled.
                guarded.inputs.insert(contentsOf: stored.messages.map(Input.message), at: 0)
            }
            create { try take(stored) }
            letGo()
            checkTimers()
        }
    }

    private func take(_ stored: StoredBloc) throws {
        let state = try stored.state.map { try type.decodeState($0, version: stored.version, key) }
        let progress = try Progress(stored: stored.progress)
        guarded.withLock { guarded in
            guarded.published = state.map { Moment(state: $0, progress: progress, sequence: stored.sequence) }
            guarded.steps = stored.steps
            for item in stored.parked { guarded.parked[item.name] = AsyncStream.makeStream() }
        }
        if !stored.parked.isEmpty { host.watchParked(self) }
    }

    /// Creates the bloc with the state that was published last, unless it is there; in the order of all publications.
    ///
    /// A bloc that cannot be created is parked.
    private func create(_ prepare: () throws -> Void = {}) {
        do {
            try prepare()
            let isWanted = guarded.withLock { guarded in
                if case .over = guarded.phase { return false }
                return guarded.bloc == nil
            }
            guard isWanted else { return }
            let bloc = try type.create(Durable(cell: self))
            guarded.withLock { guarded in
                // Released here, it closes itself.
                if case .over = guarded.phase { return }
                guarded.phase = .live
                guarded.bloc = bloc
                LiveCells.shared.withLock { $0[bloc.core.id.number] = self }
                if guarded.program?.observer != nil || !BlocObservers.installed.isEmpty { guarded.keepsBloc = true }
            }
        } catch {
            let text = (error as? DurableError)?.message ?? "\(error)"
            park(ParkedItem(key: key, name: ParkedItem.bloc, error: text, time: host.now))
            host.report(key, error)
            end(DurableError(.parked, "“\(key)” is parked: \(text)"), reloads: false)
        }
    }

    /// Takes the program of the bloc that is being created.
    ///
    /// - Returns: The state to begin with.
    func begin(_ program: DurableBuilder<B>, _ initialState: B.State) -> B.State {
        guarded.withLock { guarded in
            guarded.program = program
            if guarded.latest != nil, let published = guarded.published { return published.state }
            // It has just been loaded.
            var first = guarded.published ?? Moment(state: initialState, progress: Progress(), sequence: 0)
            for work in program.works where work.isPresent(first.state) && first.progress.entries[work.name] == nil {
                first.progress.entries[work.name] = first.sequence
            }
            guarded.latest = first
            guarded.published = first
            return first.state
        }
    }

    /// Releases the bloc until it is needed again, if nobody uses it and its state has no work.
    private func letGo() {
        let bloc = guarded.withLock { guarded -> B? in
            guard !guarded.keepsBloc, guarded.toPublish.isEmpty, guarded.presentWorks.isEmpty,
                isKnownUniquelyReferenced(&guarded.bloc), let bloc = guarded.bloc
            else { return nil }
            let report = bloc.core.inspection().report
            guard report.subscribers == 0, report.handlersInFlight == 0 else { return nil }
            guarded.bloc = nil
            return bloc
        }
        if let bloc { LiveCells.shared.withLock { $0[bloc.core.id.number] = nil } }
    }

    /// The bloc, once it is loaded.
    func open() async throws -> B {
        try await withCheckedThrowingContinuation { enqueue(.open($0)) }
    }

    // MARK: Events

    func add(_ event: B.Event, to receipt: DurableReceipt) { enqueue(.outside(event, receipt)) }

    func add(_ event: B.Event, from work: DurableWork<B>) { enqueue(.work(event, work)) }

    func receive(_ messages: [Message]) {
        for message in messages { enqueue(.message(message)) }
    }

    func checkTimers() { enqueue(.timers) }

    private func enqueue(_ input: Input) {
        let (isOver, drains) = guarded.withLock { guarded -> (Bool, Bool) in
            if case .over = guarded.phase { return (true, false) }
            guarded.lastUse = host.now
            guarded.inputs.append(input)
            guard case .live = guarded.phase, !guarded.isDraining else { return (false, false) }
            guarded.isDraining = true
            return (false, true)
        }
        if isOver { turnAway(input) }
        if drains { drain() }
    }

    /// Ends an input of a cell that is over: what is stored comes again.
    private func turnAway(_ input: Input) {
        guard case .over(let error, let reloads) = guarded.withLock({ $0.phase }) else { return enqueue(input) }
        switch input {
        case .outside, .open:
            if reloads { return host.cell(key, type).enqueue(input) }
            fail(input, error)
        case .work, .message, .timers: break
        }
    }

    private func fail(_ input: Input, _ error: any Error) {
        switch input {
        case .outside(_, let receipt): receipt.resolve(.failure(error))
        case .open(let opener): opener.resume(throwing: error)
        case .work, .message, .timers: break
        }
    }

    /// Handles what waits; one thread at a time has this role.
    private func drain() {
        while true {
            let inputs = guarded.withLock { guarded in
                let inputs = guarded.inputs
                guarded.inputs = []
                if inputs.isEmpty { guarded.isDraining = false }
                return inputs
            }
            if inputs.isEmpty { return }
            for input in inputs { handle(input) }
        }
    }

    private func handle(_ input: Input) {
        let (phase, program, latest) = guarded.withLock { ($0.phase, $0.program, $0.latest) }
        guard case .live = phase, let program, let latest else { return turnAway(input) }
        switch input {
        case .outside(let event, _):
            apply(event, input, program, latest)
        case .work(let event, let work):
            // Only what the run's own state still wants: a later event may have left it.
            guard work.isCurrent(latest.state), latest.progress.entry(work.name) == work.entry else { return }
            apply(event, input, program, latest)
        case .message(let message):
            let isNew = guarded.withLock { guarded in
                defer { guarded.lastMessage = max(guarded.lastMessage, message.number) }
                return message.number > guarded.lastMessage
            }
            guard isNew else { return }
            guard message.content.version <= type.version else { return makeWay(message.content.version) }
            do {
                let event = try type.decodeEvent(message.content.event, version: message.content.version, key)
                apply(event, input, program, latest)
            } catch {
                let name = "message \(message.number)"
                park(ParkedItem(key: key, name: name, error: "\(error)", time: host.now, message: message))
                host.report(key, error)
            }
        case .timers:
            for (index, wake) in program.wakes.enumerated() {
                // Each timer sees the state that the one before has left.
                let fired = guarded.withLock { guarded -> Moment? in
                    guard let latest = guarded.latest, let time = wake.time(latest.state), time <= host.now,
                        latest.progress.fired[index] != time
                    else { return nil }
                    guarded.latest?.progress.fired[index] = time
                    return guarded.latest
                }
                if let fired { apply(wake.event, input, program, fired) }
            }
        case .open(let opener):
            guarded.withLock { $0.keepsBloc = true }
            host.publish { [self] in
                create()
                if let bloc = guarded.withLock({ $0.bloc }) { opener.resume(returning: bloc) } else { turnAway(input) }
            }
        }
    }

    /// Handles an event and has the writer commit what it led to.
    private func apply(_ event: B.Event, _ input: Input, _ program: DurableBuilder<B>, _ before: Moment) {
        let sequence = before.sequence + 1
        let emit = DurableEmitter<B>(state: before.state, time: host.now, source: "\(key)#\(sequence)")
        var (next, change): (Moment, Change)
        do {
            guard try program.handle(event, emit) else {
                return reject(input, .dropped(.unhandled), after: before.sequence)
            }
            next = Moment(state: emit.state, progress: before.progress, sequence: sequence)
            change = try self.change(input, event, emit, program, before, &next)
        } catch {
            return reject(input, .failed(error), after: before.sequence)
        }
        let retired = guarded.withLock { [next] guarded in
            guarded.latest = next
            guarded.inFlight += 1
            return change.ended.compactMap { work, entry in
                guarded.steps = guarded.steps.filter { $0.key.entry != entry }
                return guarded.parked.removeValue(forKey: work)
            }
        }
        for parking in retired { parking.continuation.finish() }
        host.perform { [change] in
            try $0.commit(change)
        } then: { [self, next, change] result in
            if case .success = result { publish(next, after: event, hasWork: change.isActive) }
            ended(input, result, .handled)
        }
        if let wake = change.wake { host.arm(wake) }
        if !change.messages.isEmpty { host.look() }
    }

    private func change(
        _ input: Input,
        _ event: B.Event,
        _ emit: DurableEmitter<B>,
        _ program: DurableBuilder<B>,
        _ before: Moment,
        _ next: inout Moment
    ) throws -> Change {
        var ended: [(work: String, entry: String)] = []
        for work in program.works where !work.isSame(before.state, next.state) {
            if let entry = next.progress.entry(work.name) { ended.append((work.name, entry)) }
            next.progress.entries[work.name] = work.isPresent(next.state) ? next.sequence : nil
        }
        let (state, fired) = (next.state, next.progress.fired)
        let wakes = program.wakes.enumerated().compactMap { index, wake in
            wake.time(state).flatMap { fired[index] == $0 ? nil : $0 }
        }
        var (message, cause): (Message?, String?) = (nil, nil)
        switch input {
        case .outside, .open: break
        case .message(let content): (message, cause) = (content, content.content.cause)
        case .work(_, let work): cause = "work \(work.name)"
        case .timers: cause = "timer"
        }
        let (row, epoch) = ownership
        return Change(
            row: row,
            key: key,
            epoch: epoch,
            sequence: next.sequence,
            version: type.version,
            state: try JSON.encode(next.state),
            progress: try next.progress.stored(),
            wake: wakes.min(),
            isActive: program.works.contains { $0.isPresent(state) },
            time: emit.time,
            cause: cause,
            event: try JSON.encode(event),
            isJournaled: host.options.journal > .zero,
            messages: try emit.sent().map { try host.addressed($0) },
            message: message,
            ended: ended
        )
    }

    /// Ends an event that changes nothing, if the events before it are committed: its outcome rests on them.
    private func reject(_ input: Input, _ outcome: Outcome, after sequence: Int64) {
        guarded.withLock { $0.inFlight += 1 }
        host.perform { [ownership] session in
            guard try session.isCurrent(ownership.row, epoch: ownership.epoch, sequence: sequence) else {
                throw TakenOver()
            }
            if case .message(let message) = input {
                let failure = if case .failed(let error) = outcome { "\(error)" } else { "\(outcome)" }
                try session.finish(message, failure: failure)
            }
        } then: { [self] result in
            if case .failed(let error) = outcome, case .success = result { host.report(key, error) }
            ended(input, result, outcome)
        }
    }

    /// Resolves the receipt of an event, or gives the bloc up if the store has refused it.
    private func ended(_ input: Input, _ result: Result<Void, any Error>, _ outcome: Outcome) {
        guarded.withLock { $0.inFlight -= 1 }
        switch result {
        case .success:
            switch input {
            case .outside(_, let receipt): receipt.resolve(.success(outcome))
            case .message(let message): if let request = message.request { host.resolve(key, request, outcome) }
            case .work, .timers, .open: break
            }
            letGo()
        case .failure(is TakenOver):
            end(.takenOver(key), reloads: true)
            turnAway(input)
        case .failure(let error):
            fail(input, error)
            host.failed(self, error)
        }
    }

    // MARK: Publishing

    /// Publishes what is committed.
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

    /// Whether the event that the bloc is about to handle was committed by this cell.
    ///
    /// Only the first look says so, because observers may add other events.
    func isPublishing() -> Bool {
        guard host.isPublisher else { return false }
        return guarded.withLock { guarded in
            defer { guarded.isPublishing = false }
            return guarded.isPublishing
        }
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

    /// The entry of a work whose part the last published state has.
    func entry(of work: String, where isCurrent: (B.State) -> Bool) -> String? {
        let published = guarded.withLock { $0.published }
        guard let published, isCurrent(published.state) else { return nil }
        return published.progress.entry(work)
    }

    func result(of step: StepKey) -> [UInt8]? { guarded.withLock { $0.steps[step] } }

    func record(_ result: [UInt8], for step: StepKey) async throws {
        try await whileCurrent(step.entry) { [ownership] session in
            try session.record(result, step: step.step, entry: step.entry, bloc: ownership.row, epoch: ownership.epoch)
        }
        guarded.withLock { guarded in
            if guarded.latest?.progress.has(step.entry) == true { guarded.steps[step] = result }
        }
    }

    /// Writes something of a work, unless its state has been left: nobody would ever remove what is written later.
    private func whileCurrent(
        _ entry: String,
        _ body: @escaping @Sendable (StoreSession) throws -> Void
    ) async throws {
        do {
            try await host.run { [self] session in
                guard guarded.withLock({ $0.latest?.progress.has(entry) == true }) else { throw CancellationError() }
                try body(session)
            }
        } catch is TakenOver {
            throw CancellationError()
        }
    }

    func park(_ work: String, entry: String, _ error: any Error) async throws {
        let item = ParkedItem(key: key, name: work, error: "\(error)", time: host.now)
        try await whileCurrent(entry) { [ownership] session in
            guard try session.isCurrent(ownership.row, epoch: ownership.epoch) else { throw TakenOver() }
            try session.park(item)
        }
        guarded.withLock { $0.parked[work] = AsyncStream.makeStream() }
        host.watchParked(self)
        host.report(key, error)
    }

    /// Parks a message or the bloc, unless another host has taken the bloc over and may read it.
    private func park(_ item: ParkedItem) {
        host.perform { [ownership] session in
            if try session.isCurrent(ownership.row, epoch: ownership.epoch) { try session.park(item) }
        } then: { _ in
        }
    }

    /// Waits until an operator has the work retried, if it is parked.
    func untilRetried(_ work: String) async throws {
        guard let parking = guarded.withLock({ $0.parked[work] }) else { return }
        for await _ in parking.stream {}
        try Task.checkCancellation()
    }

    func keepParked(_ names: Set<String>) {
        let retried = guarded.withLock { guarded in
            let retried = guarded.parked.filter { !names.contains($0.key) }
            for name in retried.keys { guarded.parked[name] = nil }
            if guarded.parked.isEmpty { host.watchParked(self, false) }
            return retried.values
        }
        for parking in retried { parking.continuation.finish() }
    }

    // MARK: Ending

    var ownership: (row: Int64, epoch: Int64) { guarded.withLock { $0.ownership } }

    var isQuiet: Bool { guarded.withLock { $0.isQuiet } }

    func unloadIfIdle(since limit: StoreTime) {
        let phase = Phase.over(DurableError(.closed, "“\(key)” was idle."), reloads: true)
        _ = takeAll(phase) { guarded in
            // Somebody who holds the bloc may observe it.
            guarded.lastUse <= limit && guarded.isQuiet && guarded.presentWorks.isEmpty
                && (guarded.bloc == nil || isKnownUniquelyReferenced(&guarded.bloc))
        }
    }

    /// Leaves the bloc to a host that knows a newer version.
    private func makeWay(_ version: Int) {
        host.leave(key)
        host.report(key, type.newer(key, version))
        forwardAll()
        host.perform { [key] in
            try $0.release(key)
        } then: { _ in
        }
    }

    /// Sends what waits to the host that owns the bloc.
    private func forwardAll() {
        let error = DurableError(.closed, "Another host owns “\(key)”.")
        for input in takeAll(.over(error, reloads: true)) {
            guard case .outside(let event, let receipt) = input else {
                fail(input, error)
                continue
            }
            host.forward(event, to: key, type, request: nil, receipt)
        }
    }

    func end(_ error: DurableError, reloads: Bool) {
        for input in takeAll(.over(error, reloads: reloads)) { turnAway(input) }
    }

    /// Ends the cell and its bloc, and returns what waits.
    private func takeAll(_ phase: Phase, if matches: (inout Guarded) -> Bool = { _ in true }) -> [Input] {
        let (inputs, bloc) = guarded.withLock { guarded -> ([Input], B?) in
            if case .over = guarded.phase { return ([], nil) }
            guard matches(&guarded) else { return ([], nil) }
            guarded.phase = phase
            defer { (guarded.inputs, guarded.bloc) = ([], nil) }
            return (guarded.inputs, guarded.bloc)
        }
        guard case .over = guarded.withLock({ $0.phase }) else { return [] }
        host.forget(self)
        if let bloc {
            LiveCells.shared.withLock { $0[bloc.core.id.number] = nil }
            // Cancels its work, which can change nothing any more.
            Task { await bloc.close() }
        }
        return inputs
    }
}
