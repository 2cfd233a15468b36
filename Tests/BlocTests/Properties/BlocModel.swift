import BlocTesting

@testable import Bloc

/// A simple model of a bloc: lists that are searched, one step after the other.
///
/// An event is its number, which is its place in ``events``. Every event goes through the queue and its lane, also where the
/// runtime takes a shortcut.
struct BlocModel {
    private enum Life {
        case open
        case draining
        case cancelling
    }

    private enum Phase {
        case arrived
        case queued
        case debounced
        case waiting
        case running
        /// The handler was cancelled and goes on: it can publish nothing.
        case unwinding
        case ended
    }

    /// What is left to do for a queued event.
    private enum Stage {
        case arrive
        case enterLane
        case start
    }

    private struct Event {
        var script = ModelEvent.Script()
        var path: ModelSetup.Path?
        var isOwn = false
        var addedAt = Duration.zero
        var phase = Phase.arrived
        var stage = Stage.arrive
        /// Whether its async handler has begun: one that is cancelled before never does.
        var hasBegun = false

        var isUnstarted: Bool { phase == .queued || phase == .debounced || phase == .waiting }
        var isStarted: Bool { phase == .running || phase == .unwinding }
    }

    let setup: ModelSetup
    private(set) var now = Duration.zero
    private(set) var state = 0
    /// Every state that was published.
    private(set) var states: [Int] = []
    /// The outcome of each event, as text.
    private(set) var outcomes: [Int: String] = [:]
    private var life = Life.open
    private var deadline: Duration?
    /// By number; there is no event 0.
    private var events = [Event()]
    /// The events that have not ended, in the order in which they were added.
    private var alive: [Int] = []
    private var queue: [Int] = []
    private var isDraining = false
    /// The events that their lanes count as running, in the order in which they started.
    private var started: [Int] = []
    /// The events that wait in their lanes, in the order in which they arrived, and those that must end first: `nil` is all
    /// before.
    private var waiting: [(event: Int, after: [Int]?)] = []
    private var throttles: [ModelSetup.Shape: Duration] = [:]

    init(setup: ModelSetup) { self.setup = setup }

    var isOpen: Bool { life == .open }

    /// Whether the bloc is closed and everything has ended.
    var isOver: Bool { life != .open && alive.isEmpty }

    /// The async handlers that run.
    var handlers: [Int] { alive.filter { events[$0].isStarted } }

    var count: Int { events.count - 1 }

    private var unstarted: [Int] { alive.filter { events[$0].isUnstarted } }

    private func members(of lane: ModelSetup.LaneName) -> [Int] {
        (started + waiting.map(\.event)).filter { events[$0].path?.lane == lane }
    }

    /// The events that wait in a debounce in front of a lane, or passed it and have not entered the lane.
    private func inFront(of lane: ModelSetup.LaneName) -> [Int] {
        alive.filter { event in
            let hasPassed = events[event].phase == .queued && events[event].stage == .enterLane
            return events[event].path?.lane == lane && (hasPassed || events[event].phase == .debounced)
        }
    }

    // MARK: Actions

    /// Lets the tasks of handlers begin, after an action.
    mutating func beginHandlers() {
        for event in handlers { events[event].hasBegun = true }
    }

    mutating func add(_ script: ModelEvent.Script, isOwn: Bool = false) {
        let event = events.count
        events.append(Event(script: script, path: setup.path(of: script), isOwn: isOwn, addedAt: now))
        alive.append(event)
        guard life == .open || (life == .draining && isOwn) else { return finish(event, "dropped(closed)") }
        if let limit = setup.limit, unstarted.count >= limit.capacity {
            if limit.overflow == .reject { return finish(event, "dropped(overflow)") }
            let oldest = unstarted[0]
            leave(oldest)
            finish(oldest, "dropped(overflow)")
        }
        events[event].phase = .queued
        queue.append(event)
        drain()
    }

    mutating func emit(_ next: Int, by event: Int) {
        // A handler that was cancelled and unwinds publishes nothing, and that is not reported.
        if events[event].phase == .running { publish(next) }
    }

