/// What a manual clock shows and who sleeps until when.
struct SleepStateMachine<Sleeper: Sendable>: Sendable {
    private struct Entry: Sendable {
        let number: Int
        let deadline: ManualClock.Instant
        let sleeper: Sleeper
    }

    /// The outcome of moving the clock.
    enum MoveAction: Sendable {
        /// Wake these, in this order.
        case woken([Sleeper])
        /// The clock does not go back.
        case refused(now: ManualClock.Instant, target: ManualClock.Instant)
    }

    private(set) var now = ManualClock.Instant.start
    /// Earliest deadline first; of one deadline, who fell asleep first.
    private var entries: [Entry] = []

    /// When those wake that sleep, earliest first.
    var deadlines: [ManualClock.Instant] { entries.map(\.deadline) }

    /// Somebody wants to sleep.
    ///
    /// - Returns: Whether the deadline has passed, so that nobody sleeps.
    mutating func fellAsleep(_ number: Int, until deadline: ManualClock.Instant, _ sleeper: Sleeper) -> Bool {
        guard deadline > now else { return true }
        let index = entries.firstIndex { $0.deadline > deadline } ?? entries.endIndex
        entries.insert(Entry(number: number, deadline: deadline, sleeper: sleeper), at: index)
        return false
    }

    /// The task of a sleeper was cancelled.
    ///
    /// - Returns: The sleeper, unless it was woken already.
    mutating func cancelled(_ number: Int) -> Sleeper? {
        entries.firstIndex { $0.number == number }.map { entries.remove(at: $0).sleeper }
    }

    /// The clock is to show another time.
    mutating func advanced(to target: ManualClock.Instant) -> MoveAction {
        guard target >= now else { return .refused(now: now, target: target) }
        now = target
        let woken = entries.prefix { $0.deadline <= target }
        entries.removeFirst(woken.count)
        return .woken(woken.map(\.sleeper))
    }
}
