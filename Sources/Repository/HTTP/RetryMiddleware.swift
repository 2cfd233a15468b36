import Synchronization

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

/// What all requests of a client may repeat together, so that a server in trouble is not asked several times as often.
///
/// It begins full; a repetition costs one, and an answer earns a fifth back.
package final class RetryBudget: Sendable {
    private let capacity: Double
    private let left: Mutex<Double>

    /// Creates a full budget for so many repetitions.
    package init(capacity: Int = 20) {
        self.capacity = Double(capacity)
        left = Mutex(Double(capacity))
    }

    /// Takes one repetition, when there is one.
    func spend() -> Bool {
        left.withLock { left in
            guard left >= 1 else { return false }
            left -= 1
            return true
        }
    }

    /// Takes note of an answer.
    func earn() {
        left.withLock { $0 = min(capacity, $0 + 0.2) }
    }
}

/// The `Retry-After` field, in seconds or as a date.
package enum RetryAfter {
    /// How long to wait from `now` (seconds since 1970) on; at most a day, never negative, `nil` when there is no such wish.
    package static func delay(_ field: String?, now: Int64) -> Duration? {
        guard let field else { return nil }
        let text = field.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let day: Int64 = 86_400
        if let seconds = Int64(text) { return .seconds(min(max(seconds, 0), day)) }
        // More digits than a number holds are a wish all the same.
        if !text.isEmpty, text.allSatisfy(\.isWholeNumber) { return .seconds(day) }
        guard let date = seconds(httpDate: text) else { return nil }
        return .seconds(min(max(date - now, 0), day))
    }

    /// Reads the one form of date that servers must send: `Sun, 06 Nov 1994 08:49:37 GMT`.
    package static func seconds(httpDate text: String) -> Int64? {
        let parts = text.split(separator: " ").map(String.init)
        guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), let year = Int(parts[3]) else { return nil }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard let month = months.firstIndex(of: parts[2]) else { return nil }
        let time = parts[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3 else { return nil }
        return UTCDate(
            year: year,
            month: month + 1,
            day: day,
            hour: time[0],
            minute: time[1],
            second: time[2]
        )?.milliseconds.quotientAndRemainder(dividingBy: 1000).quotient
    }
}
