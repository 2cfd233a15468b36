import BlocTesting

@testable import Bloc

/// A model of a bloc without its shortcuts: arrays that are searched from the start.
///
/// One thread takes every step at once. An event is its index in the order of adding.
struct BlocModel {
    /// The registration, policy and lane of an event.
    struct Path {
        let route: Int
        let rule: ModelRule
        let arrival: Arrival
        let lane: ModelLane
        let isAsync: Bool
        let isBackground: Bool

        /// Whether events of both paths debounce and throttle each other.
        func sharesArrival(with other: Path) -> Bool {
            route == other.route && lane == other.lane && arrival == other.arrival
        }
    }

    private struct Event {
        enum Phase {
            case arrived, queued, debounced, passed, waiting, ready, running, unwinding, ended
        }

        let script: ModelEvent.Script
        /// `nil` if no handler takes the event.
        let path: Path?
        let addedAt: Duration
        var phase = Phase.arrived

        var isUnstarted: Bool { [.queued, .passed, .ready, .debounced, .waiting].contains(phase) }
        var isStarted: Bool { phase == .running || phase == .unwinding }
        /// Whether the event has not entered its lane, but has been debounced or is being so.
        var isInFrontOfLane: Bool { phase == .passed || phase == .debounced }
    }

    private struct Waiting {
        let event: Int
        /// The events that must end first; `nil` is all before.
        var after: [Int]?
    }

    private enum Phase {
        case open, draining, cancelling
    }

    let setup: ModelSetup
    private(set) var now = Duration.zero
    private(set) var state = 0
    /// Every state that was published.
    private(set) var states: [Int] = []
    /// The outcome of each event, as text.
    private(set) var outcomes: [Int: String] = [:]
    private var phase = Phase.open
    private var deadline: Duration?
    private var events: [Event] = []
    /// The events that have not ended, in the order in which they were added.
    private var alive: [Int] = []
    private var queue: [Int] = []
    /// The events that their lanes count as running, in the order in which they started.
    private var started: [Int] = []
    /// The events that wait in their lanes, in the order in which they arrived.
    private var waiting: [Waiting] = []
    private var throttles: [(path: Path, since: Duration)] = []
    /// The events whose async handlers have begun: one that is cancelled before never does.
    private var begun: Set<Int> = []
    private var isDraining = false

    init(setup: ModelSetup) { self.setup = setup }

    var isOpen: Bool { phase == .open }

    /// Whether the bloc is closed and everything has ended.
    var isOver: Bool { !isOpen && alive.isEmpty }

    /// The handlers that run.
    var handlers: [Int] { alive.filter { events[$0].isStarted } }

    var count: Int { events.count }

    private var unstarted: [Int] { alive.filter { events[$0].isUnstarted } }

    private func members(of lane: ModelLane) -> [Int] {
        (started + waiting.map(\.event)).filter { events[$0].path?.lane == lane }
    }

    // MARK: Actions

    /// Lets the tasks of handlers begin, after an action.
    mutating func beginHandlers() { begun.formUnion(handlers) }

    mutating func add(_ script: ModelEvent.Script, isOwn: Bool = false) {
        let event = events.count
        let path = setup.path(route: script.route, choice: script.choice)
        events.append(Event(script: script, path: path, addedAt: now))
        alive.append(event)
        guard phase == .open || (phase == .draining && isOwn) else { return finish(event, .dropped(.closed)) }
        let unstarted = unstarted
        if let limit = setup.limit, unstarted.count >= limit.capacity {
            if limit.overflow == .reject { return finish(event, .dropped(.overflow)) }
            leave(unstarted[0])
            finish(unstarted[0], .dropped(.overflow))
        }
        enqueue(event, .queued)
        drain()
    }

    mutating func emit(_ next: Int, by event: Int) {
        // A handler that was cancelled and unwinds publishes nothing, and that is not reported.
        if events[event].phase == .running { publish(next) }
    }

    /// Ends a handler.
    mutating func end(_ event: Int, _ outcome: Outcome) {
        endHandler(event, outcome)
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
        let inFront = alive.filter { events[$0].path?.lane == .named(lane) && events[$0].isInFrontOfLane }
        for other in members(of: .named(lane)) + inFront where other != event {
            if events[other].phase == .running, events[other].path?.isAsync == false {
                events[other].phase = .unwinding
            } else {
                cancel(other)
            }
        }
        drain()
    }

