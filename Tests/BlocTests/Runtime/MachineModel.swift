@testable import Bloc

/// A model of `Machine` without its shortcuts: arrays that are searched from the start.
///
/// An event is its index in ``events``. Every event enters its lane, also where the machine starts it without one.
struct MachineModel {
    /// The registration, policy and lane of an event.
    struct Path {
        let route: Int
        let rule: ModelRule
        let arrival: Arrival
        let lane: LaneKey
        let isAsync: Bool
        let isBackground: Bool
    }

    struct Ended: Equatable {
        let event: Int
        /// The outcome as text, which can be compared.
        let outcome: String
        let wasAccepted: Bool
    }

    enum Step: Equatable {
        case run(Int)
        case launch(Int)
        case debounce(Int, Duration)
        case report, handOver, rest
    }

    struct Event {
        /// `nil` if no handler takes the event.
        var path: Path?
        var isOwn = false
        var isCaused = false
        var isWork = false
        var addedAt = Duration.zero
        var ticket: UInt64 = 0
        var phase = Job.Phase.arrived
        var hasTask = false
        var hasCancelledItself = false

        var isUnstarted: Bool { [.queued, .passed, .ready, .debounced, .waiting].contains(phase) }
        var isStarted: Bool { phase == .running || phase == .unwinding }
    }

    private struct Waiting {
        let event: Int
        /// The events that must end first; `nil` is all before.
        var after: [Int]?
    }

    let limit: MailboxLimit?
    var acceptsOthers = false
    private(set) var events: [Event] = []
    /// The events that have not ended, in the order in which they were added.
    private(set) var alive: [Int] = []
    private(set) var queue: [Int] = []
    private(set) var ended: [Ended] = []
    private(set) var cancelledTasks = 0
    private(set) var phase = Machine.Phase.open
    private(set) var isClosedByOwner = true
    private(set) var isDraining = false
    private(set) var handledCount = 0
    private(set) var droppedCount = 0
    private(set) var cutOffCount = 0
    /// The events that their lanes count as running, in the order in which they started.
    private var started: [Int] = []
    /// The events that wait in their lanes, in the order in which they arrived.
    private var waiting: [Waiting] = []
    private var throttles: [(path: Path, since: Duration)] = []
    private var foreignHandled = 0
    private var lastTicket: UInt64 = 0
    private var lastWork: UInt64 = 0

    init(limit: MailboxLimit?) { self.limit = limit }

    var unstarted: [Int] { alive.filter { events[$0].isUnstarted } }

    var handlers: [Int] { alive.filter { events[$0].isStarted } }

    /// The events that a lane keeps or whose handlers run.
    var inFlight: [Int] {
        alive.filter { events[$0].isStarted || started.contains($0) || events[$0].phase == .waiting }
    }

    func isQuiet(except tickets: Set<UInt64>) -> Bool {
        !isDraining && queue.isEmpty && !alive.contains { events[$0].phase == .debounced }
            && inFlight.allSatisfy { tickets.contains(events[$0].ticket) }
    }

    private func members(of lane: LaneKey?) -> [Int] {
        (started + waiting.map(\.event)).filter { events[$0].path?.lane == lane }
    }

    /// The events that enter a lane later.
    private func onTheirWay(to lane: LaneKey) -> [Int] {
        alive.filter { events[$0].path?.lane == lane && [.passed, .debounced].contains(events[$0].phase) }
    }

    // MARK: Arriving

    /// Adds an event.
    ///
    /// - Returns: How it begins; `nil` if it is refused, or queued for whoever drains.
    mutating func add(_ added: Event, _ entry: MachineInput.Entry) -> Machine.Begin? {
        let event = events.count
        lastTicket += 1
        events.append(added)
        alive.append(event)
        events[event].ticket = lastTicket
        let isAccepted =
            switch phase {
            case .open: true
            case .draining: added.isOwn || (acceptsOthers && added.isCaused)
            case .cancelling, .closed: false
            }
        if !isAccepted {
            finish(event, .dropped(.closed))
            return nil
        }
        if let limit, unstarted.count >= limit.capacity {
            if limit.overflow == .reject {
                finish(event, .dropped(.overflow))
                return nil
            }
            let oldest = unstarted[0]
            leave(oldest)
            finish(oldest, .dropped(.overflow))
        }
        events[event].phase = .queued
        if entry == .enqueue {
            queue.append(event)
            return nil
        }
        return begin(event, isCalm: entry == .beginCalmly)
    }

    private mutating func begin(_ event: Int, isCalm: Bool) -> Machine.Begin {
        if isDraining || !queue.isEmpty {
            queue.append(event)
            return .wait
        }
        isDraining = true
        if isCalm, let path = events[event].path, startsWithoutEffects(path) {
            started.append(event)
            events[event].phase = .running
            return .run
        }
        foreignHandled = events[event].isOwn ? 0 : -1
        queue.append(event)
        return .drain
    }

