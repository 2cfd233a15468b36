import LoopbackHTTP
public import Primitives
import Synchronization

/// The options of an embedded server; the defaults match the public service, but without its limits.
public struct ServerOptions: Sendable {
    /// The port on 127.0.0.1; 0 selects a free one.
    public var port: Int

    /// The bearer token that every request must include; `nil` requires none.
    public var token: String?

    /// The number of people that may be requested per window; nil means no limit.
    public var budget: UserBudget?

    /// Whether other sites' pages may read the replies in a browser (CORS).
    public var allowsOtherSites: Bool

    /// The time that a client may take to send a complete request.
    public var requestTime: Duration

    /// The clock for ages and the budget.
    public var now: @Sendable () -> Date

    /// Creates options; the defaults are for an in-process server.
    public init(
        port: Int = 0,
        token: String? = nil,
        budget: UserBudget? = nil,
        allowsOtherSites: Bool = false,
        requestTime: Duration = .seconds(10),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.port = port
        self.token = token
        self.budget = budget
        self.allowsOtherSites = allowsOtherSites
        self.requestTime = requestTime
        self.now = now
    }

    /// The clock's time in milliseconds since 1970; 0 if it is out of range.
    var millisecondsNow: Int {
        Int(exactly: (now().timeIntervalSince1970 * 1_000).rounded(.down)) ?? 0
    }
}

/// The number of people that may be requested before the server replies with status 429.
///
/// The budget counts people, not requests. The count is reset when the window ends.
public struct UserBudget: Sendable, Equatable {
    /// The number of people after which further requests are rejected.
    public var limit: Int

    /// The length of a window.
    public var window: Duration

    /// Creates a budget of `limit` people per `window`.
    public init(limit: Int, window: Duration) {
        self.limit = limit
        self.window = window
    }
}

/// Counts the people requested in the current window.
final class BudgetLedger: Sendable {
    private let budget: UserBudget
    private let window = Mutex<(start: Int, count: Int)?>(nil)

    init(_ budget: UserBudget) {
        self.budget = budget
    }

    /// Counts a request; if the budget is already exhausted, returns a rejection instead.
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
