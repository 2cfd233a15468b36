public import Bloc
import Dispatch
import Primitives
import Synchronization

/// A host that runs the durable blocs of a store in this process.
///
/// Several hosts, in one process or several, can share a store: each bloc has one owner at a time, which commits under
/// a lease. When a host ends, other hosts take over its blocs.
public final class DurableHost: Sendable {
    /// The time limits of a host.
    public struct Options: Sendable {
        /// The time after which another host may take over the blocs of a host that has stopped.
        public var lease = Duration.seconds(5)
        /// The time after which a bloc without work, events or users is unloaded from memory.
        public var idle = Duration.seconds(60)
        /// The time for which the journal keeps events; zero disables the journal.
        public var journal = Duration.seconds(30 * 86_400)
        /// The time for which the outcome of a request is remembered.
        public var requests = Duration.seconds(7 * 86_400)

        /// Creates the default limits.
        public init() {}
    }

    /// The blocs and broadcasts that a host handles; see ``DurableHost/init(store:options:manager:report:_:)``.
    public struct Registrations: Sendable {
        var types: [String: any AnyRegisteredType] = [:]
        var broadcasts: [String: @Sendable ([UInt8], BlocManager) throws -> Void] = [:]
        var encoders: [ObjectIdentifier: @Sendable (any Sendable) throws -> (String, [UInt8])?] = [:]

        /// Registers a type of blocs, with the version of its states and events, 1 or more.
        ///
        /// For each older version, a migration converts them to the next version. The closure creates a bloc, and
        /// creates it again if it is needed after it was released for lack of users and work.
        public mutating func register<B: DurableBloc>(
            _ type: B.Type,
            version: Int = 1,
            migrations: [Int: DurableMigration] = [:],
            _ create: @escaping @Sendable (Durable<B>) throws -> B
        ) {
            types[B.durableName] = RegisteredType(version: version, migrations: migrations, create: create)
        }

        /// Forwards the manager's broadcasts of a type to the managers of all hosts of the store.
        ///
        /// The type's name in the store is by default the name of the Swift type.
        public mutating func broadcast<Message: Codable & Sendable>(_ type: Message.Type, name: String? = nil) {
            let name = name ?? "\(type)"
            broadcasts[name] = { bytes, manager in
                manager.deliver(try JSONCoder.stored.decode(Message.self, from: bytes))
            }
            encoders[ObjectIdentifier(type)] = { try ($0 as? Message).map { (name, try JSONCoder.stored.encode($0)) } }
        }
    }

    /// The extent of a poll of the store.
    enum Look: Comparable {
        case nothing
        /// New entries, if other hosts have changed something: some stores find out only when they are queried.
        case news
        case new
        /// Also everything that earlier polls have left to other hosts.
        case all
    }

    private struct Guarded: Sendable {
        var cells: [StoreKey: any AnyCell] = [:]
        /// The cells whose blocs must be claimed.
        var claims: [any AnyCell] = []
        var jobs: [Job] = []
        var isWriting = false
        /// The poll that the writer performs after the pending jobs.
        var wanted = Look.nothing
        var isClosed = false
        /// The hosts that the last poll found; empty to make the next poll examine everything.
        var membership = ""
        var leaseEnd: StoreTime
        /// The time of the next search for idle blocs.
        var nextSweep: StoreTime
        /// The time of the last search for due blocs.
        var lastDue: StoreTime
        /// The blocs with messages of newer versions, which are left to other programs.
        var left: Set<StoreKey> = []
        /// The receipts of events that were sent as messages.
        var receipts: [Named: [DurableReceipt]] = [:]
        /// The parked works of loaded blocs; each work's run waits for its stream to end.
        var parked: [Named: (stream: AsyncStream<Never>, continuation: AsyncStream<Never>.Continuation)] = [:]
        var timer: (time: StoreTime, task: Task<Void, Never>)?
    }