    mutating func advance(by duration: Duration) {
        now += duration
        let due = alive.map { (since: events[$0].addedAt, event: $0) }
            .filter { events[$0.event].phase == .debounced && $0.since + ModelSetup.quietTime <= now }
        for (_, event) in due.sorted(by: <) where events[event].phase == .debounced {
            enqueue(event, .passed)
            drain()
        }
        if let deadline, deadline <= now { close(.cancel) }
    }

    mutating func close(_ mode: CloseMode) {
        switch mode {
        case .cancel:
            if phase != .cancelling { cancelAll() }
        case .drain, .deadline:
            if phase == .open {
                phase = .draining
                for event in alive where events[event].phase == .debounced { enqueue(event, .passed) }
            }
            if case .deadline(let duration) = mode, phase == .draining {
                deadline = min(deadline ?? now + duration, now + duration)
            }
        }
        drain()
    }

    // MARK: Draining

    private mutating func enqueue(_ event: Int, _ phase: Event.Phase) {
        events[event].phase = phase
        queue.append(event)
    }

    private mutating func drain() {
        if isDraining { return }
        isDraining = true
        while !queue.isEmpty {
            let event = queue.removeFirst()
            if starts(event), events[event].path?.isAsync == false { handle(event) }
        }
        isDraining = false
        endCancelled()
        // When only background lanes are left, a drain is over.
        let inFlight = alive.filter {
            events[$0].isStarted || started.contains($0) || events[$0].phase == .waiting
        }
        let isOnlyBackground = inFlight.allSatisfy { events[$0].path?.isBackground == true }
        guard phase == .draining, !inFlight.isEmpty, isOnlyBackground, queue.isEmpty else { return }
        cancelAll()
        endCancelled()
    }

    /// Runs a synchronous handler.
    private mutating func handle(_ event: Int) {
        let script = events[event].script
        publish(event)
        if let lane = script.cancelledLane { cancel(lane: lane, by: event) }
        for added in script.added { add(added, isOwn: true) }
        endHandler(event, script.fails ? .failed(CommandedHandler.Failure()) : .handled)
    }

    private mutating func publish(_ next: Int) {
        guard next != state else { return }
        state = next
        states.append(next)
    }

    /// Returns whether the event's handler starts now.
    private mutating func starts(_ event: Int) -> Bool {
        guard let path = events[event].path else {
            finish(event, .dropped(.unhandled))
            return false
        }
        if events[event].phase == .queued {
            switch path.arrival {
            case .immediate:
                break
            case .throttled(let interval):
                let addedAt = events[event].addedAt
                if let last = throttles.last(where: { $0.path.sharesArrival(with: path) }),
                    addedAt - last.since < interval
                {
                    finish(event, .dropped(.throttled))
                    return false
                }
                throttles.append((path, addedAt))
            case .debounced:
                let replaced = alive.first { other in
                    events[other].phase == .debounced && events[other].path?.sharesArrival(with: path) == true
                }
                if let replaced {
                    leave(replaced)
                    finish(replaced, .dropped(.debounced))
                }
                if phase == .open {
                    events[event].phase = .debounced
                    return false
                }
            }
        }
        if events[event].phase != .ready, !entersLane(event, path) { return false }
        events[event].phase = .running
        return true
    }

    // MARK: Lanes

    /// Returns whether the event starts now.
    private mutating func entersLane(_ event: Int, _ path: Path) -> Bool {
        let others = members(of: path.lane)
        var step = LaneDecision.Step.start
        switch path.rule {
        case .concurrent:
            break
        case .sequential:
            step = .queue
        case .droppable:
            if !others.isEmpty { step = .drop }
        case .restartable:
            for other in others { cancel(other) }
            let inFront = alive.filter { other in
                other < event && events[other].path?.lane == path.lane && events[other].isInFrontOfLane
            }
            for other in inFront { cancel(other) }
        default:
            let decision = path.rule.decision(
                in: LaneSituation(
                    arriving: Self.ticket(event),
                    running: others.filter { started.contains($0) }.map(Self.ticket),
                    waiting: others.filter { !started.contains($0) }.map(Self.ticket)
                )
            )
            for ticket in decision.cancelled {
                for other in others where Self.ticket(other) == ticket { cancel(other) }
            }
            step = decision.step
        }
        let left = members(of: path.lane)
        switch step {
        case .start:
            break
        case .queue:
            if !left.isEmpty { return wait(event, after: nil) }
        case .startAfter(let tickets):
            let after = left.filter { tickets.contains(Self.ticket($0)) }
            if !after.isEmpty { return wait(event, after: after) }
        case .drop:
            finish(event, .dropped(path.rule == .droppable ? .busy : .policy))
            return false
        }
        started.append(event)
        return true
    }

