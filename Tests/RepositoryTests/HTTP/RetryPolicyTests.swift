import Foundation
import Synchronization
import Testing

@testable import Repository

@Suite struct RetryPolicyTests {
    private let clock = InstantClock()

    /// Runs the outcomes one after the other; the last repeats.
    private func send(
        _ outcomes: [Result<HTTPResponse, HTTPTransportError>],
        method: String = "GET",
        limit: Int = 3,
        random: Double = 1,
        timeout: Duration = .seconds(60)
    ) async -> (result: Result<HTTPResponse, any Error>, attempts: Int) {
        let retries = RetryPolicy(
            limit: limit,
            clock: clock,
            random: { random },
            now: { Date(timeIntervalSince1970: 784_111_777) }
        )
        let attempts = Mutex(0)
        let transport = StubTransport { _ in
            let index = attempts.withLock { count in
                count += 1
                return count - 1
            }
            return try outcomes[min(index, outcomes.count - 1)].get()
        }
        do {
            let client = HTTPClient(retries: retries, transport: transport)
            let response = try await client.send(HTTPRequest(method: method, url: "http://h/", timeout: timeout))
            return (.success(response), attempts.withLock { $0 })
        } catch {
            return (.failure(error), attempts.withLock { $0 })
        }
    }

    private static func response(_ status: Int, retryAfter: String? = nil) -> Result<HTTPResponse, HTTPTransportError> {
        var response = HTTPResponse(status: status)
        response.headers["Retry-After"] = retryAfter
        return .success(response)
    }

    @Test(
        arguments: [408, 429, 500, 502, 503, 504].map { ($0, 2) }
            + [200, 304, 400, 401, 403, 404, 409, 410, 422, 501].map { ($0, 1) }
    )
    func `a status that may pass is asked again, any other is the answer`(status: Int, expected: Int) async throws {
        let (result, attempts) = await send([Self.response(status), Self.response(200)])
        #expect(try result.get().status == (expected == 1 ? status : 200))
        #expect(attempts == expected)
    }

    @Test func `waits double up to twenty seconds and the limit ends them`() async throws {
        let (result, attempts) = await send([Self.response(503)], limit: 9, timeout: .seconds(600))
        #expect(try result.get().status == 503)
        #expect(attempts == 10)
        #expect(clock.sleeps == [0.25, 0.5, 1, 2, 4, 8, 16, 20, 20].map { .seconds($0) })
    }

    @Test(arguments: [(503, nil, 0.125), (429, "7", 7), (503, "Sun, 06 Nov 1994 08:49:47 GMT", 10)])
    func `chance shortens a wait, a server lengthens it`(status: Int, retryAfter: String?, seconds: Double) async {
        _ = await send([Self.response(status, retryAfter: retryAfter), Self.response(200)], random: 0.5)
        #expect(clock.sleeps == [.seconds(seconds)])
    }

    @Test func `a wished wait beyond the timeout ends the attempts at once`() async throws {
        let (result, attempts) = await send([Self.response(429, retryAfter: "120")])
        #expect(try result.get().status == 429)
        #expect(attempts == 1)
        #expect(clock.sleeps.isEmpty)
    }

    @Test(arguments: [
        (HTTPTransportError.Kind.unreachable, 2), (.timedOut, 2), (.brokenOff, 2), (.refused, 1), (.unknownHost, 1),
        (.untrusted, 1), (.tooLarge, 1), (.redirection, 1), (.invalidURL, 1), (.misconfigured, 1), (.libraryMissing, 1),
    ])
    func `a passing failure is tried again, a lasting one is not`(kind: HTTPTransportError.Kind, expected: Int) async {
        let (result, attempts) = await send([.failure(HTTPTransportError(kind, "x")), Self.response(200)])
        #expect(attempts == expected)
        guard expected == 1 else { return }
        #expect(throws: HTTPTransportError(kind, "x")) { try result.get() }
    }

    @Test func `a method that changes something is never repeated, and no repetitions means one attempt`() async {
        #expect(await send([Self.response(503)], method: "POST").attempts == 1)
        #expect(await send([Self.response(503)], limit: 0).attempts == 1)
    }

    @Test func `each attempt gets the time that is left`() async throws {
        let retries = RetryPolicy(limit: 3, clock: clock, random: { 0 })
        let timeouts = Mutex<[Duration]>([])
        let transport = StubTransport { [clock] request in
            timeouts.withLock { $0.append(request.timeout) }
            clock.advance(by: .seconds(4))
            return HTTPResponse(status: 503)
        }
        let client = HTTPClient(retries: retries, transport: transport)
        _ = try await client.send(HTTPRequest(url: "http://h/", timeout: .seconds(10)))
        #expect(timeouts.withLock { $0 } == [.seconds(10), .seconds(6), .seconds(2)])
    }
}