    /// The name of the host in the store.
    public let id: String
    /// The manager whose broadcasts reach all hosts of the store.
    public let manager: BlocManager
    let clock: BlocClock
    let options: Options
    private let registrations: Registrations
    private let session: StoreSession
    /// Receives errors of blocs; the key is `nil` for errors of the store.
    let report: @Sendable (StoreKey?, any Error) -> Void
    private let guarded: Lock<Guarded>
    /// A single writer, so that events of all blocs share commits.
    private let writer = DispatchQueue(label: "bloc.durable.writer")
    /// Publishes while the writer commits.
    private let publisher = DispatchQueue(label: "bloc.durable.publisher")
    private static let publisherKey = DispatchSpecificKey<String>()
    /// Whether the caller runs on the publisher queue.
    var isPublisher: Bool { DispatchQueue.getSpecific(key: Self.publisherKey) == id }
    /// The number of publications that are queued there.
    private let publications = Atomic<Int>(0)

    /// Opens a store, and resumes the blocs that no other host owns.
    ///
    /// The last closure registers the types of blocs. `report` receives errors of blocs, such as parked items; the key
    /// is `nil` for errors of the store.
    ///
    /// - Throws: ``DurableError`` if the store can't be used.
    public init(
        store: some DurableStore,
        options: Options = Options(),
        manager: BlocManager = .shared,
        report: @escaping @Sendable (StoreKey?, any Error) -> Void = { _, _ in },
        _ register: (inout Registrations) -> Void
    ) async throws {
        var registrations = Registrations()
        register(&registrations)
        let id = String(UInt64.random(in: .min ... .max), radix: 36)
        let changed = Lock<(@Sendable () -> Void)?>(nil)
        session = try await withCheckedThrowingContinuation { continuation in
            // Opening a file may wait for another process.
            DispatchQueue.global().async {
                continuation.resume(with: Result { try store.open(as: id) { changed.withLock { $0 }?() } })
            }
        }
        self.id = id
        self.registrations = registrations
        self.options = options
        self.manager = manager
        clock = store.clock
        self.report = report
        guarded = Lock(Guarded(leaseEnd: session.now, nextSweep: session.now + options.idle, lastDue: session.now))
        publisher.setSpecific(key: Self.publisherKey, value: id)
        changed.withLock { $0 = { [weak self] in self?.look(.news) } }
        if !registrations.encoders.isEmpty {
            manager.relay.withLock { $0 = { [weak self] in self?.relay($0) ?? false } }
        }
        // Runs the actions where later polls run theirs, so that messages reach their blocs in order.
        try await withCheckedThrowingContinuation { continuation in
            perform { [self] in
                try look($0, all: true, renews: true)
            } then: { result in
                continuation.resume(with: result.map { act in act() })
            }
        }
    }

    // MARK: Using blocs

    /// Adds an event to a bloc, which is created if it doesn't exist, no matter which host owns it.
    ///
    /// `once` takes a name for this request: if the bloc already has an event of that request, the new event is not
    /// handled but gets the same outcome. The receipt waits until the event is committed; it may be ignored.
    @discardableResult
    public func add<B: DurableBloc>(_ event: B.Event, to key: BlocKey<B>, once request: String? = nil) -> DurableReceipt
    {
        let receipt = DurableReceipt()
        do {
            let type = try type(of: B.self)
            if let request {
                forward(event, to: StoreKey(key), type, request: request, receipt)
            } else {
                cell(StoreKey(key), type).enqueue(.outside(event, receipt))
            }
        } catch {
            receipt.resolve(.failure(error))
        }
        return receipt
    }

    /// Returns the bloc of a key, loading it if necessary; the bloc stays in memory as long as it is held.
    ///
    /// - Throws: ``DurableError`` if another host owns the bloc, or it is parked.
    public func bloc<B: DurableBloc>(_ key: BlocKey<B>) async throws -> B {
        try await cell(StoreKey(key), type(of: B.self)).open()
    }

    /// Returns the journal of a bloc, in the form that `replay(_:on:)` takes.
    ///
    /// ```swift
    /// let replay = await replay(try await host.journal(of: key)) { OrderBloc(.detached, payments: payments) }
    /// ```
    public func journal<B: DurableBloc>(of key: BlocKey<B>) async throws -> [RecordedTransition<B.Event, B.State>] {
        let (key, type) = (StoreKey(key), try type(of: B.self))
        return try await run(takesTurn: false) { try $0.journal(key) }.map { entry in
            RecordedTransition(
                sequence: UInt64(entry.sequence),
                // A bloc outside of a host runs no work and no timers, so every event has to be added to it.
                cause: nil,
                event: try type.decode("event", entry.event, version: entry.version, key, \.event),
                state: try type.decode("state", entry.state, version: entry.version, key, \.state)
            )
        }
    }

