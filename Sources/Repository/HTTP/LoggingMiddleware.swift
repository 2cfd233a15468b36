package import Logging

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
