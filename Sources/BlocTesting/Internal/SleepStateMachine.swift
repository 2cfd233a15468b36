/// The time of a manual clock, and its sleepers with their deadlines.
struct SleepStateMachine<Sleeper: Sendable>: Sendable {
    private struct Entry: Sendable {
        let number: Int
        let deadline: ManualClock.Instant
        let sleeper: Sleeper
    }

    /// What moving the clock requires.
    enum MoveAction: Sendable {
        /// Wake these sleepers, in this order.
        case woken([Sleeper])
        /// Refuse: the clock does not go back.
        case refused(now: ManualClock.Instant, target: ManualClock.Instant)
    }

    private(set) var now = ManualClock.Instant.start
    /// The sleepers, earliest deadline first; with the same deadline, the first to sleep first.
    private var entries: [Entry] = []

    /// The pending deadlines, earliest first.
    var deadlines: [ManualClock.Instant] { entries.map(\.deadline) }

    /// Takes in a sleeper.
    ///
    /// - Returns: Whether the deadline has passed, so that the sleeper was not stored.
    mutating func fellAsleep(_ number: Int, until deadline: ManualClock.Instant, _ sleeper: Sleeper) -> Bool {
        guard deadline > now else { return true }
        let index = entries.firstIndex { $0.deadline > deadline } ?? entries.endIndex
        entries.insert(Entry(number: number, deadline: deadline, sleeper: sleeper), at: index)
        return false
    }

    /// Removes a sleeper whose task was cancelled.
    ///
    /// - Returns: The sleeper, unless it was woken before.
    mutating func cancelled(_ number: Int) -> Sleeper? {
        entries.firstIndex { $0.number == number }.map { entries.remove(at: $0).sleeper }
    }

    /// Moves the clock to an instant.
    mutating func advanced(to target: ManualClock.Instant) -> MoveAction {
        guard target >= now else { return .refused(now: now, target: target) }
        now = target
        let woken = entries.prefix { $0.deadline <= target }
        entries.removeFirst(woken.count)
        return .woken(woken.map(\.sleeper))
    }
}
