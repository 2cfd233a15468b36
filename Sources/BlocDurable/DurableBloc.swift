public import Bloc
import Primitives

/// A bloc whose state, timers and messages survive the process.
///
/// Its handlers are synchronous and pure: an event, the resulting state, the messages sent and the next wake-up are one
/// commit. Anything that takes time is work that belongs to a state, and is started again after a restart.
///
/// It is created by a ``DurableHost``; see the article ``BlocDurable`` for an example. Observers, `state` and work see
/// a state only after its commit.
public protocol DurableBloc: Bloc where Event: Codable, State: Codable {
    /// The name of the type in stores, which must never change; by default the name of the Swift type.
    static var durableName: String { get }
}

extension DurableBloc {
    /// The name of the Swift type.
    public static var durableName: String { "\(Self.self)" }

    /// Returns the key of the bloc with an identifier.
    public static func key(_ id: some CustomStringConvertible) -> BlocKey<Self> { BlocKey(durableName, id: id) }

    /// Adds an event; events are handled and committed in the order in which they are added.
    ///
    /// The receipt waits until the event is committed; it may be ignored.
    @discardableResult
    public func add(_ event: Event) -> DurableReceipt {
        let receipt = DurableReceipt()
        if let cell = LiveCells.shared.withLock({ $0[core.id.number] }) as? Cell<Self> {
            cell.enqueue(.outside(event, receipt))
        } else {
            let plain = addAtOnce(event)
            Task { receipt.resolve(.success(await plain.outcome)) }
        }
        return receipt
    }
}

extension Bloc {
    /// Adds an event to the bloc in memory, without a commit.
    func addAtOnce(_ event: Event) -> Receipt { add(event) }
}

/// A durable bloc's place in a host, from which the bloc is created.
public struct Durable<B: DurableBloc>: Sendable {
    let cell: Cell<B>?

    /// A place outside of any host, for replaying a journal: the bloc stores nothing and runs no work.
    public static var detached: Durable { Durable(cell: nil) }

    /// The key of the bloc; `nil` outside of a host.
    public var key: StoreKey? { cell?.key }

    /// Creates the runtime of the bloc with the state of its last commit.
    ///
    /// A bloc that isn't in the store yet gets the initial state. The closure registers handlers, timers and work.
    public func runtime(initialState: B.State, _ build: (inout DurableBuilder<B>) -> Void) -> BlocRuntime<B> {
        var builder = DurableBuilder<B>()
        build(&builder)
        let program = builder
        let state = cell?.begin(program, initialState) ?? initialState
        return BlocRuntime(initialState: state, name: cell?.key.description) { bloc in
            bloc.observer = program.observer
            guard let cell else {
                return bloc.on { event, emit in
                    let durable = DurableEmitter<B>(state: emit.state, time: StoreTime(microseconds: 0), source: "")
                    if try program.handle(event, durable) { emit(durable.state) }
                }
            }
            bloc.clock = cell.host.clock
            bloc.on(where: { _ in cell.isPublishing() }) { _, emit in cell.publishNext(emit) }
            // Added through the `Bloc` protocol, which doesn't commit.
            bloc.on { event, _ in cell.enqueue(.outside(event, DurableReceipt())) }
            for work in program.works { work.register(&bloc, cell) }
        }
    }
}

/// A builder that registers the handlers, timers and works of a durable bloc.
public struct DurableBuilder<B: DurableBloc>: Sendable {
    private var handlers: [@Sendable (B.Event, DurableEmitter<B>) throws -> Bool] = []
    private(set) var wakes: [Wake] = []
    private(set) var works: [StateWork<B>] = []

    /// The bloc's own observer, called after commits.
    public var observer: (any BlocObserver)?

    // A tuple would take more memory per bloc: a closure in an array of tuples is wrapped in another closure.
    struct Wake: Sendable {
        let time: @Sendable (B.State) -> StoreTime?
        let event: B.Event
    }

    // MARK: Handlers

    /// Registers a handler for selected events, or for all events that no earlier handler takes.
    ///
    /// It is synchronous, may run again after a failed commit, and must do nothing but change the state and send
    /// messages. If it throws, the state stays as it was.
    public mutating func on(
        where takes: @escaping @Sendable (B.Event) -> Bool = { _ in true },
        _ handler: @escaping @Sendable (B.Event, DurableEmitter<B>) throws -> Void
    ) {
        // Doesn't call the other `on`, whose closures would take 150 more bytes per bloc.
        handlers.append { event, emit in
            guard takes(event) else { return false }
            try handler(event, emit)
            return true
        }
    }

