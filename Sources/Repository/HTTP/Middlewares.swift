package import Logging

/// Adds the fields that every request has: user agent, accepted formats, bearer token.
package struct IdentityMiddleware: HTTPMiddleware {
    private let userAgent: String
    private let token: String?

    /// - Parameters:
    ///   - userAgent: The product token of the program.
    ///   - token: The bearer token; `nil` for none.
    package init(userAgent: String, token: String?) {
        self.userAgent = userAgent
        self.token = token
    }

    package func intercept(
        _ request: HTTPRequest,
        next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        var request = request
        request.headers["User-Agent"] = userAgent
        request.headers["Accept"] = "application/json"
        request.headers["Accept-Encoding"] = "gzip"
        if let token { request.headers["Authorization"] = "Bearer \(token)" }
        return try await next(request)
    }
}

/// Logs every exchange: method, URL, outcome, duration and number of the attempt.
///
/// Header fields and bodies are never logged, and values in the query only when they are known to be no secrets.
package struct LoggingMiddleware: HTTPMiddleware {
    private let log: Logger

    /// Logs to this logger, at the level `debug`.
    package init(_ log: Logger) {
        self.log = log
    }

    package func intercept(
        _ request: HTTPRequest,
        next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        let start = ContinuousClock.now
        do {
            let response = try await next(request)
            note(request, start, "\(response.status), \(response.body.count) bytes")
            return response
        } catch {
            note(request, start, error is CancellationError ? "cancelled" : "failed: \(error)")
            throw error
        }
    }

    private func note(_ request: HTTPRequest, _ start: ContinuousClock.Instant, _ outcome: @autoclosure () -> String) {
        log.debug(
            "\(request.method) \(HTTPAddress(request.url).logged) \(outcome())",
            metadata: [
                "ms": "\(Int((ContinuousClock.now - start) / .milliseconds(1)))", "attempt": "\(request.attempt)",
            ]
        )
    }
}

/// Follows redirections, at most `limit`, never from https to http; credentials stay with their origin.
package struct RedirectMiddleware: HTTPMiddleware {
    private let limit: Int

    package init(limit: Int = 5) {
        self.limit = limit
    }

    package func intercept(
        _ request: HTTPRequest,
        next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        var request = request
        var visited: Set<String> = [request.url]
        while true {
            let response = try await next(request)
            guard [301, 302, 303, 307, 308].contains(response.status), let location = response.headers["Location"]
            else { return response }
            let here = HTTPAddress(request.url)
            guard let target = here.following(location), let scheme = target.scheme else {
                throw HTTPTransportError(
                    .redirection,
                    "it leads to an address that is no http or https URL that can be asked"
                )
            }
            guard scheme == "https" || here.scheme == "http" else {
                throw HTTPTransportError(
                    .redirection,
                    "it leads from https to http (\(target.shown)), which is not safe"
                )
            }
            guard visited.insert(target.url).inserted else {
                throw HTTPTransportError(.redirection, "its redirections form a loop (\(target.shown))")
            }
            guard visited.count <= limit + 1 else {
                throw HTTPTransportError(.redirection, "it redirects more than \(limit) times")
            }
            if target.origin != here.origin {
                request.headers["Authorization"] = nil
                request.headers["Cookie"] = nil
            }
            request.url = target.url
        }
    }
}
