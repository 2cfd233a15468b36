/// An event from `add` to its outcome, without its type, and its receipt.
///
/// The run of a work that belongs to a state is one, too.
///
/// Unchecked, with this proof: everything but the receipt is written before the job is shared, and from then on under the lock of
/// its bloc only; the receipt under its own lock.
@usableFromInline
class Job: @unchecked Sendable {
    @usableFromInline
    enum Phase: UInt8, Sendable {
        /// Whether the bloc accepts it is not decided.
        case arrived
        /// In the queue, for the debounce or throttle of its policy.
        case queued
        /// In the queue, for its lane.
        case passed
        /// In the queue, for its start, which its lane has let it.
        case ready
        /// In a debounce in front of its lane.
        case debounced
        /// In its lane, which does not let it start.
        case waiting
        /// Its handler runs.
        case running
        /// Its handler runs, and can publish nothing any more.
        case unwinding
        /// Its outcome is known.
        case ended
    }

    /// The number of the event in its bloc.
    @usableFromInline
    @exclusivity(unchecked) final var ticket: UInt64 = 0
    @usableFromInline
    @exclusivity(unchecked) final var phase = Phase.arrived
    /// Whether its handler is synchronous and starts whenever its lane is idle.
    @exclusivity(unchecked) final var isPlain = false
    /// Whether its handler was cancelled because of what the handler itself published, so that its outcome counts.
    @exclusivity(unchecked) final var hasCancelledItself = false
    /// The events of its lane, while that counts it.
    @exclusivity(unchecked) final var laneQueue: LaneQueue?
    /// What came with the event.
    @usableFromInline
    @exclusivity(unchecked) final var origin: Origin?
    /// The registration that takes it; `nil` if none does.
    ///
    /// Unretained, and alive: a bloc keeps its registrations while it has events that have not ended.
    @usableFromInline
    @exclusivity(unchecked) final var unretainedRoute: Unmanaged<Route>?
    /// The policy that was chosen for this event, if its registration chooses one for each.
    @exclusivity(unchecked) final var chosen: Policy?
    /// When it was added, for a throttle.
    @usableFromInline
    @exclusivity(unchecked) final var addedAt = Duration.zero
    /// The task of its handler or of its debounce.
    @exclusivity(unchecked) final var task: Task<Void, Never>?

    private let lock = SpinLock()
    // The receipt, which the lock guards.

    /// The bloc, until the outcome is known: a receipt must keep nothing of a bloc alive after that.
    @exclusivity(unchecked) private final var owner: (any JobOwner)?
    @exclusivity(unchecked) private final var result: Outcome?
    @exclusivity(unchecked) private final var waiters: [@Sendable (Outcome) -> Void] = []

    @usableFromInline
    init(owner: any JobOwner) { self.owner = owner }

    final var route: Route? { unretainedRoute?.takeUnretainedValue() }

    final var policy: Policy? { chosen ?? route?.policy }

    /// Whether draining does not wait for it.
    final var isBackground: Bool { chosen?.lane?.isBackground ?? route?.isBackground ?? false }

    /// The event whose handler added this one.
    final var cause: EventReference? { if case .handler(let cause, _) = origin { cause } else { nil } }

    /// Whether a handler of the same bloc added it.
    final var isOwn: Bool { if case .handler(_, isOwn: true) = origin { true } else { false } }

    /// Whether a handler of any bloc added it.
    final var isOfHandler: Bool { if case .handler = origin { true } else { false } }

    /// The event as hooks get it; a work that belongs to a state has the number 0.
    final var context: EventContext { EventContext(sequence: isWork ? 0 : ticket, cause: cause) }

    /// Sets the registration that takes the event (`nil` if none does) and the policy chosen for it.
    ///
    /// The job may have served an event that began at once.
    @usableFromInline
    final func assign(to route: Unmanaged<Route>?, chosen: Policy? = nil) {
        unretainedRoute = route
        isPlain =
            route?._withUnsafeGuaranteedRef { route in
                chosen.map { $0.isPlain && !route.isAsync } ?? route.isPlain
            } ?? false
        if chosen != nil || self.chosen != nil { self.chosen = chosen }
    }

