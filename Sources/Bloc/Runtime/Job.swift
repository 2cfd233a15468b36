/// A type-erased event from `add` to its outcome, together with its receipt.
///
/// A run of work that belongs to a state is a job, too.
///
/// Unchecked, with this proof: everything but the receipt is written before the job is shared, and afterwards only
/// under the lock of its bloc; the receipt has its own lock.
@usableFromInline
class Job: @unchecked Sendable {
    @usableFromInline
    enum Phase: UInt8, Sendable {
        /// Not yet accepted or refused.
        case arrived
        /// In the queue; its debounce or throttle comes next.
        case queued
        /// In the queue; its lane comes next.
        case passed
        /// In the queue; its lane has let it start.
        case ready
        /// In a debounce in front of its lane.
        case debounced
        /// In its lane, which doesn't let it start yet.
        case waiting
        /// Its handler is running.
        case running
        /// Its handler is running but can't publish anymore.
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
    /// Whether its handler was cancelled because of its own publishing, so that its outcome still counts.
    @exclusivity(unchecked) final var hasCancelledItself = false
    /// The queue of its lane, while the event is in it.
    @exclusivity(unchecked) final var laneQueue: LaneQueue?
    /// The origin of the event.
    @usableFromInline
    @exclusivity(unchecked) final var origin: Origin?
    /// The registration that handles it; `nil` if there is none.
    ///
    /// Unretained but alive: a bloc keeps its registrations while it has unfinished events.
    @usableFromInline
    @exclusivity(unchecked) final var unretainedRoute: Unmanaged<Route>?
    /// The policy chosen for this event, if its registration chooses one for each event.
    @exclusivity(unchecked) final var chosen: Policy?
    /// The time when it was added, for a throttle.
    @usableFromInline
    @exclusivity(unchecked) final var addedAt = Duration.zero
    /// The task of its handler or of its debounce.
    @exclusivity(unchecked) final var task: Task<Void, Never>?

    private let lock = SpinLock()
    // The receipt, guarded by the lock.

    /// The bloc, until the outcome is known: after that, a receipt must not keep any part of a bloc alive.
    @exclusivity(unchecked) private final var owner: (any JobOwner)?
    @exclusivity(unchecked) private final var result: Outcome?
    @exclusivity(unchecked) private final var waiters: [@Sendable (Outcome) -> Void] = []

    @usableFromInline
    init(owner: any JobOwner) { self.owner = owner }

    final var route: Route? { unretainedRoute?.takeUnretainedValue() }

    final var policy: Policy? { chosen ?? route?.policy }

    /// Whether draining doesn't wait for it.
    final var isBackground: Bool { chosen?.lane?.isBackground ?? route?.isBackground ?? false }

    /// The event whose handler added this one.
    final var cause: EventReference? { if case .handler(let cause, _) = origin { cause } else { nil } }

    /// Whether a handler of the same bloc added it.
    final var isOwn: Bool { if case .handler(_, isOwn: true) = origin { true } else { false } }

    /// Whether a handler of any bloc added it.
    final var isOfHandler: Bool { if case .handler = origin { true } else { false } }

    /// The event context for hooks; work that belongs to a state has the number 0.
    final var context: EventContext { EventContext(sequence: isWork ? 0 : ticket, cause: cause) }

    /// Sets the registration for the event (`nil` if there is none) and the policy chosen for it.
    ///
    /// A reused job may still have the policy of its previous event, so that is replaced, too.
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
                whenResolved { _ in continuation.resume() }
            }
            // Not from the continuation: the thread sanitizer reports a race for a result that arrives before the task suspends.
            return locked { result } ?? .cancelled
        }
    }

    final var isOver: Bool { locked { result != nil } }

    /// Calls `body` once the outcome is known, perhaps immediately.
    final func whenResolved(_ body: @escaping @Sendable (Outcome) -> Void) {
        let known = locked {
            if result == nil { waiters.append(body) }
            return result
        }
        if let known { body(known) }
    }

    /// Cancels the event on behalf of its receipt.
    final func cancel() { locked { owner }?.cancel(self) }

    /// Sets the outcome, unless it is set, and returns the closures to call with it outside every lock.
    ///
    /// The caller retains the bloc, which the receipt no longer keeps alive.
    @usableFromInline
    final func resolve(_ outcome: Outcome) -> [@Sendable (Outcome) -> Void] {
        locked {
            guard result == nil else { return [] }
            result = outcome
            owner = nil
            defer { waiters = [] }
            return waiters
        }
    }
}

/// The origin of an event that a handler added, or whose caller wants more than a receipt.
@usableFromInline
indirect enum Origin: Sendable {
    /// A handler of this bloc or another added it; the cause is `nil` if no event led to the handler's run.
    case handler(cause: EventReference?, isOwn: Bool)
    /// Its caller waits for the state that its handler publishes, which is stored in a ``Lock``; see ``EventJob/answer``.
    case question(any AnyObject & Sendable)
}

/// The bloc of a job; the receipt keeps it until it resolves.
@usableFromInline
protocol JobOwner: AnyObject, Sendable {
    func cancel(_ job: Job)
}

/// A registration without the handler, which ``Registration`` adds.
///
/// Unchecked because it has subclasses; all of them hold only `Sendable` constants.
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

    /// Returns the lane of an event, given the policy that was chosen for it, if any.
    final func lane(for chosen: Policy?) -> LaneKey {
        guard let chosen else { return lane }
        if let named = chosen.lane { return .named(named) }
        // A lane in the registration applies to all policies that don't name one.
        guard case .route(let index) = lane else { return lane }
        return chosen.builtIn.map { .builtIn(route: index, $0) }
            ?? .custom(route: index, ObjectIdentifier(type(of: chosen.rule)))
    }
}

/// The name of a handler in reports: its event type and where it was registered.
///
/// The text is built on demand: building it costs more than the rest of a registration.
struct RegistrationName: Sendable, CustomStringConvertible {
    /// The event type; `nil` for work that belongs to a state.
    var takes: (any Any.Type)?
    var work: String?
    let file: StaticString
    let line: UInt

    var description: String {
        let what = takes.map { "handler for \($0)" } ?? work.map { "work “\($0)”" } ?? "work"
        return "The \(what) registered at \(file):\(line)"
    }
}