    /// Ends a handler.
    mutating func end(_ event: Int, _ outcome: String) {
        guard events[event].isStarted else { return }
        finish(event, events[event].phase == .unwinding ? "cancelled" : outcome)
        leaveLane(event)
        drain()
    }

    /// Cancels an event by its receipt.
    mutating func cancelReceipt(of event: Int) {
        cancel(event)
        drain()
    }

    mutating func cancel(lane: Lane, by event: Int) {
        // A handler that was cancelled cancels no other.
        guard events[event].phase == .running else { return }
        let name = ModelSetup.LaneName.named(lane)
        for other in members(of: name) + inFront(of: name) where other != event { cancel(other) }
        drain()
    }

    mutating func advance(by duration: Duration) {
        now += duration
        let due = alive.filter { events[$0].phase == .debounced && events[$0].addedAt + ModelSetup.quietTime <= now }
        for event in due.sorted(by: { (events[$0].addedAt, $0) < (events[$1].addedAt, $1) })
        where events[event].phase == .debounced {
            passDebounce(event)
            drain()
        }
        if let deadline, deadline <= now { close(.cancel) }
    }

    mutating func close(_ mode: CloseMode) {
        if life == .open, mode != .cancel {
            life = .draining
            for event in alive where events[event].phase == .debounced { passDebounce(event) }
        }
        if case .deadline(let duration) = mode { deadline = min(deadline ?? now + duration, now + duration) }
        if mode == .cancel, life != .cancelling { cancelAll() }
        drain()
    }

    private mutating func cancelAll() {
        life = .cancelling
        let dropped = unstarted
        queue = []
        waiting = []
        for event in dropped { finish(event, "dropped(closed)") }
        for event in handlers { cancel(event) }
    }

    // MARK: Arriving

    private mutating func drain() {
        if isDraining { return }
        isDraining = true
        while !queue.isEmpty { advance(queue.removeFirst()) }
        isDraining = false
        // When only background lanes are left, a drain is over.
        if life == .draining, alive.allSatisfy({ events[$0].path?.isBackground == true }) { cancelAll() }
    }

    private mutating func advance(_ event: Int) {
        guard let path = events[event].path else { return finish(event, "dropped(unhandled)") }
        if events[event].stage == .arrive, !passes(event, path) { return }
        if events[event].stage != .start, !entersLane(event, path) { return }
        events[event].phase = .running
        if !path.isAsync { handle(event) }
    }

    /// Runs a synchronous handler.
    private mutating func handle(_ event: Int) {
        let script = events[event].script
        publish(event)
        if let lane = script.cancelledLane { cancel(lane: lane, by: event) }
        for added in script.added { add(added, isOwn: true) }
        end(event, script.fails ? "failed(Failure)" : "handled")
    }

    /// Returns whether an event passes the debounce or throttle of its policy at once.
    private mutating func passes(_ event: Int, _ path: ModelSetup.Path) -> Bool {
        switch path.policy.arrival {
        case .immediate:
            return true
        case .throttled:
            if let since = throttles[path.shape], now - since < ModelSetup.quietTime {
                finish(event, "dropped(throttled)")
                return false
            }
            throttles[path.shape] = now
            return true
        case .debounced:
            let replaced = alive.first { events[$0].phase == .debounced && events[$0].path?.shape == path.shape }
            if let replaced { finish(replaced, "dropped(debounced)") }
            // A bloc that drains does not wait for time.
            guard life == .open else { return true }
            events[event].phase = .debounced
            return false
        }
    }

    private mutating func passDebounce(_ event: Int) {
        events[event].phase = .queued
        events[event].stage = .enterLane
        queue.append(event)
    }