    /// Registers a handler for the events from which a payload can be extracted.
    public mutating func on<Payload>(
        _ payload: @escaping @Sendable (B.Event) -> Payload?,
        _ handler: @escaping @Sendable (Payload, DurableEmitter<B>) throws -> Void
    ) {
        handlers.append { event, emit in
            guard let payload = payload(event) else { return false }
            try handler(payload, emit)
            return true
        }
    }

    /// Runs the handler of an event, and returns whether there is one.
    func handle(_ event: B.Event, _ emit: DurableEmitter<B>) throws -> Bool {
        for handler in handlers where try handler(event, emit) { return true }
        return false
    }

    // MARK: Timers

    /// Adds an event once the store's clock reaches a time taken from the state, such as `\.retryAt`.
    ///
    /// Each time fires once, even across restarts. A state with a different time reschedules the timer; `nil` stops it.
    public mutating func wake(at time: @escaping @Sendable (B.State) -> StoreTime?, with event: B.Event) {
        wakes.append(Wake(time: time, event: event))
    }

    // MARK: Work

    /// Runs work, in its own task, as long as a part of the state, such as `\.orderToPay`, is present.
    ///
    /// The work starts once the state is committed, is cancelled when the part changes or disappears (`nil`), and
    /// starts again after a restart. If it throws, it is restarted as often as `retry` says, then parked until an
    /// operator retries or drops it. Its name in the store is by default its number in the bloc: name works whose order
    /// may change.
    public mutating func when<Part: Equatable & Sendable>(
        _ part: @escaping @Sendable (B.State) -> Part?,
        name: String? = nil,
        retry: Backoff = .exponential(from: .seconds(1), to: .seconds(60), attempts: 10),
        _ work: @escaping @Sendable (Part, DurableWork<B>) async throws -> Void
    ) {
        let name = name ?? "work\(works.count + 1)"
        let register: @Sendable (inout BlocBuilder<B>, Cell<B>) -> Void = { bloc, cell in
            bloc.when(part, name: name, isBackground: true) { value, emit in
                guard let entry = cell.entry(of: name, where: { part($0) == value }) else { return }
                let run = DurableWork(cell: cell, name: name, entry: entry, emit: emit)
                try await run.perform(retry) { try await work(value, run) }
            }
        }
        works.append(
            StateWork(name: name, isPresent: { part($0) != nil }, isSame: { part($0) == part($1) }, register: register)
        )
    }

    /// Runs work while a condition of the state holds.
    public mutating func when(
        _ condition: @escaping @Sendable (B.State) -> Bool,
        name: String? = nil,
        retry: Backoff = .exponential(from: .seconds(1), to: .seconds(60), attempts: 10),
        _ work: @escaping @Sendable (DurableWork<B>) async throws -> Void
    ) {
        let present: @Sendable (B.State) -> Bool? = { condition($0) ? true : nil }
        when(present, name: name, retry: retry) { _, run in try await work(run) }
    }
}

/// Registered work, without the type of its part.
struct StateWork<B: DurableBloc>: Sendable {
    let name: String
    let isPresent: @Sendable (B.State) -> Bool
    /// Returns whether the part is the same in two states.
    let isSame: @Sendable (B.State, B.State) -> Bool
    let register: @Sendable (inout BlocBuilder<B>, Cell<B>) -> Void
}

/// The emitter through which a durable bloc's handler changes the state and sends messages; valid until the handler returns.
public final class DurableEmitter<B: DurableBloc> {
    /// The state, including this handler's changes.
    public private(set) var state: B.State
    /// The time of the event on the store's clock.
    public let time: StoreTime
    private let source: String
    /// Closures that create the messages, given the version of the receiver's events.
    private var messages: [(_ version: (StoreKey) throws -> Int) throws -> Message] = []

    init(state: B.State, time: StoreTime, source: String) {
        self.state = state
        self.time = time
        self.source = source
    }

    /// Replaces the state.
    public func callAsFunction(_ state: B.State) { self.state = state }

    /// Changes the state.
    public func update(_ body: (inout B.State) throws -> Void) rethrows { try body(&state) }

