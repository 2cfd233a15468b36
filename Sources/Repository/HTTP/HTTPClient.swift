import Logging
import Primitives

/// Sends requests, follows redirects and retries transient failures.
struct HTTPClient<Time: Clock>: HTTPTransport where Time.Duration == Duration {
    private static var redirectionLimit: Int { 5 }
    /// Represents no time limit: 68 years, which still fit in nanoseconds.
    private static var forever: Duration { .seconds(1 << 31) }

    let retries: RetryPolicy<Time>
    /// Receives a line for each exchange at the `debug` level.
    var log = Logger(label: "contacts.api")
    let transport: any HTTPTransport

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let clock = retries.clock
        let deadline = clock.now.advanced(by: request.timeout == .zero ? Self.forever : request.timeout)
        var attempt = 0
        while true {
            try Task.checkCancellation()
            var tried = request
            tried.timeout = clock.now.duration(to: deadline)
            let mayRetry = attempt < retries.limit && request.isIdempotent
            let wait: Duration
            do {
                let response = try await follow(tried, attempt + 1)
                guard mayRetry, [408, 429, 500, 502, 503, 504].contains(response.status) else { return response }
                let asked = RetryAfter.delay(response.headers["Retry-After"], now: retries.date())
                wait = max(retries.backoff(attempt), asked ?? .zero)
                guard clock.now.advanced(by: wait) < deadline else { return response }
            } catch let error as HTTPTransportError {
                try Task.checkCancellation()
                wait = retries.backoff(attempt)
                guard mayRetry, error.isTransient, clock.now.advanced(by: wait) < deadline else { throw error }
            }
            try await clock.sleep(until: clock.now.advanced(by: wait), tolerance: nil)
            attempt += 1
        }
    }

    /// Sends the request and follows redirects, but never from https to http; credentials stay with their origin.
    private func follow(_ request: HTTPRequest, _ attempt: Int) async throws -> HTTPResponse {
        var request = request
        var visited: Set<String> = [request.url]
        while true {
            let response = try await exchange(request, attempt)
            guard [301, 302, 303, 307, 308].contains(response.status), let location = response.headers["Location"]
            else { return response }
            let here = HTTPAddress(request.url)
            func refused(_ reason: String) -> HTTPTransportError { HTTPTransportError(.redirection, reason) }
            guard let target = here.following(location), let scheme = target.scheme else {
                throw refused("it redirects to an address that isn't a usable http or https URL")
            }
            guard scheme == "https" || here.scheme == "http" else {
                throw refused("it redirects from https to http (\(target.shown)), which is not safe")
            }
            guard visited.insert(target.url).inserted else {
                throw refused("its redirections form a loop (\(target.shown))")
            }
            guard visited.count <= Self.redirectionLimit + 1 else {
                throw refused("it redirects more than \(Self.redirectionLimit) times")
            }
            if target.origin != here.origin {
                request.headers["Authorization"] = nil
                request.headers["Cookie"] = nil
            }
            request.url = target.url
        }
    }

    /// Sends the request and logs its method, URL, outcome, duration and attempt number.
    ///
    /// Header fields and bodies are never logged, and query values only if they are known not to be secret.
    private func exchange(_ request: HTTPRequest, _ attempt: Int) async throws -> HTTPResponse {
        let start = ContinuousClock.now
        func note(_ outcome: @autoclosure () -> String) {
            log.debug(
                "\(request.method) \(HTTPAddress(request.url).logged) \(outcome())",
                metadata: [
                    "ms": "\(Int((ContinuousClock.now - start) / .milliseconds(1)))", "attempt": "\(attempt)",
                ]
            )
        }
        do {
            let response = try await transport.send(request)
            note("\(response.status), \(response.body.count) bytes")
            return response
        } catch {
            note(error is CancellationError ? "cancelled" : "failed: \(error)")
            throw error
        }
    }
}

/// The policy for retrying transient failures: exponential backoff with full jitter, within the request's timeout.
struct RetryPolicy<Time: Clock>: Sendable where Time.Duration == Duration {
    /// The maximum number of retries of a request; 0 for none.
    let limit: Int
    let clock: Time
    /// Returns the jitter, from 0 to 1: the fraction of the maximum wait that is used.
    var random: @Sendable () -> Double = { .random(in: 0...1) }
    /// The current time in seconds since 1970, for a `Retry-After` with a date.
    var date: @Sendable () -> Int64 = RandomUserContactAPI.systemDate

    /// Returns a random wait before the next attempt: up to 0.25 s, doubled with each attempt, and at most 20 s.
    fileprivate func backoff(_ attempt: Int) -> Duration {
        let longest = min(20, 0.25 * Double(1 << min(attempt, 10)))
        return .seconds(longest * min(max(random(), 0), 1))
    }
}

package enum RetryAfter {
    /// Parses the wait, given in seconds or as a date, limited to between 0 and a day; `nil` if the value is invalid.
    ///
    /// A date is compared with `now`, in seconds since 1970.
    package static func delay(_ field: String?, now: Int64) -> Duration? {
        seconds(field, now: now).map { .seconds(min($0, 86_400)) }
    }

    /// Parses the wait like ``delay(_:now:)``, but without an upper limit.
    package static func seconds(_ field: String?, now: Int64) -> Int64? {
        guard let field else { return nil }
        let text = field.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if let seconds = Int64(text) { return max(seconds, 0) }
        // A number too large for Int64 still requests a wait.
        if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) { return .max }
        guard let date = seconds(httpDate: text) else { return nil }
        return max(date - now, 0)
    }

    /// Returns the wait as the end of “Try again”.
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

    /// Parses the date format that servers must send (IMF-fixdate), such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    package static func seconds(httpDate text: String) -> Int64? {
        let parts = text.split(separator: " ").map(String.init)
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: parts[2]) else { return nil }
        let date = UTCDate(text: "\(parts[3])-\((month + 1).digits(2))-\(parts[1])T\(parts[4])Z")
        return date.map { $0.milliseconds / 1000 }
    }
}