    /// The number by which a rule knows an event.
    private static func ticket(_ event: Int) -> UInt64 { UInt64(event + 1) }

    private mutating func wait(_ event: Int, after: [Int]?) -> Bool {
        waiting.append(Waiting(event: event, after: after))
        events[event].phase = .waiting
        return false
    }

    private mutating func leaveLane(_ event: Int) {
        started.removeAll { $0 == event }
        waiting.removeAll { $0.event == event }
        for index in waiting.indices { waiting[index].after?.removeAll { $0 == event } }
        while let index = waiting.indices.first(where: { isReady($0) }) {
            let ready = waiting.remove(at: index).event
            started.append(ready)
            enqueue(ready, .ready)
        }
    }

    private func isReady(_ index: Int) -> Bool {
        if let after = waiting[index].after { return after.isEmpty }
        let event = waiting[index].event
        return events[event].path.map { members(of: $0.lane).first == event } ?? false
    }

    // MARK: Ending

    private mutating func finish(_ event: Int, _ outcome: Outcome) {
        events[event].phase = .ended
        alive.removeAll { $0 == event }
        outcomes[event] = "\(outcome)"
    }

    private mutating func endHandler(_ event: Int, _ outcome: Outcome) {
        guard events[event].isStarted else { return }
        finish(event, events[event].phase == .unwinding ? .cancelled : outcome)
        leaveLane(event)
    }

    /// Ends the handlers that were cancelled, but those that have begun and ignore it.
    private mutating func endCancelled() {
        for event in handlers where events[event].phase == .unwinding {
            if !events[event].script.isStubborn || !begun.contains(event) { endHandler(event, .cancelled) }
        }
    }

    /// Takes an event that has not started from where it is.
    private mutating func leave(_ event: Int) {
        queue.removeAll { $0 == event }
        leaveLane(event)
    }

    private mutating func cancel(_ event: Int) {
        if events[event].isUnstarted {
            leave(event)
            finish(event, .cancelled)
        } else if events[event].phase == .running, events[event].path?.isAsync == true {
            events[event].phase = .unwinding
            leaveLane(event)
        }
    }

    private mutating func cancelAll() {
        phase = .cancelling
        let dropped = unstarted
        queue = []
        waiting = []
        started.removeAll { dropped.contains($0) }
        for event in dropped { finish(event, .dropped(.closed)) }
        for event in handlers { cancel(event) }
    }
}

/// A lane as the model knows it.
enum ModelLane: Hashable {
    case named(Lane)
    /// The lane of a registration that names none.
    case route(Int)
    /// The lane for the events of a registration for which this rule was chosen; `nil` is all custom rules.
    case chosen(route: Int, ModelRule?)
}

/// An event of the random tests.
struct ModelEvent: Sendable {
    /// Its index in the order of adding.
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
    struct ChosenPolicy: Sendable {
        let rule: ModelRule
        let arrival: Arrival
        var lane: Lane?

        var policy: EventPolicy<ModelEvent> {
            let policy =
                switch arrival {
                case .immediate: rule.policy
                case .debounced(let time): rule.policy.debounce(for: time)
                case .throttled(let time): rule.policy.throttle(for: time)
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
            arrival: Bool.random(using: &random)
                ? .immediate : Bool.random(using: &random) ? .debounced(quietTime) : .throttled(quietTime)
        )
    }

    /// The path of an event; `nil` if no registration takes it.
    func path(route: Int, choice: Int) -> BlocModel.Path? {
        guard route < registrations.count else { return nil }
        let registration = registrations[route]
        let policy = registration.policy ?? choices[choice]
        let named = policy.lane ?? registration.lane
        let rule = policy.rule.isBuiltIn ? policy.rule : nil
        let ofItsOwn = registration.policy == nil ? ModelLane.chosen(route: route, rule) : .route(route)
        return BlocModel.Path(
            route: route,
            rule: policy.rule,
            arrival: policy.arrival,
            lane: named.map { .named($0) } ?? ofItsOwn,
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
