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
