/// The running and waiting events of one lane.
///
/// A class, so that its events can refer to it. Unchecked, with this proof: it is used only under the lock of its bloc.
final class LaneQueue: @unchecked Sendable {
    /// The running events, in starting order.
    private(set) var running = Queue<Job>()
    /// The waiting events, oldest first.
    private(set) var waiting = Queue<Job>()
    /// The events that specific waiting events wait for; the remaining ones wait for everything before them.
    private var waits: [UInt64: Set<UInt64>] = [:]

    var isIdle: Bool { running.isEmpty && waiting.isEmpty }

    /// All events, running ones first.
    var all: [Job] { running.all + waiting.all }

    /// Adds an arriving event that its rule starts or queues, after the events that the rule cancels have been removed.
    ///
    /// - Returns: Whether it starts; otherwise it waits until ``removed(_:)`` returns it.
    func arrived(_ job: Job, step: LaneDecision.Step) -> Bool {
        var others: Set<UInt64>?
        if case .startAfter(let events) = step { others = events.intersection(all.map(\.ticket)) }
        let starts = step == .start || (others?.isEmpty ?? isIdle)
        job.laneQueue = self
        if starts {
            running.append(job)
        } else {
            waits[job.ticket] = others
            waiting.append(job)
        }
        return starts
    }

    /// Removes an event that ended or was cancelled, and returns those that now start, in order, already as running.
    func removed(_ job: Job) -> [Job] {
        job.laneQueue = nil
        if running.removeFirst(where: { $0 === job }) == nil { withdraw(job) }
        var ready: [Job] = []
        // An event that waits for everything starts before later events that wait for this one.
        if running.isEmpty, let first = waiting.first, waits[first.ticket] == nil { ready.append(first) }
        for other in waits.isEmpty ? [] : waiting.all
        where waits[other.ticket]?.remove(job.ticket) != nil && waits[other.ticket]?.isEmpty == true {
            ready.append(other)
        }
        for other in ready {
            withdraw(other)
            running.append(other)
        }
        return ready
    }

    private func withdraw(_ job: Job) {
        waits[job.ticket] = nil
        _ = waiting.removeFirst { $0 === job }
    }
}

/// The name of a lane within its bloc.
enum LaneKey: Hashable, Sendable {
    /// The lane of a registration that doesn't name one.
    case route(Int)
    case named(Lane)
    /// The lane for the events of one registration for which this rule was chosen.
    case builtIn(route: Int, BuiltInRule)
    /// The lane for the events of one registration for which a rule of this type was chosen.
    case custom(route: Int, ObjectIdentifier)

    init(_ lane: Lane?, of route: Int) {
        self = if let lane { .named(lane) } else { .route(route) }
    }
}
