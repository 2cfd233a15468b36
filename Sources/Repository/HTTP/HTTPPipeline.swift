/// A transport behind middlewares; the first middleware sees a request first.
package struct HTTPPipeline: HTTPTransport {
    private let middlewares: [any HTTPMiddleware]
    private let transport: any HTTPTransport

    package init(_ middlewares: [any HTTPMiddleware], transport: any HTTPTransport) {
        self.middlewares = middlewares
        self.transport = transport
    }

    package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await send(request, from: 0)
    }

    private func send(_ request: HTTPRequest, from index: Int) async throws -> HTTPResponse {
        guard index < middlewares.count else { return try await transport.send(request) }
        return try await middlewares[index].intercept(request) { changed in
            try await send(changed, from: index + 1)
        }
    }
}
