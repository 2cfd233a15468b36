import Synchronization

/// Counts the people that each client has requested in the current window.
final class BudgetLedger: Sendable {
    private struct State {
        var windowStart: Int?
        var counts: [String: Int] = [:]
    }

    private let budget: UserBudget
    private let state = Mutex(State())

    init(_ budget: UserBudget) {
        self.budget = budget
    }

    /// Counts a request; returns a refusal instead if its client had spent the budget before.
    func charge(_ request: ServerRequest, people: Int, now: Int) -> ServerReply? {
        let client =
            request.headers["cf-connecting-ip"] ?? request.headers["x-real-ip"] ?? request.headers["x-forwarded-for"]
            ?? "127.0.0.1"
        let spent = state.withLock { state -> Int? in
            if let start = state.windowStart, now >= start, now - start < milliseconds {
                if state.counts.count > 10_000 { state.counts.removeAll() }
            } else {
                state = State(windowStart: now)
            }
            let count = state.counts[client, default: 0]
            guard count < budget.limit else { return count }
            state.counts[client] = count + people
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

    private var milliseconds: Int {
        let parts = budget.window.components
        return Int(parts.seconds) * 1_000 + Int(parts.attoseconds / 1_000_000_000_000_000)
    }
}