    /// Returns the items that are parked in the store.
    public func parked() async throws -> [ParkedItem] { try await run(takesTurn: false) { try $0.parked(nil) } }

    /// Unparks an item so that it is retried, and returns whether it existed.
    @discardableResult
    public func retry(_ key: StoreKey, _ name: String) async throws -> Bool {
        defer { look(.all) }
        return try await run { try $0.retry(key, name) }
    }

    /// Drops a parked item, and returns whether it existed.
    @discardableResult
    public func drop(_ key: StoreKey, _ name: String) async throws -> Bool { try await run { try $0.drop(key, name) } }

    /// The keys of the blocs in memory.
    public var loaded: [StoreKey] { guarded.withLock { Array($0.cells.keys) } }

    /// Closes the host: added events are committed, work is cancelled, and other hosts may take over at once.
    public func close() async {
        // Events may be waiting for blocs that are still loading.
        _ = try? await run(takesTurn: false) { _ in }
        guard end("The host was closed.") else { return }
        await withCheckedContinuation { continuation in
            writer.async { [self] in
                session.close()
                publisher.async { continuation.resume() }
            }
        }
        failReceipts("The host was closed.")
    }

    /// Ends the host as a kill would: nothing more is committed, and its lease isn't released.
    package func abandon() {
        _ = end("The host was abandoned.")
        failReceipts("The host was abandoned.")
        // Whatever the writer is doing, such as renewing the lease, would otherwise happen after the kill.
        writer.sync {}
    }

    private func failReceipts(_ message: String) {
        let requests = guarded.withLock { Array($0.receipts.keys) }
        for request in requests { resolve(request, .failure(DurableError(.closed, message))) }
    }

    /// Ends all cells, unless that has been done.
    private func end(_ message: String) -> Bool {
        let cells = guarded.withLock { guarded -> [any AnyCell]? in
            if guarded.isClosed { return nil }
            guarded.isClosed = true
            guarded.timer?.task.cancel()
            return Array(guarded.cells.values)
        }
        for cell in cells ?? [] { cell.end(DurableError(.closed, message), then: .fail) }
        return cells != nil
    }

    // MARK: Cells

    private func type<B: DurableBloc>(of bloc: B.Type) throws -> RegisteredType<B> {
        guard let type = registrations.types[B.durableName] as? RegisteredType<B> else {
            throw DurableError(
                .unregistered,
                "\(B.self) isn't registered with the host: host.register(\(B.self).self) { … }"
            )
        }
        return type
    }

    func cell<B: DurableBloc>(_ key: StoreKey, _ type: RegisteredType<B>) -> Cell<B> {
        let (cell, isNew, isClosed) = guarded.withLock { guarded -> (Cell<B>, Bool, Bool) in
            if let cell = guarded.cells[key] as? Cell<B> { return (cell, false, false) }
            let cell = Cell(key: key, host: self, type: type)
            if !guarded.isClosed { guarded.cells[key] = cell }
            return (cell, true, guarded.isClosed)
        }
        if isClosed {
            cell.end(DurableError(.closed, "The host is closed."), then: .fail)
        } else if isNew {
            wantWriting { $0.claims.append(cell) }
        }
        return cell
    }

    /// Returns a job that claims blocs in the store in one go.
    private func claiming(_ cells: [any AnyCell]) -> Job {
        Job(takesTurn: true) { [registrations] session in
            var claims: [StoreKey: Claim] = [:]
            for (type, cells) in Dictionary(grouping: cells, by: \.key.type) {
                let version = registrations.types[type]?.version ?? 0
                for (id, claim) in try session.claim(Set(cells.map(\.key.id)), type: type, version: version) {
                    claims[StoreKey(type: type, id: id)] = claim
                }
            }
            return { [claims] in for cell in cells { cell.loaded(claims[cell.key] ?? .elsewhere) } }
        } fail: { [self] error in
            for cell in cells { failed(cell, error) }
        }
    }

    func forget(_ cell: any AnyCell) {
        guarded.withLock { guarded in
            guard guarded.cells[cell.key] === cell else { return }
            guarded.cells[cell.key] = nil
            if !guarded.parked.isEmpty { guarded.parked = guarded.parked.filter { $0.key.key != cell.key } }
        }
    }

