import Repository
import Synchronization
import Testing

@Suite struct HTTPPipelineTests {
    /// Notes its name before and after the next step.
    private struct Noting: HTTPMiddleware {
        let name: String
        let notes: @Sendable (String) -> Void

        func intercept(
            _ request: HTTPRequest,
            next: @Sendable (HTTPRequest) async throws -> HTTPResponse
        ) async throws -> HTTPResponse {
            notes("\(name) before")
            var request = request
            request.headers[name] = "seen"
            let response = try await next(request)
            notes("\(name) after")
            return response
        }
    }

    private struct Echo: HTTPTransport {
        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            HTTPResponse(status: 200, headers: request.headers)
        }
    }

    @Test func `the first middleware is the outermost, and each sees the changes of those before it`() async throws {
        let notes = Mutex<[String]>([])
        let note: @Sendable (String) -> Void = { text in notes.withLock { $0.append(text) } }
        let pipeline = HTTPPipeline(
            [Noting(name: "a", notes: note), Noting(name: "b", notes: note)],
            transport: Echo()
        )
        let response = try await pipeline.send(HTTPRequest(url: "http://h/"))
        #expect(response.headers.pairs.map(\.name) == ["a", "b"])
        #expect(notes.withLock { $0 } == ["a before", "b before", "b after", "a after"])
    }
}

@Suite struct HTTPTransportErrorTests {
    @Test(arguments: [
        (HTTPTransportError.Kind.unreachable, true), (.timedOut, true), (.brokenOff, true), (.refused, false),
        (.unknownHost, false), (.untrusted, false), (.tooLarge, false), (.redirection, false), (.invalidURL, false),
        (.misconfigured, false), (.libraryMissing, false),
    ])
    func `only failures that may pass are transient`(kind: HTTPTransportError.Kind, isTransient: Bool) {
        #expect(HTTPTransportError(kind, "x").isTransient == isTransient)
    }
}
