import Loopback
import Repository
import Testing

/// The limits for connecting, for silence and for the whole exchange, over real sockets.
@Suite struct TimeoutsTests {
    private typealias Answer = LoopbackServer.Answer

    /// An answer of which only the beginning comes.
    private static let begun = Answer(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc".utf8), ending: .hang)

    @Test func `timeouts: silence within a response ends it before the whole timeout`() async throws {
        let transport = CurlTransport(idleTimeout: .milliseconds(150))
        let error = try await RequestPipeline(limit: 0, transport: transport).failure(
            timeout: .seconds(8),
            answering: Self.begun
        )
        #expect(error == HTTPTransportError(.timedOut, "it stopped sending"))
    }

    @Test func `timeouts: connecting has its own limit`() async throws {
        let transport = CurlTransport(connectTimeout: .milliseconds(150))
        try await LoopbackSocket.withSilentPort { port in
            try await RequestPipeline(limit: 0, transport: transport).run { client, _ async throws in
                let url = "http://127.0.0.1:\(port)/"
                let error = await RequestPipeline.failure(of: client, at: url, timeout: .seconds(8))
                #expect(error == HTTPTransportError(.timedOut, "the connection timed out"))
            }
        }
    }

    @Test func `timeouts: 0 removes the limit of silence, not the whole timeout`() async throws {
        let transport = CurlTransport(idleTimeout: .zero)
        let error = try await RequestPipeline(limit: 0, transport: transport).failure(
            timeout: .milliseconds(200),
            answering: Self.begun
        )
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

/// Limits on the size of a response, over real HTTP.
@Suite(.timeLimit(.minutes(20))) struct SizeTests {
    @Test func `size: sixteen megabytes are read, one byte more is refused`() async throws {
        for (size, isRead) in [(16 << 20, true), (16 << 20 + 1, false)] {
            // Only the number of bytes may end the request, not the speed of a busy machine.
            let transport = CurlTransport(idleTimeout: .zero)
            let head = Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8)
            let answer = LoopbackServer.Answer(head + [UInt8](repeating: 32, count: size))
            let error = try await RequestPipeline(limit: 0, transport: transport).failure(
                timeout: .seconds(3_600),
                answering: answer
            )
            #expect(error?.kind == (isRead ? nil : .tooLarge))
        }
    }
}

/// Requests of cancelled tasks, over real HTTP.
@Suite(.timeLimit(.minutes(20))) struct CancellationTests {
    @Test func `cancellation: the exchange ends at once and is not retried`() async throws {
        let (requests, noter) = AsyncStream<Void>.makeStream()
        try await RequestPipeline(limit: 9).run { _, _ in
            noter.yield()
            return LoopbackServer.Answer([], ending: .hang)
        } _: { client, server async throws in
            let request = HTTPRequest(url: server.url, timeout: .seconds(600))
            let task = Task { try await client.send(request) }
            for await _ in requests { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(server.heads.count == 1)
        }
    }

    @Test func `cancellation: a pending connection delays neither its task nor the shutdown`() async throws {
        let transport = CurlTransport(connectTimeout: .zero)
        try await LoopbackSocket.withSilentPort { port in
            // Each error says what ended the attempt. The system gives up after two minutes, with another error.
            let url = "http://127.0.0.1:\(port)/"
            let error = await RequestPipeline.failure(of: transport, at: url, timeout: .milliseconds(100))
            #expect(error?.kind == .timedOut)
            #expect(error?.message.hasPrefix("it did not answer within") == true, "\(String(describing: error))")
            let cancelled = Task { try await transport.send(HTTPRequest(url: url, timeout: .seconds(3_600))) }
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            let closed = Task { await RequestPipeline.failure(of: transport, at: url, timeout: .seconds(3_600)) }
            await transport.shutdown()
            #expect(await closed.value?.message == "the connection to the network is closed")
        }
    }
}