    // MARK: Parked work

    /// Suspends the runs of some work until an operator unparks it.
    func suspend(_ work: Named) { guarded.withLock { $0.parked[work] = AsyncStream.makeStream() } }

    func isSuspended(_ work: Named) -> Bool { guarded.withLock { $0.parked[work] != nil } }

    /// Waits as long as the work is parked.
    func untilResumed(_ work: Named) async throws {
        guard let stream = guarded.withLock({ $0.parked[work]?.stream }) else { return }
        for await _ in stream {}
        try Task.checkCancellation()
    }

    func resume(_ works: [Named]) {
        if works.isEmpty { return }
        let parked = guarded.withLock { guarded in works.compactMap { guarded.parked.removeValue(forKey: $0) } }
        for work in parked { work.continuation.finish() }
    }

    // MARK: Messages

    /// Leaves a bloc to newer programs: otherwise its unreadable message would cause it to be loaded again and again.
    func leave(_ key: StoreKey) { guarded.withLock { _ = $0.left.insert(key) } }

    /// Gives up a bloc whose commit failed; its work is restarted a second later.
    func failed(_ cell: any AnyCell, _ error: any Error) {
        let failure = error as? DurableError ?? DurableError(.storeFailed, "\(error)")
        cell.end(failure, then: .fail)
        report(cell.key, error)
        Task { [clock, weak self] in
            try? await clock.sleep(for: .seconds(1))
            self?.look(.all)
        }
    }

    /// Sends an event as a message, which any suitable host will handle.
    func forward<B: DurableBloc>(
        _ event: B.Event,
        to key: StoreKey,
        _ type: RegisteredType<B>,
        request: String?,
        _ receipt: DurableReceipt
    ) {
        do {
            let name = Named(key: key, name: request ?? "\(id)-\(UInt64.random(in: .min ... .max))")
            let event = try JSONCoder.stored.encode(event)
            let message = Message(key: key, version: type.version, event: event, request: name.name)
            try guarded.withLock { guarded in
                if guarded.isClosed { throw DurableError(.closed, "The host is closed.") }
                guarded.receipts[name, default: []].append(receipt)
            }
            perform {
                try $0.send(message)
            } then: { [self] result in
                // The poll also finds the outcome of a request that was known already.
                if case .failure(let error) = result { resolve(name, .failure(error)) } else { look() }
            }
        } catch {
            receipt.resolve(.failure(error))
        }
    }

    /// Returns the event version for a bloc that is about to be sent an event.
    func version(of key: StoreKey) throws -> Int {
        guard let type = registrations.types[key.type] else {
            throw DurableError(.unregistered, "\(key.type) isn't registered with the host, but is sent an event.")
        }
        return type.version
    }

    func resolve(_ request: Named, _ result: Result<Outcome, any Error>) {
        let receipts = guarded.withLock { $0.receipts.removeValue(forKey: request) ?? [] }
        for receipt in receipts { receipt.resolve(result) }
    }

    var now: StoreTime { session.now }

    /// Whether the lease is valid, so that no other host can have taken over the blocs.
    var hasLease: Bool { guarded.withLock { $0.leaseEnd } > now }

    /// Whether everything left to do waits for time, for work or for other hosts.
    package var isQuiet: Bool {
        let (isBusy, cells) = guarded.withLock { ($0.isWriting || !$0.receipts.isEmpty, Array($0.cells.values)) }
        return !isBusy && cells.allSatisfy(\.isQuiet)
    }

    // MARK: Writing

    /// Makes the writer run `body` in its next transaction; `done` gets the result after the commit, in the order of the calls.
    func perform<Result: Sendable>(
        takesTurn: Bool = true,
        _ body: @escaping @Sendable (StoreSession) throws -> Result,
        then done: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void = { _ in }
    ) {
        let job = Job(takesTurn: takesTurn) { session in
            let result = try body(session)
            return { done(.success(result)) }
        } fail: { error in
            done(.failure(error))
        }
        wantWriting { $0.jobs.append(job) }
    }

    /// Adds work for the writer, and starts the writer if it is idle.
    private func wantWriting(_ note: (inout Guarded) -> Void) {
        let starts = guarded.withLock { guarded in
            note(&guarded)
            return !exchange(&guarded.isWriting, with: true)
        }
        if starts { writer.async { [self] in write() } }
    }

