/// Which events of one lane run and which wait.
struct LaneStateMachine: Sendable {
    /// What is to be done with an arriving event.
    enum ArrivalAction: Equatable, Sendable {
        /// Start its handler.
        case start
        /// Keep it: it will be among the events that an end makes ready.
        case wait
        /// Drop it.
        case drop
    }

    private struct Waiting: Sendable {
        let event: UInt64
        /// The events that must end first; `nil` means all that run and all that wait before.
        var after: Set<UInt64>?
    }

    private(set) var running: [UInt64] = []
    private var queue: [Waiting] = []

    /// The events that wait, oldest first.
    var waiting: [UInt64] { queue.map(\.event) }

    /// An event arrives and the rule has decided.
    ///
    /// What the decision cancels must have been removed with ``removed(_:)`` before.
    mutating func arrived(_ event: UInt64, step: LaneDecision.Step) -> ArrivalAction {
        switch step {
        case .start:
            running.append(event)
            return .start
        case .queue:
            if running.isEmpty && queue.isEmpty {
                running.append(event)
                return .start
            }
            queue.append(Waiting(event: event, after: nil))
            return .wait
        case .startAfter(let events):
            let present = events.intersection(Set(running).union(queue.map(\.event)))
            if present.isEmpty {
                running.append(event)
                return .start
            }
            queue.append(Waiting(event: event, after: present))
            return .wait
        case .drop:
            return .drop
        }
    }

    /// An event left the lane: its handler ended, or it was cancelled while it ran or waited.
    ///
    /// - Returns: The events that can start now, in order; they count as running.
    mutating func removed(_ event: UInt64) -> [UInt64] {
        running.removeAll { $0 == event }
        queue.removeAll { $0.event == event }
        for index in queue.indices { queue[index].after?.remove(event) }
        var ready: [UInt64] = []
        var index = 0
        while index < queue.count {
            let isReady =
                switch queue[index].after {
                case nil: running.isEmpty && index == 0
                case let after?: after.isEmpty
                }
            if isReady {
                let event = queue.remove(at: index).event
                running.append(event)
                ready.append(event)
            } else {
                index += 1
            }
        }
        return ready
    }
}
