import Loopback
import Repository
import Testing

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