    /// Returns whether the event starts now.
    private mutating func entersLane(_ event: Int, _ path: ModelSetup.Path) -> Bool {
        let others = members(of: path.lane)
        var step = LaneDecision.Step.start
        switch path.policy.rule {
        case .concurrent:
            break
        case .sequential:
            step = .queue
        case .droppable:
            if !others.isEmpty { step = .drop }
        case .restartable:
            for other in others + inFront(of: path.lane).filter({ $0 < event }) { cancel(other) }
        default:
            let decision = path.policy.rule.decision(
                in: LaneSituation(
                    arriving: UInt64(event),
                    running: others.filter { started.contains($0) }.map { UInt64($0) },
                    waiting: others.filter { !started.contains($0) }.map { UInt64($0) }
                )
            )
            for ticket in decision.cancelled where others.contains(Int(ticket)) { cancel(Int(ticket)) }
            step = decision.step
        }
        let left = members(of: path.lane)
        switch step {
        case .start:
            break
        case .queue:
            if !left.isEmpty { return wait(event, after: nil) }
        case .startAfter(let tickets):
            let after = left.filter { tickets.contains(UInt64($0)) }
            if !after.isEmpty { return wait(event, after: after) }
        case .drop:
            finish(event, path.policy.rule == .droppable ? "dropped(busy)" : "dropped(policy)")
            return false
        }
        started.append(event)
        return true
    }

    private mutating func wait(_ event: Int, after: [Int]?) -> Bool {
        waiting.append((event, after))
        events[event].phase = .waiting
        return false
    }

    // MARK: Leaving

    private mutating func cancel(_ event: Int) {
        if events[event].isUnstarted {
            leave(event)
            finish(event, "cancelled")
        } else if events[event].phase == .running, events[event].path?.isAsync == true {
            events[event].phase = .unwinding
            leaveLane(event)
            if !events[event].script.isStubborn || !events[event].hasBegun { finish(event, "cancelled") }
        }
    }

    /// Takes an event that has not started from where it is.
    private mutating func leave(_ event: Int) {
        queue.removeAll { $0 == event }
        leaveLane(event)
    }

    /// Takes an event out of its lane, and queues those that can start then.
    private mutating func leaveLane(_ event: Int) {
        started.removeAll { $0 == event }
        waiting.removeAll { $0.event == event }
        for index in waiting.indices { waiting[index].after?.removeAll { $0 == event } }
        while let index = waiting.indices.first(where: isReady) {
            let ready = waiting.remove(at: index).event
            started.append(ready)
            events[ready].phase = .queued
            events[ready].stage = .start
            queue.append(ready)
        }
    }

    private func isReady(_ index: Int) -> Bool {
        let (event, after) = waiting[index]
        guard let after else { return events[event].path.map { members(of: $0.lane).first == event } ?? false }
        return after.isEmpty
    }

    private mutating func publish(_ next: Int) {
        guard next != state else { return }
        state = next
        states.append(next)
    }

    private mutating func finish(_ event: Int, _ outcome: String) {
        events[event].phase = .ended
        alive.removeAll { $0 == event }
        outcomes[event] = outcome
    }
}

/// An event of the random tests.
struct ModelEvent: Sendable {
    /// The number that the bloc gives it.
    let number: Int
    let script: Script

    struct Script: Sendable {
        /// The registration that takes the event; there is none of the last number.
        var route = 0
        /// The policy of a registration that chooses one for each event.
        var choice = 0
        /// Whether its async handler ignores its cancellation.
        var isStubborn = false
        /// Whether its synchronous handler throws, and what that does before.
        var fails = false
        var cancelledLane: Lane?
        var added: [Script] = []
    }
}

/// The registrations and policies of a run, drawn by its seed.
struct ModelSetup: Sendable {
    enum Arrival {
        case immediate, debounced, throttled
    }

    struct ChosenPolicy: Sendable {
        let rule: ModelRule
        let arrival: Arrival
        var lane: Lane?

        var policy: EventPolicy<ModelEvent> {
            let policy =
                switch arrival {
                case .immediate: rule.policy
                case .debounced: rule.policy.debounce(for: quietTime)
                case .throttled: rule.policy.throttle(for: quietTime)
                }
            return lane.map { policy.lane($0) } ?? policy
        }
    }

    struct Registration: Sendable {
        /// `nil` chooses one for each event.
        let policy: ChosenPolicy?
        let lane: Lane?
        let isAsync: Bool
    }

    enum LaneName: Hashable {
        case named(Lane)
        case route(Int)
        /// The lane of the events of a registration for which this rule was chosen; all custom ones share one.
        case chosen(route: Int, ModelRule?)
    }

    /// A debounce or throttle.
    struct Shape: Hashable {
        let route: Int
        let lane: LaneName
        let arrival: Arrival
    }

