/// The events of one lane that run and that wait.
///
/// An object, to which its events refer. Unchecked, with this proof: it is used under the lock of its bloc only.
final class LaneQueue: @unchecked Sendable {
    /// The events that run, in the order in which they began.
    private(set) var running = Queue<Job>()
    /// The events that wait, oldest first.
    private(set) var waiting = Queue<Job>()
    /// For events that wait for others by name, those that must end before; the rest wait for all that are before them.
    private var waits: [UInt64: Set<UInt64>] = [:]

    var isIdle: Bool { running.isEmpty && waiting.isEmpty }

    /// All events, those that run first.
    var all: [Job] { running.all + waiting.all }

    /// Takes in an arriving event that its rule starts or queues; the events that the rule cancels must have been removed before.
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

    /// Removes an event whose handler ended or that was cancelled.
    ///
    /// - Returns: The events that can start now, in order; they count as running.
    func removed(_ job: Job) -> [Job] {
        job.laneQueue = nil
        if running.removeFirst(where: { $0 === job }) == nil { withdraw(job) }
        var ready: [Job] = []
        // An event that waits for all starts before later ones that wait for this one.
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
