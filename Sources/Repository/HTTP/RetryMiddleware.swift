/// Repeats a request that failed for a reason that may pass, with full jitter, within the request's timeout
/// and a budget that all requests share.
package struct RetryMiddleware<Time: Clock>: HTTPMiddleware where Time.Duration == Duration {
    private let limit: Int
    private let budget: RetryBudget
    private let clock: Time
    private let random: @Sendable () -> Double
    private let date: @Sendable () -> Int64

    /// - Parameters:
    ///   - limit: How often a request is repeated at most; 0 is never.
    ///   - budget: What all requests may repeat together.
    ///   - clock: Measures the timeout and the waits.
    ///   - random: A number from 0 to 1 that says how much of the longest wait is waited.
    ///   - date: The time of day in seconds since 1970, for a `Retry-After` that names a date.
    package init(
        limit: Int,
        budget: RetryBudget = RetryBudget(),
        clock: Time,
        random: @escaping @Sendable () -> Double,
        date: @escaping @Sendable () -> Int64
    ) {
        self.limit = limit
        self.budget = budget
        self.clock = clock
        self.random = random
        self.date = date
    }

    package func intercept(
        _ request: HTTPRequest,
        next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        let deadline = clock.now.advanced(by: request.timeout == .zero ? Self.forever : request.timeout)
        var attempt = 0
        while true {
            try Task.checkCancellation()
            var tried = request
            tried.timeout = clock.now.duration(to: deadline)
            tried.attempt = attempt + 1
            let wait: Duration
            do {
                let response = try await next(tried)
                guard Self.mayPass(response.status) else {
                    budget.earn()
                    return response
                }
                guard attempt < limit, request.isIdempotent else { return response }
                wait = max(backoff(attempt), RetryAfter.delay(response.headers["Retry-After"], now: date()) ?? .zero)
                guard clock.now.advanced(by: wait) < deadline, budget.spend() else { return response }
            } catch let error as HTTPTransportError {
                try Task.checkCancellation()
                guard attempt < limit, request.isIdempotent, error.isTransient else { throw error }
                wait = backoff(attempt)
                guard clock.now.advanced(by: wait) < deadline, budget.spend() else { throw error }
            }
            try await clock.sleep(until: clock.now.advanced(by: wait), tolerance: nil)
            attempt += 1
        }
    }

    /// Longer than anybody waits, and short enough to be counted in nanoseconds.
    private static var forever: Duration { .seconds(1 << 31) }

    private static func mayPass(_ status: Int) -> Bool {
        [408, 429, 500, 502, 503, 504].contains(status)
    }

    /// Anything from no wait to a quarter of a second, doubled with each attempt up to 20 seconds.
    private func backoff(_ attempt: Int) -> Duration {
        let longest = min(20, 0.25 * Double(1 << min(attempt, 10)))
        return .seconds(longest * min(max(random(), 0), 1))
    }
}
