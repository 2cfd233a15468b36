import LoopbackHTTP
public import Primitives
import Synchronization

/// The options of an embedded server; the defaults are the public service's, without its limits.
public struct ServerOptions: Sendable {
    /// The port on 127.0.0.1; 0 takes a free one.
    public var port: Int

    /// The bearer token that every request must have; `nil` requires none.
    public var token: String?

    /// The number of people that may be requested in a window; nil sets no limit.
    public var budget: UserBudget?

    /// Whether pages of other sites may read the answers in a browser (CORS).
    public var allowsOtherSites: Bool

    /// How long a client may take for a whole request.
    public var requestTime: Duration

    /// The clock for ages and the budget.
    public var now: @Sendable () -> Date

    /// Creates options; each has the default of an in-process server.
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

    /// The clock in milliseconds since 1970; 0 if that does not fit into a number.
    var millisecondsNow: Int {
        Int(exactly: (now().timeIntervalSince1970 * 1_000).rounded(.down)) ?? 0
    }
}

/// The number of people that may be requested before the server answers 429.
///
/// The budget counts people, not requests. The count returns to zero when the window ends.
public struct UserBudget: Sendable, Equatable {
    /// The number of people after which a further request is refused.
    public var limit: Int

    /// The length of a window.
    public var window: Duration

    /// Creates a budget of `limit` people in each `window`.
    public init(limit: Int, window: Duration) {
        self.limit = limit
        self.window = window
    }
}

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
