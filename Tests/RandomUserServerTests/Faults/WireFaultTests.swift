import RandomUserServer
import Testing

/// Faults of the connection, as a client receives them.
@Suite struct WireFaultTests {
    private static let target = "/api/?seed=fault&results=10"

    /// The answer with a fault, and the one without.
    private func answers(_ fault: ServerFault) async throws -> (faulty: WireResponse, sound: WireResponse, log: [Int]) {
        try await withServer(ServerOptions(faults: [ServerFaultRule(fault, times: 1)])) { server, client async throws in
            let faulty = try await client.send(Self.target)
            let sound = try await client.send(Self.target)
            #expect(sound.status == 200)
            #expect(!sound.wasReset)
            return (faulty, sound, server.requests.map(\.status))
        }
    }

    @Test func `reset: the connection is reset before the first byte`() async throws {
        let (faulty, _, log) = try await answers(.reset)
        #expect(faulty.wasReset)
        #expect(faulty.status == 0)
        #expect(log == [0, 200])
    }

    @Test(arguments: [0, 1, 700])
    func `reset-body: the connection is reset within the body`(count: Int) async throws {
        let (faulty, sound, log) = try await answers(.resetBody(after: count))
        #expect(faulty.wasReset)
        #expect(faulty.status == 200)
        #expect(faulty.headers["content-length"] == String(sound.body.count))
        #expect(faulty.body == Array(sound.body.prefix(count)))
        #expect(log == [200, 200])
    }

    @Test(arguments: [0, 1, 700])
    func `truncate: the connection is closed in order, but too early`(count: Int) async throws {
        let (faulty, sound, _) = try await answers(.truncate(after: count))
        #expect(!faulty.wasReset)
        #expect(faulty.status == 200)
        #expect(faulty.headers["content-length"] == String(sound.body.count))
        #expect(faulty.body == Array(sound.body.prefix(count)))
    }

    @Test(arguments: [10, -10, -1_000_000])
    func `wrong-length: the body is complete, and its announced length is wrong`(difference: Int) async throws {
        let (faulty, sound, _) = try await answers(.wrongLength(by: difference))
        #expect(!faulty.wasReset)
        #expect(faulty.body == sound.body)
        #expect(faulty.headers["content-length"] == String(max(0, sound.body.count + difference)))
    }

    @Test func `hang: nothing is sent, and the connection stays open`() async throws {
        try await withServer(ServerOptions(faults: [ServerFaultRule(.hang, times: 1)])) { server, client async throws in
            let answer = try await client.send(Self.target, patience: .milliseconds(300))
            #expect(answer.isUnfinished)
            #expect(answer.status == 0)
            while server.requestCount == 0 { await Task.yield() }
            #expect(server.requests.map(\.status) == [0])
            let next = try await client.send(Self.target)
            #expect(next.status == 200)
        }
    }

    @Test func `hang: a hanging client does not keep the server from stopping`() async throws {
        let server = try await EmbeddedServer.start(options: ServerOptions(faults: [ServerFaultRule(.hang)]))
        let client = WireClient(port: server.port)
        async let answer = client.send(Self.target)
        while server.requestCount == 0 { await Task.yield() }
        await server.stop()
        #expect(try await answer.status == 0)
    }

    @Test func `latency: the complete answer is sent after the delay`() async throws {
        let waits = WaitLog()
        let rules = [ServerFaultRule(.latency(.seconds(7)), times: 1)]
        try await withServer(ServerOptions(faults: rules, sleep: waits.sleep)) { _, client async throws in
            let late = try await client.send(Self.target)
            #expect(waits.waits == [.seconds(7)])
            let sound = try await client.send(Self.target)
            #expect(late.body == sound.body)
            #expect(waits.waits.count == 1)
        }
    }

    @Test(arguments: [1_000, 4_999, 1_000_000])
    func `drip: the body is sent in pieces, with a tenth of a second before each`(size: Int) async throws {
        let waits = WaitLog()
        let rules = [ServerFaultRule(.drip(size), times: 1)]
        try await withServer(ServerOptions(faults: rules, sleep: waits.sleep)) { _, client async throws in
            let dripped = try await client.send(Self.target)
            let sound = try await client.send(Self.target)
            #expect(dripped.body == sound.body)
            #expect(dripped.headers["content-length"] == String(sound.body.count))
            let pieces = (sound.body.count + size - 1) / size
            #expect(waits.waits == Array(repeating: .milliseconds(100), count: pieces))
        }
    }
}
