/// The events of one lane that run and that wait.
///
/// Every step takes constant time, however many there are.
@usableFromInline
struct LaneStateMachine: Sendable {
    /// What follows for an arriving event.
    @usableFromInline
    enum ArrivalAction: Equatable, Sendable {
        /// Start its handler.
        case start
        /// Keep it until ``removed(_:)`` returns it.
        case wait
        /// Drop it.
        case drop
    }

    @usableFromInline
    enum Condition: Sendable {
        /// Every running event, and every event that has waited longer, must end first.
        case all
        /// These events must end first.
        case ends(of: Set<UInt64>)
    }

    /// The events that run, each with the number of its start.
    @usableFromInline
    var starts = TicketTable<Int>()
    @usableFromInline
    var lastStart = 0
    /// The waiting events, oldest first; an event without a condition has left.
    @usableFromInline
    var order = Queue<UInt64>()
    @usableFromInline
    var conditions = TicketTable<Condition>()
    /// For an event, the events that wait for its end by name.
    @usableFromInline
    var dependants: [UInt64: [UInt64]] = [:]

    /// Whether nothing runs or waits.
    @usableFromInline
    var isIdle: Bool { starts.isEmpty && conditions.isEmpty }

    /// The events that run, in the order in which they began.
    @usableFromInline
    var running: [UInt64] { starts.tickets.map { ($0, starts[$0] ?? 0) }.sorted { $0.1 < $1.1 }.map(\.0) }

    /// The events that wait, oldest first.
    @usableFromInline
    var waiting: [UInt64] { order.elements[order.head...].compactMap { $0 }.filter { conditions[$0] != nil } }

    /// Whether the event waits.
    @usableFromInline
    func isWaiting(_ event: UInt64) -> Bool { conditions[event] != nil }

    /// Takes in an arriving event as its rule decided.
    ///
    /// The events that the decision cancels must have been removed before.
    @usableFromInline
    mutating func arrived(_ event: UInt64, step: LaneDecision.Step) -> ArrivalAction {
        switch step {
        case .start:
            start(event)
            return .start
        case .queue:
            if isIdle {
                start(event)
                return .start
            }
            wait(event, .all)
            return .wait
        case .startAfter(let events):
            let present = events.filter { starts[$0] != nil || conditions[$0] != nil }
            if present.isEmpty {
                start(event)
                return .start
            }
            for other in present { dependants[other, default: []].append(event) }
            wait(event, .ends(of: present))
            return .wait
        case .drop:
            return .drop
        }
    }

    /// Removes an event whose handler ended or that was cancelled.
    ///
    /// - Returns: The events that can start now, in order; they count as running.
    @usableFromInline
    mutating func removed(_ event: UInt64) -> [UInt64] {
        starts.remove(event)
        conditions.remove(event)
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

    /// Starts the oldest waiting event if it waits for all and nothing runs.
    ///
    /// Events in front of it that have left are forgotten.
    @usableFromInline
    mutating func startFirst(_ ready: inout [UInt64]) {
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

    @usableFromInline
    mutating func start(_ event: UInt64) {
        conditions.remove(event)
        lastStart += 1
        starts[event] = lastStart
    }

    @usableFromInline
    mutating func wait(_ event: UInt64, _ condition: Condition) {
        conditions[event] = condition
        order.append(event)
    }
}

/// The lanes of a bloc, by number; memory is allocated when the first event enters one.
@usableFromInline
struct LaneTable: Sendable {
    /// The number of lanes that are known when the bloc is created.
    @usableFromInline
    let count: Int
    @usableFromInline
    var lanes: [LaneStateMachine] = []

    @usableFromInline
    init(count: Int) {
        self.count = count
    }

    @usableFromInline
    var indices: Range<Int> { lanes.indices }

    /// Whether nothing runs or waits in a lane.
    @usableFromInline
    func isIdle(_ index: Int) -> Bool { index >= lanes.count || lanes[index].isIdle }

    @usableFromInline
    subscript(index: Int) -> LaneStateMachine {
        get { index < lanes.count ? lanes[index] : LaneStateMachine() }
        _modify {
            if index >= lanes.count {
                lanes += Array(repeating: LaneStateMachine(), count: max(count, index + 1) - lanes.count)
            }
            yield &lanes[index]
        }
    }
}
