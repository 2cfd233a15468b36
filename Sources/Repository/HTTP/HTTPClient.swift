import Logging
package import Primitives

/// Sends requests, follows redirects and retries transient failures.
struct HTTPClient: HTTPTransport {
    /// Represents no time limit: 68 years, which still fit in nanoseconds.
    private static let forever: Duration = .seconds(1 << 31)

    let retries: RetryPolicy
    /// Receives a line for each exchange at the `debug` level.
    var log = Logger(label: "contacts.api")
    let transport: any HTTPTransport

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let deadline = retries.elapsed() + (request.timeout == .zero ? Self.forever : request.timeout)
        var attempt = 0
        while true {
            try Task.checkCancellation()
            var tried = request
            tried.timeout = deadline - retries.elapsed()
            let mayRetry = attempt < retries.limit && request.isIdempotent
            var wait = retries.backoff(attempt, first: .milliseconds(250), longest: .seconds(20))
            do {
                let response = try await follow(tried, attempt + 1)
                guard mayRetry, [408, 429, 500, 502, 503, 504].contains(response.status) else { return response }
                wait = max(wait, retries.delay(askedBy: response) ?? .zero)
                guard retries.elapsed() + wait < deadline else { return response }
            } catch let error as HTTPTransportError {
                try Task.checkCancellation()
                guard mayRetry, error.isTransient, retries.elapsed() + wait < deadline else { throw error }
            }
            try await retries.sleep(wait)
            attempt += 1
        }
    }

    private func follow(_ request: HTTPRequest, _ attempt: Int) async throws -> HTTPResponse {
        var request = request
        var redirects = HTTPRedirects(from: request.url)
        while true {
            let response = try await exchange(request, attempt)
            guard try redirects.follow(response, with: &request) else { return response }
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

/// The redirects that a request has followed, and the rule for the next one.
package struct HTTPRedirects {
    private static let limit = 5

    private var visited: Set<String>
    private var arePermanent = true
    /// Whether there were redirects and all of them were permanent.
    package var isMoved: Bool { arePermanent && visited.count > 1 }

    package init(from url: String) { visited = [url] }

    /// Changes the request to the target if the response is a redirect, and returns whether it is one.
    ///
    /// Never follows from https to http; credentials stay with their origin. `check` throws if the target may not be
    /// followed.
    package mutating func follow(
        _ response: HTTPResponse,
        with request: inout HTTPRequest,
        check: (HTTPAddress) throws -> Void = { _ in }
    ) throws -> Bool {
        // 303 asks for a GET, so that another method isn't sent to its target.
        guard [301, 302, 307, 308].contains(response.status) || response.status == 303 && request.method == "GET"
        else { return false }
        let here = HTTPAddress(request.url)
        func refused(_ reason: String) -> HTTPTransportError { HTTPTransportError(.redirection, reason) }
        guard let target = response.headers["Location"].flatMap(here.following), let scheme = target.scheme else {
            throw refused("it redirects to an address that isn't a usable http or https URL")
        }
        try check(target)
        guard scheme == "https" || here.scheme == "http" else {
            throw refused("it redirects from https to http (\(target.shown)), which is not safe")
        }
        guard visited.insert(target.url).inserted else {
            throw refused("its redirections form a loop (\(target.shown))")
        }
        guard visited.count <= Self.limit + 1 else { throw refused("it redirects more than \(Self.limit) times") }
        if target.origin != here.origin {
            request.headers["Authorization"] = nil
            request.headers["Cookie"] = nil
        }
        arePermanent = arePermanent && [301, 308].contains(response.status)
        request.url = target.url
        return true
    }
}

/// The policy for retrying transient failures: exponential backoff with jitter, or the wait that the server asks for.
package struct RetryPolicy: Sendable {
    /// The maximum number of retries of a request; 0 for none.
    package let limit: Int
    /// Returns the jitter, from 0 to 1: the fraction of the maximum wait that is used.
    let random: @Sendable () -> Double
    /// Returns the current date, for a `Retry-After` with a date.
    package var now: @Sendable () -> Date
    package var sleep: @Sendable (Duration) async throws -> Void
    /// Returns the time since the policy was made.
    let elapsed: @Sendable () -> Duration

    package init(
        limit: Int,
        clock: some Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable () -> Double = { .random(in: 0...1) },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.limit = limit
        self.random = random
        self.now = now
        let start = clock.now
        sleep = { try await clock.sleep(for: $0) }
        elapsed = { start.duration(to: clock.now) }
    }

    /// Returns the wait before the next attempt: doubled with each one up to `longest`, and shortened by the jitter.
    package func backoff(_ attempt: Int, first: Duration, longest: Duration) -> Duration {
        min(longest, first * (1 << min(attempt, 10))) * min(max(random(), 0), 1)
    }

    /// Returns the wait that the server asks for, if any.
    package func delay(askedBy response: HTTPResponse) -> Duration? {
        RetryAfter.delay(response.headers["Retry-After"], now: Int64(now().timeIntervalSince1970))
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
