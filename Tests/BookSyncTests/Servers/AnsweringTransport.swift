import Repository

/// A transport in memory that has each answer as a whole, also for those who read it in pieces.
protocol AnsweringTransport: HTTPStreamingTransport {}

extension AnsweringTransport {
    func send(
        _ request: HTTPRequest,
        into receive: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool
    ) async throws -> HTTPResponse {
        var response = try await send(request)
        guard (200..<300).contains(response.status) else { return response }
        let isTaken = response.body.withUnsafeBytes { $0.isEmpty || receive($0) }
        guard isTaken else { throw HTTPTransportError(.brokenOff, "its answer was not read to the end") }
        response.body = []
        return response
    }
}