    /// Whether an event of this path that is the only one in the queue runs at once and ends no other.
    private func startsWithoutEffects(_ path: Path) -> Bool {
        guard !path.isAsync, path.rule.isBuiltIn, path.arrival == .immediate, members(of: path.lane).isEmpty else {
            return false
        }
        return path.rule != .restartable || !alive.contains { events[$0].phase == .debounced }
    }

    // MARK: Draining

    mutating func takesRole() -> Bool {
        if isDraining || queue.isEmpty { return false }
        isDraining = true
        return true
    }

    mutating func next() -> Step {
        while let event = queue.first {
            if !events[event].isOwn {
                if foreignHandled == 64 {
                    foreignHandled = -192
                    return .handOver
                }
                foreignHandled += 1
            }
            queue.removeFirst()
            if let step = advance(event) { return step }
            if !ended.isEmpty { return .report }
        }
        isDraining = false
        foreignHandled = 0
        return .rest
    }

    private mutating func advance(_ event: Int) -> Step? {
        guard let path = events[event].path else {
            finish(event, .dropped(.unhandled))
            return nil
        }
        if events[event].phase == .queued {
            switch path.arrival {
            case .immediate: break
            case .throttled(let interval):
                let now = events[event].addedAt
                if let since = throttles.last(where: { isSameShape($0.path, path) })?.since, now - since < interval {
                    finish(event, .dropped(.throttled))
                    return nil
                }
                throttles.append((path, now))
            case .debounced(let interval):
                let replaced = alive.first { other in
                    events[other].phase == .debounced && events[other].path.map { isSameShape($0, path) } ?? false
                }
                if let replaced {
                    leave(replaced)
                    finish(replaced, .dropped(.debounced))
                }
                if phase == .open {
                    events[event].phase = .debounced
                    return .debounce(event, interval)
                }
            }
        }
        if events[event].phase != .ready, !entersLane(event, path) { return nil }
        events[event].phase = .running
        return path.isAsync ? .launch(event) : .run(event)
    }

    private func isSameShape(_ left: Path, _ right: Path) -> Bool {
        left.route == right.route && left.lane == right.lane && left.arrival == right.arrival
    }

    /// Returns whether the event starts now.
    private mutating func entersLane(_ event: Int, _ path: Path) -> Bool {
        let others = members(of: path.lane)
        var step = LaneDecision.Step.start
        switch path.rule {
        case .concurrent: break
        case .sequential: step = .queue
        case .droppable: if !others.isEmpty { step = .drop }
        case .restartable:
            for other in others { cancel(other) }
            for other in onTheirWay(to: path.lane) where other < event { cancel(other) }
        default:
            let situation = LaneSituation(
                arriving: events[event].ticket,
                running: others.filter { started.contains($0) }.map { events[$0].ticket },
                waiting: others.filter { !started.contains($0) }.map { events[$0].ticket }
            )
            let decision = path.rule.decision(in: situation)
            for ticket in decision.cancelled {
                for other in others where events[other].ticket == ticket { cancel(other) }
            }
            step = decision.step
        }
        let left = members(of: path.lane)
        switch step {
        case .start: break
        case .queue: if !left.isEmpty { return wait(event, after: nil) }
        case .startAfter(let tickets):
            let after = left.filter { tickets.contains(events[$0].ticket) }
            if !after.isEmpty { return wait(event, after: after) }
        case .drop:
            finish(event, .dropped(path.rule == .droppable ? .busy : .policy))
            return false
        }
        started.append(event)
        return true
    }

    private mutating func wait(_ event: Int, after: [Int]?) -> Bool {
        waiting.append(Waiting(event: event, after: after))
        events[event].phase = .waiting
        return false
    }

    mutating func debouncePassed(_ event: Int) {
        guard events[event].phase == .debounced else { return }
        events[event].hasTask = false
        enqueuePassed(event)
    }

    private mutating func enqueuePassed(_ event: Int) {
        events[event].phase = .passed
        queue.append(event)
    }

    // MARK: Handlers

    mutating func startedWork(_ path: Path) -> Bool {
        var work = Event(path: path, isWork: true)
        if phase == .open || phase == .draining {
            lastWork += 1
            work.ticket = lastWork | 1 << 63
            work.phase = .running
        }
        events.append(work)
        if work.phase == .running { alive.append(events.count - 1) }
        return work.phase == .running
    }

    mutating func keepTask(of event: Int, in phase: Job.Phase) {
        if events[event].phase == phase { events[event].hasTask = true } else { cancelledTasks += 1 }
    }

    /// Ends a synchronous handler that began at once; `false` if it must end in the usual way.
    mutating func endsAtOnce(_ event: Int) -> Bool {
        let isSpecial = events[event].isOwn || events[event].isCaused
        guard events[event].phase == .running, !isSpecial, queue.isEmpty, ended.isEmpty, phase == .open else {
            return false
        }
        leaveLane(event)
        die(event)
        handledCount += 1
        isDraining = false
        foreignHandled = 0
        return true
    }

