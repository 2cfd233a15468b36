/// Carries one HTTP exchange; the seam between this layer and an HTTP client, or a test's double.
public protocol HTTPTransport: Sendable {
    /// Sends the request and returns the whole answer, whatever its status, within the request's timeout.
    ///
    /// - Throws: ``HTTPTransportError`` when there is no answer, `CancellationError` when the task is cancelled.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