    /// Runs a closure on the publisher queue, in order with all publications.
    func publish(_ body: @escaping @Sendable () -> Void) {
        publications.wrappingAdd(1, ordering: .relaxed)
        publisher.async { [self] in
            body()
            publications.wrappingSubtract(1, ordering: .relaxed)
        }
    }

    /// Commits jobs in one transaction, or one by one if that fails, and finishes them: a few are finished without
    /// switching threads if nothing else is pending, otherwise they are finished in parallel with the next commits.
    private func commit(_ jobs: [Job], weight: Int) {
        var actions: [@Sendable () -> Void] = []
        do {
            let takesTurn = jobs.contains { $0.takesTurn }
            try session.transaction(takesTurn: takesTurn) { actions = try jobs.map { try $0.run(session) } }
        } catch  where jobs.count > 1 {
            // One of them may have caused it, for example through a damaged row.
            for job in jobs { commit([job], weight: 1) }
            return
        } catch {
            actions = jobs.map { job in { job.fail(error) } }
        }
        let finish = { @Sendable [actions] in for action in actions { action() } }
        let hasMore = guarded.withLock { !($0.jobs.isEmpty && $0.claims.isEmpty) }
        if hasMore || weight > 16 || publications.load(ordering: .relaxed) > 0 {
            publish(finish)
        } else {
            publisher.sync(execute: finish)
        }
    }

