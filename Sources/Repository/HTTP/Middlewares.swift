package import Logging

/// Says who asks, and what is understood.
package struct IdentityMiddleware: HTTPMiddleware {
    private let userAgent: String
    private let token: String?

    /// Takes the name of the program, and the token by which the server knows the user.
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

/// Tells the log of every exchange: what was asked of whom, what came of it, after how long, and in which attempt.
///
/// Header fields and bodies are never told, and of the question only what is known to be no secret.
package struct LoggingMiddleware: HTTPMiddleware {
    private let log: Logger

    /// Takes the log to tell at the level `debug`.
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
            tell(request, start, "\(response.status), \(response.body.count) bytes")
            return response
        } catch {
            tell(request, start, error is CancellationError ? "cancelled" : "failed: \(error)")
            throw error
        }
    }

    private func tell(_ request: HTTPRequest, _ start: ContinuousClock.Instant, _ outcome: @autoclosure () -> String) {
        log.debug(
            "\(request.method) \(HTTPAddress(request.url).logged) \(outcome())",
            metadata: [
                "ms": "\(Int((ContinuousClock.now - start) / .milliseconds(1)))", "attempt": "\(request.attempt)",
            ]
        )
    }
}

/// Follows redirections, few of them, never to a place that is less safe than the last.
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
                throw HTTPTransportError(.redirection, "it leads to an address that is no http or https URL")
            }
            guard scheme == "https" || here.scheme == "http" else {
                throw HTTPTransportError(
                    .redirection,
                    "it leads from https to http (\(target.shown)), which is not safe"
                )
            }
            guard visited.insert(target.url).inserted else {
                throw HTTPTransportError(.redirection, "its redirections go in a circle (\(target.shown))")
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
