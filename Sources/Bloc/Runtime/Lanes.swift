/// The events of one lane that run and that wait.
///
/// With the library's rules every step takes constant time, however many there are; an event that waits for others by name is
/// looked for among all that wait.
struct LaneStateMachine: Sendable {
    /// The events that run, each with the number of its start.
    private var starts: [UInt64: Int] = [:]
    private var lastStart = 0
    /// The waiting events, oldest first; one that is not in ``waits`` has left.
    private var order = Queue<UInt64>()
    /// For a waiting event, those that must end before; `nil` is every running event and every one that has waited longer.
    private var waits: [UInt64: Set<UInt64>?] = [:]
    /// The number of events that wait for others by name.
    private var waitingByName = 0

    var isIdle: Bool { starts.isEmpty && waits.isEmpty }

    /// The events that run, in the order in which they began.
    var running: [UInt64] { starts.sorted { $0.value < $1.value }.map(\.key) }

    /// The events that wait, oldest first.
    var waiting: [UInt64] { order.all.filter { waits[$0] != nil } }

    /// Takes in an arriving event that its rule starts or queues; the events that the rule cancels must have been removed before.
    ///
    /// - Returns: Whether it starts; otherwise it waits until ``removed(_:)`` returns it.
    mutating func arrived(_ event: UInt64, step: LaneDecision.Step) -> Bool {
        var others: Set<UInt64>?
        if case .startAfter(let events) = step { others = events.filter { starts[$0] != nil || waits[$0] != nil } }
        guard step == .start || (others?.isEmpty ?? isIdle) else {
            waits.updateValue(others, forKey: event)
            if others != nil { waitingByName += 1 }
            order.append(event)
            return false
        }
        start(event)
        return true
    }

    /// Removes an event whose handler ended or that was cancelled.
    ///
    /// - Returns: The events that can start now, in order; they count as running.
    mutating func removed(_ event: UInt64) -> [UInt64] {
        starts[event] = nil
        if case .some(.some) = waits.removeValue(forKey: event) { waitingByName -= 1 }
        var ready: [UInt64] = []
        // An event that waits for all starts before later ones that wait for this one.
        startFirst(&ready)
        guard waitingByName > 0 else { return ready }
        for other in waiting {
            guard case .some(.some(var events)) = waits[other], events.remove(event) != nil else { continue }
            waits[other] = events
            guard events.isEmpty else { continue }
            waitingByName -= 1
            start(other)
            ready.append(other)
        }
        return ready
    }

    /// Starts the oldest waiting event if it waits for all and nothing runs, and forgets those in front of it that have left.
    private mutating func startFirst(_ ready: inout [UInt64]) {
        while let first = order.first {
            switch waits[first] {
            case .some(.none) where starts.isEmpty:
                start(first)
                ready.append(first)
            case .none:
                break
            case .some:
                return
            }
            _ = order.popFirst()
        }
    }

    private mutating func start(_ event: UInt64) {
        waits[event] = nil
        lastStart += 1
        starts[event] = lastStart
    }
}

/// The name of a lane within its bloc.
enum LaneKey: Hashable, Sendable {
    /// The lane of a registration that names none.
    case route(Int)
    case named(Lane)
    /// The lane of the events of one registration for which this rule was chosen.
    case builtIn(route: Int, BuiltInRule)
    /// The lane of the events of one registration for which a rule of this type was chosen.
    case custom(route: Int, ObjectIdentifier)

    init(_ lane: Lane?, of route: Int) {
        self = if let lane { .named(lane) } else { .route(route) }
    }
}
