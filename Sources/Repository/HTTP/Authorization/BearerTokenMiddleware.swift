import Synchronization

/// Sends a bearer token along, and gets a new one when it is refused: once for all requests that were refused, each of
/// which is then sent once more.
package final class BearerTokenMiddleware: HTTPMiddleware {
    private struct State {
        var token: String?
        /// How many times a token was asked for and there was an answer, be it a failure.
        var generation = 0
        /// What the last time brought.
        var outcome: Result<String, any Error>?
    }

    private let provider: any TokenProvider
    private let state = Mutex(State())
    private let flight = SingleFlight<Int, String>()

    package init(_ provider: any TokenProvider) {
        self.provider = provider
    }

    package func intercept(
        _ request: HTTPRequest,
        next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        let (known, generation) = state.withLock { ($0.token, $0.generation) }
        guard let known else {
            // A token that is new and refused will not be better a second time.
            return try await next(request.carrying(try await token(after: generation)))
        }
        let response = try await next(request.carrying(known))
        guard response.status == 401 else { return response }
        return try await next(request.carrying(try await token(after: generation)))
    }

    /// What came after the generation that a request began with: who was under way meanwhile asks for no other.
    private func token(after generation: Int) async throws -> String {
        if let outcome = outcome(after: generation) { return try outcome.get() }
        return try await flight.run(generation) { [self] in
            // The flight that this one was to join may have landed just before.
            if let outcome = outcome(after: generation) { return try outcome.get() }
            let outcome: Result<String, any Error>
            do { outcome = .success(try await provider.newToken()) } catch { outcome = .failure(error) }
            // The last one who waited has left: the next one asks anew.
            try Task.checkCancellation()
            state.withLock { state in
                state.generation += 1
                state.outcome = outcome
                state.token = try? outcome.get()
            }
            return try outcome.get()
        }
    }

    private func outcome(after generation: Int) -> Result<String, any Error>? {
        state.withLock { $0.generation > generation ? $0.outcome : nil }
    }
}

extension HTTPRequest {
    fileprivate func carrying(_ token: String) -> HTTPRequest {
        var request = self
        request.headers["Authorization"] = "Bearer \(token)"
        return request
    }
}
