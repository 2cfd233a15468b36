import BlocTesting

@testable import Bloc

/// A model of a bloc: that of its machine, with the states that its handlers publish.
///
/// One thread takes every step at once. An event is its number, of which the first is 1.
struct BlocModel {
    let setup: ModelSetup
    private(set) var now = Duration.zero
    private(set) var state = 0
    /// Every state that was published.
    private(set) var states: [Int] = []
    /// The outcome of each event, as text.
    private(set) var outcomes: [Int: String] = [:]
    private var machine: MachineModel
    private var deadline: Duration?
    private var scripts: [ModelEvent.Script] = []
    /// The events whose async handlers have begun: one that is cancelled before never does.
    private var begun: Set<Int> = []
    private var isDraining = false

    init(setup: ModelSetup) {
        self.setup = setup
        machine = MachineModel(limit: setup.limit)
    }

    var isOpen: Bool { machine.phase == .open }

    /// Whether the bloc is closed and everything has ended.
    var isOver: Bool { !isOpen && machine.alive.isEmpty }

    /// The async handlers that run.
    var handlers: [Int] { machine.handlers.map { $0 + 1 } }

    var count: Int { scripts.count }

    // MARK: Actions

    /// Lets the tasks of handlers begin, after an action.
    mutating func beginHandlers() { begun.formUnion(handlers) }

    mutating func add(_ script: ModelEvent.Script, isOwn: Bool = false) {
        scripts.append(script)
        let path = setup.path(route: script.route, choice: script.choice)
        _ = machine.add(MachineModel.Event(path: path, isOwn: isOwn, addedAt: now), .enqueue)
        drain()
    }

    mutating func emit(_ next: Int, by event: Int) {
        // A handler that was cancelled and unwinds publishes nothing, and that is not reported.
        if machine.events[event - 1].phase == .running { publish(next) }
    }

    /// Ends a handler.
    mutating func end(_ event: Int, _ outcome: Outcome) {
        if let outcome = machine.handlerEnded(event - 1, outcome) { outcomes[event] = "\(outcome)" }
        drain()
    }

    /// Cancels an event by its receipt.
    mutating func cancelReceipt(of event: Int) {
        machine.cancel(event - 1)
        drain()
    }

    mutating func cancel(lane: Lane, by event: Int) {
        // A handler that was cancelled cancels no other.
        guard machine.events[event - 1].phase == .running else { return }
        machine.cancel(lane: .named(lane), except: event - 1)
        drain()
    }

    mutating func advance(by duration: Duration) {
        now += duration
        let due = machine.alive.map { (since: machine.events[$0].addedAt, event: $0) }
            .filter { machine.events[$0.event].phase == .debounced && $0.since + ModelSetup.quietTime <= now }
        for (_, event) in due.sorted(by: <) where machine.events[event].phase == .debounced {
            machine.debouncePassed(event)
            drain()
        }
        if let deadline, deadline <= now { close(.cancel) }
    }

    mutating func close(_ mode: CloseMode) {
        if let duration = machine.close(mode, byOwner: true) {
            deadline = min(deadline ?? now + duration, now + duration)
        }
        drain()
    }

    // MARK: Steps

    private mutating func drain() {
        if isDraining { return }
        isDraining = true
        if machine.takesRole() {
            var step = machine.next()
            while step != .rest {
                if case .run(let event) = step { handle(event + 1) }
                step = machine.next()
            }
        }
        isDraining = false
        endCancelled()
        // When only background lanes are left, a drain is over.
        if machine.cancelsBackground() { endCancelled() }
        for ended in machine.takeEnded() { outcomes[ended.event + 1] = ended.outcome }
    }

    /// Runs a synchronous handler.
    private mutating func handle(_ event: Int) {
        let script = scripts[event - 1]
        publish(event)
        if let lane = script.cancelledLane { cancel(lane: lane, by: event) }
        for added in script.added { add(added, isOwn: true) }
        end(event, script.fails ? .failed(Broken()) : .handled)
    }

    /// Ends the handlers that were cancelled, but those that have begun and ignore it.
    private mutating func endCancelled() {
        for event in handlers where machine.events[event - 1].phase == .unwinding {
            if scripts[event - 1].isStubborn, begun.contains(event) { continue }
            if let outcome = machine.handlerEnded(event - 1, .cancelled) { outcomes[event] = "\(outcome)" }
        }
    }

    private mutating func publish(_ next: Int) {
        guard next != state else { return }
        state = next
        states.append(next)
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

        /// The policy as the machine has it.
        var machinePolicy: Policy { policy.policy(for: ModelEvent(number: 0, script: ModelEvent.Script())) }
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
    func path(route: Int, choice: Int) -> MachineModel.Path? {
        guard route < registrations.count else { return nil }
        let registration = registrations[route]
        let policy = registration.policy ?? choices[choice]
        let named = policy.lane ?? registration.lane
        let ofItsOwn = registration.policy == nil ? policy.rule.lane(route: route) : .route(route)
        return MachineModel.Path(
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