    /// Runs `body` in the writer's next transaction.
    func run<Result: Sendable>(
        takesTurn: Bool = true,
        _ body: @escaping @Sendable (StoreSession) throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            perform(takesTurn: takesTurn, body) { continuation.resume(with: $0) }
        }
    }

    /// Commits pending jobs, in as few transactions as possible, until none are left.
    private func write() {
        while true {
            let (claims, others, wanted) = guarded.withLock { guarded in
                // At most a page: other hosts may be waiting for the transaction to end.
                let claims = guarded.claims.prefix(session.page)
                // Jobs come after all claims: a host's last job waits for the events of blocs that are still loading.
                let jobs = guarded.jobs.prefix(session.page - claims.count)
                let taken = (Array(claims), Array(jobs), guarded.wanted)
                guarded.claims.removeFirst(claims.count)
                guarded.jobs.removeFirst(jobs.count)
                guarded.wanted = .nothing
                guarded.isWriting = !(taken.0.isEmpty && taken.1.isEmpty) || taken.2 > .nothing
                return taken
            }
            let looks = wanted == .news ? session.hasNews() : wanted > .news
            // The poll comes last, so that it finds what the other jobs have stored.
            let jobs = (claims.isEmpty ? [] : [claiming(claims)]) + others + (looks ? [looking(wanted == .all)] : [])
            if jobs.isEmpty {
                if wanted == .news { continue }
                return
            }
            commit(jobs, weight: others.count + claims.count)
        }
    }

    // MARK: Polling

    /// Polls for due timers, messages and broadcasts.
    func look(_ look: Look = .new) { wantWriting { if !$0.isClosed { $0.wanted = max($0.wanted, look) } } }

    private func looking(_ all: Bool) -> Job {
        let renews = guarded.withLock { $0.leaseEnd } - options.lease * 2 / 3 <= now
        return Job(takesTurn: renews) { [self] in
            try look($0, all: all, renews: renews)
        } fail: { [self] error in
            report(nil, error)
            guarded.withLock { $0.membership = "" }
            arm(now + heartbeat)
        }
    }

    private var heartbeat: Duration { min(options.lease / 3, .milliseconds(500)) }

    /// Polls the store, and returns the action to run after the commit.
    private func look(_ session: StoreSession, all: Bool, renews: Bool) throws -> @Sendable () -> Void {
        let now = session.now
        let (before, requests, parked) = guarded.withLock { guarded in
            (guarded.membership, Array(guarded.receipts.keys), Array(guarded.parked.keys))
        }
        let types = Array(registrations.types.keys)
        var actions: [@Sendable () -> Void] = []
        if renews {
            let hasEnded = try session.renew(options.lease)
            if hasEnded {
                for cell in guarded.withLock({ $0.cells.values }) {
                    let hold = cell.hold
                    if try hold.row == 0 || session.isCurrent(hold) { continue }
                    actions.append { cell.end(.takenOver(cell.key), then: .reload) }
                }
            }
            try session.prune(journal: now - options.journal, requests: now - options.requests)
        }
        let membership = try session.membership()
        let all = all || membership != before
        for (type, body) in try session.broadcasts() {
            actions.append { [self] in
                do { try registrations.broadcasts[type]?(body, manager) } catch { report(nil, error) }
            }
        }
        for request in requests {
            guard let outcome = try session.outcome(of: request.name, request.key) else { continue }
            actions.append { [self] in resolve(request, .success(outcome)) }
        }
        for message in try session.messages(types, all: all) {
            actions.append { [self] in anyCell(message.key)?.receive(message) }
        }
        // Blocs that wake up hold memory until their effects are committed, but other jobs must not delay timers for long.
        let isBusy = guarded.withLock { $0.jobs.count >= session.page && now - $0.lastDue < heartbeat }
        let (due, hasMoreDue) = isBusy ? ([], true) : try session.due(types)
        for key in due + (all ? try session.orphans(types) : []) {
            actions.append { [self] in anyCell(key)?.checkTimers() }
        }
        if !parked.isEmpty {
            let stored = Set(try session.parked(nil).map { Named(key: $0.key, name: $0.name) })
            let resumed = parked.filter { !stored.contains($0) }
            actions.append { [self] in resume(resumed) }
        }
        let nextWake = try session.nextWake(types) ?? now + heartbeat
        return { [self, actions] in
            for act in actions { act() }
            let loaded = guarded.withLock { guarded -> [any AnyCell] in
                if renews { guarded.leaseEnd = now + options.lease }
                if !isBusy { guarded.lastDue = now }
                // Unless a poll has failed meanwhile, in which case the next one examines everything.
                if guarded.membership == before { guarded.membership = membership }
                guard guarded.nextSweep <= now else { return [] }
                guarded.nextSweep = now + options.idle / 4
                return Array(guarded.cells.values)
            }
            for cell in loaded { cell.unloadIfIdle(since: now - options.idle) }
            if hasMoreDue { look() }
            arm(min(nextWake, now + heartbeat))
        }
    }

    /// Returns the cell of a bloc that the store has something for.
    private func anyCell(_ key: StoreKey) -> (any AnyCell)? {
        guarded.withLock { $0.left.contains(key) } ? nil : registrations.types[key.type]?.cell(key, self)
    }

    /// Schedules a poll for this time, unless an earlier one is scheduled.
    func arm(_ time: StoreTime) {
        guarded.withLock { guarded in
            if guarded.isClosed { return }
            if let timer = guarded.timer, timer.time <= time { return }
            guarded.timer?.task.cancel()
            let delay = max(time - session.now, .zero)
            let task = Task { [clock, weak self] in
                guard (try? await clock.sleep(for: delay)) != nil else { return }
                self?.guarded.withLock { if $0.timer?.time == time { $0.timer = nil } }
                self?.look()
            }
            guarded.timer = (time, task)
        }
    }

    // MARK: Broadcasting

    /// Sends a manager's message to all hosts, unless its type isn't registered; it comes back in the same order for all of them.
    private func relay(_ message: any Sendable) -> Bool {
        do {
            guard let encode = registrations.encoders[ObjectIdentifier(Swift.type(of: message as Any))],
                let (type, body) = try encode(message)
            else { return false }
            perform {
                try $0.broadcast(type, body)
            } then: { [self] result in
                if case .failure(let error) = result { report(nil, error) }
                look()
            }
        } catch {
            report(nil, error)
        }
        return true
    }
}

/// The name of a request or work, with its bloc.
struct Named: Hashable, Sendable {
    let key: StoreKey
    let name: String
}

/// A job of the writer's transaction.
private struct Job: Sendable {
    let takesTurn: Bool
    /// Runs the job, and returns the action to run after the commit.
    let run: @Sendable (StoreSession) throws -> @Sendable () -> Void
    let fail: @Sendable (any Error) -> Void
}

extension StoreKey {
    init<B: DurableBloc>(_ key: BlocKey<B>) {
        self.init(type: B.durableName, id: key.id ?? key.name)
    }
}
