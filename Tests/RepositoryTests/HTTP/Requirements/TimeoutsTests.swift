import Loopback
import Repository
import Testing

@Suite struct TimeoutsTests {
    /// The limits in milliseconds, of which 0 is none; a silent port accepts no connection, the server answers in part.
    @Test(arguments: [
        (150, 0, 8_000, true, "the connection timed out"), (0, 150, 8_000, false, "it stopped sending"),
        (0, 0, 200, false, "it did not answer within"),
    ])
    func `the limit that is reached is named`(connect: Int, idle: Int, whole: Int, isSilent: Bool, message: String)
        async throws
    {
        let transport = CurlTransport(connectTimeout: .milliseconds(connect), idleTimeout: .milliseconds(idle))
        let begun = LoopbackServer.Answer(
            Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc".utf8),
            ending: .hang
        )
        try await withTransport(transport, answering: begun) { transport, server async throws in
            try await LoopbackSocket.withSilentPort { port in
                let url = isSilent ? "http://127.0.0.1:\(port)/" : server.url
                let error = await RequestPipeline.failure(of: transport, at: url, timeout: .milliseconds(whole))
                #expect(error?.kind == .timedOut)
                #expect(error?.message.hasPrefix(message) == true, "\(String(describing: error))")
            }
        }
    }

    @Test func `a timeout of 0 is none`() async throws {
        let clock = InstantClock()
        try await RequestPipeline(limit: 3, clock: clock).run { _, number in
            clock.advance(by: .seconds(86_400))
            return LoopbackServer.Answer(number < 3 ? 503 : 200, text: "{}")
        } _: { client, server async throws in
            #expect(try await client.send(HTTPRequest(url: server.url, timeout: .zero)).status == 200)
            #expect(server.heads.count == 4)
        }
    }
}

@Suite(.timeLimit(.minutes(20))) struct CancellationTests {
    @Test func `a cancelled request ends at once and is not retried`() async throws {
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

    @Test func `a pending connection delays neither its task nor the shutdown`() async throws {
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
            #expect(await RequestPipeline.failure(of: transport, at: url) != nil, "nothing is sent any more")
        }
    }
}
