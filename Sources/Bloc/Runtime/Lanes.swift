/// The events of one lane that run and that wait.
///
/// Every step takes constant time, however many there are.
struct LaneStateMachine: Sendable {
    /// What follows for an arriving event.
    enum ArrivalAction: Equatable, Sendable {
        /// Start its handler.
        case start
        /// Keep it until ``removed(_:)`` returns it.
        case wait
        /// Drop it.
        case drop
    }

    enum Condition: Sendable {
        /// Every running event, and every event that has waited longer, must end first.
        case all
        /// These events must end first.
        case ends(of: Set<UInt64>)
    }

    /// The events that run, each with the number of its start.
    private var starts: [UInt64: Int] = [:]
    private var lastStart = 0
    /// The waiting events, oldest first; an event without a condition has left.
    private var order = Queue<UInt64>()
    private var conditions: [UInt64: Condition] = [:]
    /// For an event, the events that wait for its end by name.
    private var dependants: [UInt64: [UInt64]] = [:]

    /// Whether nothing runs or waits.
    var isIdle: Bool { starts.isEmpty && conditions.isEmpty }

    /// The events that run, in the order in which they began.
    var running: [UInt64] { starts.sorted { $0.value < $1.value }.map(\.key) }

    /// The events that wait, oldest first.
    var waiting: [UInt64] { order.all.filter { conditions[$0] != nil } }

    /// Whether the event waits.
    func isWaiting(_ event: UInt64) -> Bool { conditions[event] != nil }

    /// Takes in an arriving event for which its rule decided.
    ///
    /// The events that the decision cancels must have been removed before.
    mutating func arrived(_ event: UInt64, step: LaneDecision.Step) -> ArrivalAction {
        switch step {
        case .start:
            break
        case .queue:
            guard isIdle else { return wait(event, .all) }
        case .startAfter(let events):
            let present = events.filter { starts[$0] != nil || conditions[$0] != nil }
            for other in present { dependants[other, default: []].append(event) }
            guard present.isEmpty else { return wait(event, .ends(of: present)) }
        case .drop:
            return .drop
        }
        start(event)
        return .start
    }

    /// Removes an event whose handler ended or that was cancelled.
    ///
    /// - Returns: The events that can start now, in order; they count as running.
    mutating func removed(_ event: UInt64) -> [UInt64] {
        starts[event] = nil
        conditions[event] = nil
        var ready: [UInt64] = []
        // An event that waits for all starts before later ones that wait for this one.
        startFirst(&ready)
        if dependants.isEmpty { return ready }
        for dependant in dependants.removeValue(forKey: event) ?? [] {
            guard case .ends(var events) = conditions[dependant] else { continue }
            events.remove(event)
            conditions[dependant] = .ends(of: events)
            if events.isEmpty {
                start(dependant)
                ready.append(dependant)
            }
        }
        return ready
    }

    /// Starts the oldest waiting event if it waits for all and nothing runs, and forgets those in front of it that have left.
    private mutating func startFirst(_ ready: inout [UInt64]) {
        while let first = order.first {
            switch conditions[first] {
            case .all where starts.isEmpty:
                start(first)
                ready.append(first)
            case nil:
                break
            case .all, .ends:
                return
            }
            _ = order.popFirst()
        }
    }

    private mutating func start(_ event: UInt64) {
        conditions[event] = nil
        lastStart += 1
        starts[event] = lastStart
    }

    private mutating func wait(_ event: UInt64, _ condition: Condition) -> ArrivalAction {
        conditions[event] = condition
        order.append(event)
        return .wait
    }
}

/// The lanes of a bloc by number, in memory from the first event that enters one.
struct LaneTable: Sendable {
    /// The number of lanes that are known when the bloc is created.
    let count: Int
    private var lanes: [LaneStateMachine] = []

    init(count: Int) { self.count = count }

    /// Whether nothing runs or waits in a lane.
    func isIdle(_ number: Int) -> Bool { number >= lanes.count || lanes[number].isIdle }

    subscript(number: Int) -> LaneStateMachine {
        get { number < lanes.count ? lanes[number] : LaneStateMachine() }
        _modify {
            if number >= lanes.count {
                lanes += Array(repeating: LaneStateMachine(), count: max(count, number + 1) - lanes.count)
            }
            yield &lanes[number]
        }
    }
}

/// A lane that the builder did not number, because a policy that was chosen for an event brought it.
enum LaneKey: Hashable, Sendable {
    case named(Lane)
    /// The lane of the events of one registration for which a rule of one type was chosen.
    case rule(route: Int, type: ObjectIdentifier)
}