    /// Sends an event to a durable bloc, this one or another.
    ///
    /// It leaves with the commit of this event and arrives exactly once, after everything this bloc has already sent there.
    public func send<Other: DurableBloc>(_ event: Other.Event, to key: BlocKey<Other>) {
        let key = StoreKey(key)
        messages.append { [source] version in
            Message(key: key, version: try version(key), event: try JSONCoder.stored.encode(event), cause: source)
        }
    }

    func sent(_ version: (StoreKey) throws -> Int) throws -> [Message] { try messages.map { try $0(version) } }
}

@available(*, unavailable)
extension DurableEmitter: Sendable {}

/// One run of work that belongs to a state.
public struct DurableWork<B: DurableBloc>: Sendable {
    let cell: Cell<B>
    let name: String
    let entry: String
    let emit: Emitter<B>

    /// Whether the state has changed meanwhile, so that nothing this run does affects the bloc anymore.
    public var isOver: Bool { emit.isOver }

    /// The time on the store's clock.
    public var time: StoreTime { cell.host.now }

    /// Adds an event to the bloc, unless its state has changed by then.
    public func add(_ event: B.Event) {
        guard !emit.isOver else { return }
        cell.enqueue(.work(event, self))
    }

    /// Sleeps on the store's clock.
    ///
    /// - Throws: `CancellationError` if the state has changed.
    public func sleep(for duration: Duration) async throws { try await emit.sleep(for: duration) }

    /// Performs a step of the work and records its result; later runs get the recorded result instead of repeating the step.
    ///
    /// If the process is killed after `body` has run but before its result is recorded, the step is repeated: pass the
    /// key, which is the same for every attempt at this step and unique to it, to the called service, so that it can
    /// refuse to act twice. The name is unique within this work. Results are discarded when the state is left.
    ///
    /// - Throws: Errors from `body`, which are not recorded; `CancellationError` if the state has changed or another
    ///   host has taken over the bloc.
    public func once<Result: Codable & Sendable>(
        _ step: String,
        _ body: (_ key: String) async throws -> Result
    ) async throws -> Result {
        let key = StepKey(entry: entry, step: step)
        if let bytes = cell.result(of: key) { return try JSONCoder.stored.decode(Result.self, from: bytes) }
        guard !emit.isOver, cell.host.hasLease else { throw CancellationError() }
        let result = try await body("\(cell.key)/\(entry)/\(step)")
        try await cell.record(JSONCoder.stored.encode(result), for: key)
        return result
    }

    /// Runs the work with retries as given by `retry`, and again whenever it is unparked.
    func perform(_ retry: Backoff, _ body: () async throws -> Void) async throws {
        var failures = 0
        while true {
            try await cell.host.untilResumed(cell.named(name))
            // The host discards the parked works of a bloc that ends, perhaps before the bloc cancels this work.
            if cell.isOver { throw CancellationError() }
            do {
                return try await body()
            } catch {
                guard !emit.isOver, !Task.isCancelled else { throw CancellationError() }
                failures += 1
                emit.report(error)
                if let delay = retry.delay(after: failures) {
                    try await emit.sleep(for: delay)
                } else {
                    failures = 0
                    try await cell.park(name, entry: entry, error)
                }
            }
        }
    }
}

/// The receipt of an event that was added to a durable bloc.
public final class DurableReceipt: Sendable {
    private typealias Waiter = CheckedContinuation<Outcome, any Error>

    private let guarded = Lock<(result: Result<Outcome, any Error>?, waiters: [Waiter])>((nil, []))

    /// The outcome of the event, once the event and everything that it caused are on disk.
    ///
    /// It is `handled`, `dropped`, or `failed` with the error that the handler threw; if another process handled the
    /// event, the error is a ``DurableError`` with the text of the original.
    ///
    /// - Throws: ``DurableError`` if the event could not be stored and so had no effect. If its code is
    ///   ``DurableError/Code/closed``, another process may still handle the event; add it with `once:` to repeat it safely.
    public var committed: Outcome {
        get async throws {
            try await withCheckedThrowingContinuation { continuation in
                let result = guarded.withLock { guarded in
                    if guarded.result == nil { guarded.waiters.append(continuation) }
                    return guarded.result
                }
                if let result { continuation.resume(with: result) }
            }
        }
    }

    func resolve(_ result: Result<Outcome, any Error>) {
        let waiters = guarded.withLock { guarded in
            if guarded.result == nil { guarded.result = result }
            return exchange(&guarded.waiters, with: [])
        }
        for waiter in waiters { waiter.resume(with: result) }
    }
}