    mutating func handlerEnded(_ event: Int, _ outcome: Outcome) -> Outcome? {
        guard events[event].isStarted else { return nil }
        var isCancelled = events[event].phase == .unwinding
        if events[event].hasCancelledItself { isCancelled = "\(outcome)" == "failed(CancellationError)" }
        die(event)
        events[event].hasTask = false
        if !events[event].isWork { handledCount += 1 }
        leaveLane(event)
        return isCancelled ? .cancelled : outcome
    }

    // MARK: Ending

    private mutating func finish(_ event: Int, _ outcome: Outcome) {
        let wasAccepted = events[event].phase != .arrived
        die(event)
        if wasAccepted { handledCount += 1 }
        ended.append(Ended(event: event, outcome: "\(outcome)", wasAccepted: wasAccepted))
    }

    private mutating func die(_ event: Int) {
        events[event].phase = .ended
        alive.removeAll { $0 == event }
    }

    mutating func takeEnded() -> [Ended] {
        defer { ended = [] }
        return ended
    }

    mutating func takeCancelledTasks() -> Int {
        defer { cancelledTasks = 0 }
        return cancelledTasks
    }

    /// Takes an event that has not started from where it is.
    private mutating func leave(_ event: Int) {
        queue.removeAll { $0 == event }
        cancelTask(of: event)
        leaveLane(event)
    }

    private mutating func leaveLane(_ event: Int) {
        started.removeAll { $0 == event }
        waiting.removeAll { $0.event == event }
        for index in waiting.indices { waiting[index].after?.removeAll { $0 == event } }
        while let index = waiting.indices.first(where: { isReady($0) }) {
            let ready = waiting.remove(at: index).event
            started.append(ready)
            events[ready].phase = .ready
            queue.append(ready)
        }
    }

    private func isReady(_ index: Int) -> Bool {
        if let after = waiting[index].after { return after.isEmpty }
        return members(of: events[waiting[index].event].path?.lane).first == waiting[index].event
    }

    private mutating func cancelTask(of event: Int) {
        if events[event].hasTask { cancelledTasks += 1 }
        events[event].hasTask = false
    }

    mutating func cancel(_ event: Int, isOwnDoing: Bool = false) {
        if events[event].isUnstarted {
            leave(event)
            finish(event, .cancelled)
        } else if events[event].phase == .running, events[event].path?.isAsync == true {
            events[event].phase = .unwinding
            events[event].hasCancelledItself = isOwnDoing
            cancelTask(of: event)
            leaveLane(event)
        }
    }

    mutating func cancel(lane: LaneKey, except event: Int?) {
        for other in members(of: lane) + onTheirWay(to: lane) where other != event {
            if events[other].phase == .running, events[other].path?.isAsync == false {
                events[other].phase = .unwinding
            } else {
                cancel(other)
            }
        }
    }

    // MARK: Closing

    mutating func close(_ mode: CloseMode, byOwner: Bool) -> Duration? {
        if phase == .open { isClosedByOwner = byOwner }
        switch mode {
        case .cancel:
            if phase == .open || phase == .draining { cancelAll() }
        case .drain, .deadline:
            guard phase == .open else { break }
            phase = .draining
            for event in alive where events[event].phase == .debounced {
                cancelTask(of: event)
                enqueuePassed(event)
            }
        }
        if case .deadline(let duration) = mode, phase == .draining { return duration }
        return nil
    }

    private mutating func cancelAll() {
        phase = .cancelling
        let dropped = unstarted
        queue = []
        waiting = []
        started.removeAll { dropped.contains($0) }
        for event in dropped {
            cancelTask(of: event)
            finish(event, .dropped(.closed))
        }
        droppedCount += dropped.count
        for event in handlers where events[event].phase == .running {
            cancel(event)
            if events[event].phase == .unwinding, events[event].path?.isBackground == false { cutOffCount += 1 }
        }
    }

    mutating func cancelsBackground() -> Bool {
        let isOnlyBackground = inFlight.allSatisfy { events[$0].path?.isBackground == true }
        guard phase == .draining, !inFlight.isEmpty, isOnlyBackground, !isDraining, queue.isEmpty else { return false }
        cancelAll()
        return true
    }

    mutating func takeStuck() -> [Int] {
        let stuck = handlers
        for event in stuck { die(event) }
        handledCount += stuck.count { !events[$0].isWork }
        started = []
        return stuck
    }

    mutating func ends() -> Bool {
        guard phase == .draining || phase == .cancelling else { return false }
        phase = .closed
        return true
    }
}

// The rules as the machine has them.
extension ModelRule {
    /// Whether events of this rule never run beside each other in their lane.
    var isExclusive: Bool { self == .sequential || self == .droppable || self == .restartable }

    /// The lane of the events of a registration for which this rule was chosen.
    func lane(route: Int) -> LaneKey {
        switch self {
        case .concurrent: .builtIn(route: route, .concurrent)
        case .sequential: .builtIn(route: route, .sequential)
        case .droppable: .builtIn(route: route, .droppable)
        case .restartable: .builtIn(route: route, .restartable)
        default: .custom(route: route, ObjectIdentifier(ModelRule.self))
        }
    }
}
