/// A step between the maker of a request and the transport: it may change, repeat or answer the request.
public protocol HTTPMiddleware: Sendable {
    /// Handles the request, calling `next` as often as it takes.
    func intercept(
        _ request: HTTPRequest,
        next: @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> HTTPResponse
}