    /// The registration, policy and lane of an event.
    struct Path {
        let policy: ChosenPolicy
        let shape: Shape
        let isAsync: Bool
        let isBackground: Bool

        var lane: LaneName { shape.lane }
    }

    static let quietTime = Duration.seconds(1)
    static let lanes: [Lane] = ["a", "b", .background("c"), .background("d")]

    /// Whether the bloc has hooks of its own: without, some events begin in a quicker way.
    let isHooked: Bool
    let limit: MailboxLimit?
    let registrations: [Registration]
    let choices: [ChosenPolicy]

    init(_ random: inout SplitMix64) {
        let limits = [
            nil, nil, MailboxLimit(capacity: 2, overflow: .reject), MailboxLimit(capacity: 3, overflow: .dropOldest),
        ]
        isHooked = Bool.random(using: &random)
        limit = limits[Int.random(in: 0..<limits.count, using: &random)]
        registrations = (0..<6).map { index in
            Registration(
                policy: index < 4 ? Self.policy(&random) : nil,
                lane: Bool.random(using: &random) ? Self.lanes[Int.random(in: 0..<3, using: &random)] : nil,
                isAsync: Int.random(in: 0..<3, using: &random) > 0
            )
        }
        choices = [nil, nil, Self.lanes[0], Self.lanes[3]].map { lane in
            var policy = Self.policy(&random)
            policy.lane = lane
            return policy
        }
    }

    private static func policy(_ random: inout SplitMix64) -> ChosenPolicy {
        ChosenPolicy(
            rule: ModelRule.allCases.randomElement(using: &random) ?? .concurrent,
            arrival: Bool.random(using: &random) ? .immediate : Bool.random(using: &random) ? .debounced : .throttled
        )
    }

    func path(of script: ModelEvent.Script) -> Path? {
        guard script.route < registrations.count else { return nil }
        let registration = registrations[script.route]
        let policy = registration.policy ?? choices[script.choice]
        let named = policy.lane ?? registration.lane
        let ofItsOwn: LaneName =
            registration.policy == nil
            ? .chosen(route: script.route, policy.rule.isBuiltIn ? policy.rule : nil) : .route(script.route)
        let lane = named.map { .named($0) } ?? ofItsOwn
        return Path(
            policy: policy,
            shape: Shape(route: script.route, lane: lane, arrival: policy.arrival),
            isAsync: registration.isAsync,
            isBackground: named?.isBackground ?? false
        )
    }
}

/// The built-in rules, and custom ones.
enum ModelRule: Hashable, CaseIterable, ConcurrencyRule {
    case concurrent
    case sequential
    case droppable
    case restartable
    /// Runs two and drops the others.
    case atMostTwo
    /// Starts once those that run now have ended.
    case afterRunning
    /// Starts once the newest of the others has ended; also names events that are not in the lane.
    case afterNewest
    /// Keeps only the newest waiting event.
    case newestWaits
    /// Cancels the oldest running event and runs beside the others; also names itself.
    case replacesOldest
    /// Drops itself and cancels the oldest running event.
    case cancelsAndDrops

    var isBuiltIn: Bool { [.concurrent, .sequential, .droppable, .restartable].contains(self) }

    var policy: EventPolicy<ModelEvent> {
        switch self {
        case .concurrent: .concurrent
        case .sequential: .sequential
        case .droppable: .droppable
        case .restartable: .restartable
        default: .custom(self)
        }
    }

    func decision(in situation: LaneSituation) -> LaneDecision {
        let others = situation.running + situation.waiting
        return switch self {
        case .concurrent, .sequential, .droppable, .restartable: .drop
        case .atMostTwo: situation.running.count < 2 ? .start : .drop
        case .afterRunning: .start(after: situation.running)
        case .afterNewest: .start(after: others.suffix(1) + [situation.arriving, situation.arriving + 1_000])
        case .newestWaits: .queue.cancelling(situation.waiting)
        case .replacesOldest: .start.cancelling(situation.running.prefix(1) + [situation.arriving])
        case .cancelsAndDrops: .drop.cancelling(situation.running.prefix(1))
        }
    }
}
