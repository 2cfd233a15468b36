import Synchronization

/// Retries requests after transient failures, with exponential backoff and full jitter.
///
/// Retries stay within the request's timeout and a budget that all requests share.
package struct RetryMiddleware<Time: Clock>: HTTPMiddleware where Time.Duration == Duration {
    private let limit: Int
    private let budget: RetryBudget
    private let clock: Time
    private let random: @Sendable () -> Double
    private let date: @Sendable () -> Int64

    /// - Parameters:
    ///   - limit: The most retries of a request; 0 for none.
    ///   - budget: The retries that all requests share.
    ///   - clock: Measures the timeout and the waits.
    ///   - random: Returns the jitter, from 0 to 1: the fraction of the longest wait that is waited.
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
                guard Self.isTransient(response.status) else {
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

    /// Stands for no limit: 68 years, which still fit into nanoseconds.
    private static var forever: Duration { .seconds(1 << 31) }

    private static func isTransient(_ status: Int) -> Bool {
        [408, 429, 500, 502, 503, 504].contains(status)
    }

    /// The wait before the next attempt: the longest is a quarter of a second, doubled with each attempt up to 20 seconds.
    private func backoff(_ attempt: Int) -> Duration {
        let longest = min(20, 0.25 * Double(1 << min(attempt, 10)))
        return .seconds(longest * min(max(random(), 0), 1))
    }
}

/// A token bucket for retries, shared by all requests, so that retries do not multiply the load on a failing server.
///
/// It starts full. A retry costs one token; an answer that needs no retry returns a fifth of one.
package final class RetryBudget: Sendable {
    private let capacity: Double
    private let left: Mutex<Double>

    /// Creates a full budget for this many retries.
    package init(capacity: Int = 20) {
        self.capacity = Double(capacity)
        left = Mutex(Double(capacity))
    }

    /// Takes one retry; `false` when none is left.
    func spend() -> Bool {
        left.withLock { left in
            guard left >= 1 else { return false }
            left -= 1
            return true
        }
    }

    /// Returns a fifth of a retry.
    func earn() {
        left.withLock { $0 = min(capacity, $0 + 0.2) }
    }
}

/// Reads the header field `Retry-After`.
package enum RetryAfter {
    /// Reads the wait, in seconds or until a date.
    ///
    /// - Parameters:
    ///   - field: The value of the field.
    ///   - now: The time that a date is compared with, in seconds since 1970.
    /// - Returns: From 0 to a day; `nil` when the value cannot be read.
    package static func delay(_ field: String?, now: Int64) -> Duration? {
        seconds(field, now: now).map { .seconds(min($0, 86_400)) }
    }

    /// Reads the wait as ``delay(_:now:)`` does, however long it is.
    package static func seconds(_ field: String?, now: Int64) -> Int64? {
        guard let field else { return nil }
        let text = field.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if let seconds = Int64(text) { return max(seconds, 0) }
        // A number too large for Int64 still asks for a wait.
        if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) { return .max }
        guard let date = seconds(httpDate: text) else { return nil }
        return max(date - now, 0)
    }

    /// The wait as the end of “Try again”.
    static func text(_ seconds: Int64) -> String {
        switch seconds {
        case ...0: "later"
        case 1: "in 1 second"
        case ..<600: "in \(seconds) seconds"
        case ..<7_200: "in \((seconds + 59) / 60) minutes"
        case ..<172_800: "in \((seconds + 3_599) / 3_600) hours"
        case ..<31_536_000: "in \((seconds + 86_399) / 86_400) days"
        default: "in more than a year"
        }
    }

    /// Reads the date format that servers must send (IMF-fixdate), such as `Sun, 06 Nov 1994 08:49:37 GMT`.
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