    // MARK: The receipt

    private final func locked<Result>(_ body: () -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }

    final var outcome: Outcome {
        get async {
            await withUnsafeContinuation { continuation in
                whenResolved { continuation.resume(returning: $0) }
            }
        }
    }

    final var isOver: Bool { locked { result != nil } }

    /// Calls `body` with the outcome once it is known, perhaps at once.
    final func whenResolved(_ body: @escaping @Sendable (Outcome) -> Void) {
        let known = locked {
            if result == nil { waiters.append(body) }
            return result
        }
        if let known { body(known) }
    }

    /// Cancels the event on behalf of its receipt.
    final func cancel() { locked { owner }?.cancel(self) }

    /// Takes in the outcome, unless there is one, and returns who is to be called with it, outside every lock.
    ///
    /// The caller retains the bloc, which the receipt no longer keeps alive.
    @usableFromInline
    final func settle(_ outcome: Outcome) -> [@Sendable (Outcome) -> Void] {
        locked {
            guard result == nil else { return [] }
            result = outcome
            owner = nil
            defer { waiters = [] }
            return waiters
        }
    }
}

/// What comes with an event that another event led to, or whose caller wants more than a receipt.
@usableFromInline
indirect enum Origin: Sendable {
    /// A handler added it, of the same bloc or another; one that no event led to has no cause.
    case handler(cause: EventReference?, isOwn: Bool)
    /// Its caller wants to know what its handler publishes, which goes into a ``Lock``; see ``EventJob/answer``.
    case question(any AnyObject & Sendable)
}

/// The bloc of a job, which the receipt keeps until it has resolved.
@usableFromInline
protocol JobOwner: AnyObject, Sendable {
    func cancel(_ job: Job)
}

/// A registration as the machine needs it; ``Registration`` adds the handler.
///
/// Unchecked because it has subclasses; it and they hold constants that are `Sendable`.
@usableFromInline
class Route: @unchecked Sendable {
    let name: RegistrationName
    let lane: LaneKey
    let isBackground: Bool
    @usableFromInline
    let policy: Policy
    let isAsync: Bool
    /// Whether the handler is synchronous and starts whenever its lane is idle.
    @usableFromInline
    let isPlain: Bool

    init(
        name: RegistrationName,
        lane: LaneKey,
        isBackground: Bool,
        policy: Policy,
        isAsync: Bool,
        choosesPolicy: Bool = false
    ) {
        self.name = name
        self.lane = lane
        self.isBackground = isBackground
        self.policy = policy
        self.isAsync = isAsync
        isPlain = !isAsync && policy.isPlain && !choosesPolicy
    }

    /// The lane of an event, given the policy that was chosen for it, if one was.
    final func lane(for chosen: Policy?) -> LaneKey {
        guard let chosen else { return lane }
        if let named = chosen.lane { return .named(named) }
        // A lane of the registration holds for all policies that name none.
        guard case .route(let index) = lane else { return lane }
        return chosen.builtIn.map { .builtIn(route: index, $0) }
            ?? .custom(route: index, ObjectIdentifier(type(of: chosen.rule)))
    }
}

/// The name of a handler in reports: the type of its events and where it was registered.
///
/// The text is built on demand: building it costs more than the rest of a registration.
struct RegistrationName: Sendable, CustomStringConvertible {
    /// The type of the events; `nil` for a work that belongs to a state.
    var takes: (any Any.Type)?
    var work: String?
    let file: StaticString
    let line: UInt

    var description: String {
        let what = takes.map { "handler for \($0)" } ?? work.map { "work “\($0)”" } ?? "work"
        return "The \(what) registered at \(file):\(line)"
    }
}
