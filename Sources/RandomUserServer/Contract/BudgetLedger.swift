import LoopbackHTTP
import Synchronization

/// Counts the people that were requested in the current window.
final class BudgetLedger: Sendable {
    private let budget: UserBudget
    private let window = Mutex<(start: Int, count: Int)?>(nil)

    init(_ budget: UserBudget) {
        self.budget = budget
    }

    /// Counts a request; returns a refusal instead if the budget was spent before.
    func charge(people: Int, now: Int) -> HTTPReply? {
        let spent = window.withLock { window -> Int? in
            var current = window ?? (now, 0)
            if now < current.start || now - current.start >= milliseconds { current = (now, 0) }
            guard current.count < budget.limit else { return current.count }
            window = (current.start, current.count + people)
            return nil
        }
        return spent.map { count in
            .error(
                429,
                "Whoa, ease up there cowboy. You've requested \(count) users in the last minute. Help us keep this "
                    + "service free and spare some bandwidth for other users please :)"
            )
        }
    }

    private var milliseconds: Int { Int(budget.window / .milliseconds(1)) }
}
