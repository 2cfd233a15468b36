import Loopback
import RandomUserServer
import Repository
import Testing

/// The limits for connecting, for silence and for the whole exchange, over real sockets.
@Suite struct TimeoutsTests {
    private typealias Answer = LoopbackServer.Answer

    @Test func `timeouts: silence within a response ends it before the whole timeout`() async throws {
        let transport = CurlTransport(idleTimeout: .milliseconds(150))
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc".utf8)
        try await RequestPipeline(limit: 0, transport: transport).run { _, _ in
            Answer(head, ending: .hang)
        } _: { client, server async throws in
            let error = await #expect(throws: HTTPTransportError.self) {
                try await client.send(HTTPRequest(url: server.url, timeout: .seconds(8)))
            }
            #expect(error == HTTPTransportError(.timedOut, "it stopped sending"))
        }
    }

    @Test func `timeouts: connecting has its own limit`() async throws {
        let transport = CurlTransport(connectTimeout: .milliseconds(150))
        try await LoopbackSocket.withSilentPort { port in
            try await RequestPipeline(limit: 0, transport: transport).run { client, _ async throws in
                let error = await RequestPipeline.failure(
                    of: client,
                    at: "http://127.0.0.1:\(port)/",
                    timeout: .seconds(8)
                )
                #expect(error == HTTPTransportError(.timedOut, "no connection came about in time"))
            }
        }
    }

    @Test func `timeouts: 0 removes the limit of silence, not the whole timeout`() async throws {
        let transport = CurlTransport(idleTimeout: .zero)
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc".utf8)
        let error = try await RequestPipeline(limit: 0, transport: transport).failure(
            timeout: .milliseconds(200),
            answering: Answer(head, ending: .hang)
        )
        #expect(error?.kind == .timedOut)
        #expect(error?.message.hasPrefix("it did not answer within") == true, "\(String(describing: error))")
    }

    @Test func `timeouts: a slow but steady response ends with the whole timeout`() async throws {
        let transport = CurlTransport(idleTimeout: .seconds(60))
        let server = try await EmbeddedServer.start()
        let slow = try FaultyServer(before: server.baseURL) { _ in .drip(1) }
        let error = await RequestPipeline.failure(of: transport, at: slow.baseURL, timeout: .milliseconds(350))
        await transport.shutdown()
        slow.stop()
        await server.stop()
        #expect(error?.kind == .timedOut)
        #expect(error?.message.hasPrefix("it did not answer within") == true, "\(String(describing: error))")
    }

    @Test func `timeouts: 0 removes the whole timeout`() async throws {
        let clock = InstantClock()
        try await RequestPipeline(limit: 3, clock: clock).run { _, number in
            clock.advance(by: .seconds(86_400))
            return Answer(number < 3 ? 503 : 200, text: "{}")
        } _: { client, server async throws in
            #expect(try await client.send(HTTPRequest(url: server.url, timeout: .zero)).status == 200)
            #expect(server.heads.count == 4)
        }
    }
}
