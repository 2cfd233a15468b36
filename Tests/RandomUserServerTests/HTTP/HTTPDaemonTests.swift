import Testing

@testable import RandomUserServer

@Suite(.timeLimit(.minutes(5))) struct HTTPDaemonTests {
    /// Runs `body` against a daemon that answers with what `respond` decides.
    private func withDaemon(
        requestTime: Duration = .seconds(10),
        clientConnections: UInt32 = HTTPDaemon.clientConnections,
        _ respond: @escaping HTTPDaemon.Responder,
        _ body: (WireClient) async throws -> Void
    ) async throws {
        try HTTPDaemon.load()
        let listener = try LoopbackListener(port: 0)
        let daemon = try HTTPDaemon.start(
            on: listener,
            requestTime: requestTime,
            clientConnections: clientConnections,
            sleep: { _ in },
            respond: respond
        )
        do {
            try await body(WireClient(port: listener.port))
        } catch {
            await daemon.stop(grace: .zero)
            throw error
        }
        await daemon.stop(grace: .zero)
    }

    private static func text(_ text: String, status: Int = 200) -> Outcome {
        .answer(WireAnswer(status: status, headers: [], body: .bytes(Array(text.utf8))))
    }

    @Test(arguments: ["/api//", "/a%2Fb/%20?x=%26&y=+", "/é", "*"])
    func `a target reaches the responder as it was sent`(target: String) async throws {
        try await withDaemon { request in
            Self.text("\(request.method) \(request.target) from \(request.client)")
        } _: { client async throws in
            let answer = try await client.send(target)
            #expect(answer.text == "GET \(target) from 127.0.0.1")
        }
    }

    @Test func `headers have names in small letters, and of a repeated one the last value`() async throws {
        try await withDaemon { request in
            Self.text("\(request.headers["x-mark"] ?? "none") \(request.headers["X-Mark"] ?? "none")")
        } _: { client async throws in
            let answer = try await client.send("/", headers: ["X-Mark": "1\r\nx-mark: 2"])
            #expect(answer.text == "2 none")
        }
    }

    @Test(arguments: [1, 20_000, 300_000])
    func `a body of any size is received and discarded`(size: Int) async throws {
        try await withDaemon { request in
            Self.text(request.method)
        } _: { client async throws in
            let answer = try await client.send("/", method: "POST", body: String(repeating: "x", count: size))
            #expect(answer.text == "POST")
        }
    }

    @Test func `an answer of HTTP 1.0 ends the connection`() async throws {
        try await withDaemon { _ in
            Self.text("answered")
        } _: { client async throws in
            let answer = try await client.send(raw: "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            #expect(answer.text.contains("answered"))
            #expect(!answer.isUnfinished)
        }
    }

    @Test func `a head that is too large is refused`() async throws {
        try await withDaemon { _ in
            Self.text("accepted")
        } _: { client async throws in
            let answer = try await client.send("/?" + String(repeating: "x", count: 100_000))
            #expect(answer.text != "accepted")
        }
    }

    @Test(arguments: [0, 1, 65_536, 3_000_000])
    func `a body of any size is sent whole`(size: Int) async throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 / 7) }
        try await withDaemon { _ in
            .answer(WireAnswer(status: 200, headers: [], body: .bytes(bytes)))
        } _: { client async throws in
            let answer = try await client.send("/")
            #expect(answer.headers["content-length"] == String(size))
            #expect(answer.body == bytes)
        }
    }

    @Test func `a 304 has neither a body nor a length`() async throws {
        try await withDaemon { _ in
            Self.text("", status: 304)
        } _: { client async throws in
            let answer = try await client.send("/")
            #expect(answer.status == 304)
            #expect(answer.headers["content-length"] == nil)
            #expect(answer.headers["transfer-encoding"] == nil)
            #expect(answer.body.isEmpty)
        }
    }

    @Test func `requests are answered while another one waits`() async throws {
        let (gate, opener) = AsyncStream<Never>.makeStream()
        try await withDaemon { request in
            if request.target == "/slow" { for await _ in gate {} }
            return Self.text(request.target)
        } _: { client async throws in
            async let slow = client.send("/slow", patience: .seconds(240))
            for _ in 0..<20 { #expect(try await client.send("/fast").text == "/fast") }
            opener.finish()
            #expect(try await slow.text == "/slow")
        }
    }

    @Test func `many requests at once get their own answers`() async throws {
        try await withDaemon { request in
            Self.text(request.target)
        } _: { client async throws in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<60 {
                    group.addTask { try await client.send("/\(number)").text == "/\(number)" }
                }
                for try await isOwn in group { #expect(isOwn) }
            }
        }
    }

    @Test(arguments: [4, nil] as [UInt32?])
    func `a client has a limited number of connections, and a place again when one closes`(given: UInt32?) async throws
    {
        // The program gives no number.
        let limit = given ?? 256
        // No connection is ended because its request is late.
        try await withDaemon(
            requestTime: .seconds(3_600),
            clientConnections: given ?? HTTPDaemon.clientConnections
        ) { request in
            Self.text(request.target)
        } _: { client async throws in
            var held = try (0..<limit).map { _ in try HeldConnection(client) }
            // They are accepted in their order: all are, once the last one has its answer.
            let last = try await held[Int(limit) - 1].send("/last")
            try #require(last.text == "/last")
            let refused = try await client.send("/refused")
            #expect(refused.status == 0)
            #expect(!refused.isUnfinished)
            #expect(try await held[0].send("/first").text == "/first")
            #expect(try await held[Int(limit) - 1].send("/last again").text == "/last again")
            try await held.removeFirst().end()
            #expect(try await client.send("/free").text == "/free")
            for connection in held { try await connection.end() }
        }
    }

    @Test func `a stop closes connections that wait for their answers`() async throws {
        try HTTPDaemon.load()
        let listener = try LoopbackListener(port: 0)
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let (never, opener) = AsyncStream<Never>.makeStream()
        let daemon = try HTTPDaemon.start(
            on: listener,

            sleep: { _ in },
            respond: { _ in
                arrival.yield()
                for await _ in never {}
                return Self.text("late")
            }
        )
        async let answer = WireClient(port: listener.port).send("/", patience: .seconds(240))
        for await _ in arrivals { break }
        await daemon.stop(grace: .zero)
        #expect(try await answer.status == 0)
        opener.finish()
    }

    @Test func `a stop lets an answer end that comes within the grace`() async throws {
        try HTTPDaemon.load()
        let listener = try LoopbackListener(port: 0)
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let (gate, opener) = AsyncStream<Never>.makeStream()
        let daemon = try HTTPDaemon.start(
            on: listener,

            sleep: { _ in },
            respond: { _ in
                arrival.yield()
                for await _ in gate {}
                return Self.text("in time")
            }
        )
        async let answer = WireClient(port: listener.port).send("/", patience: .seconds(240))
        for await _ in arrivals { break }
        async let stopping: Void = daemon.stop(grace: .seconds(240))
        opener.finish()
        #expect(try await answer.text == "in time")
        await stopping
    }

    @Test func `a hanging request ends when its client leaves`() async throws {
        try HTTPDaemon.load()
        let listener = try LoopbackListener(port: 0)
        let daemon = try HTTPDaemon.start(on: listener, sleep: { _ in }, respond: { _ in .hang })
        let answer = try await WireClient(port: listener.port).send("/", patience: .milliseconds(50))
        #expect(answer.isUnfinished)
        // With the request still in flight, the stop would take the whole grace, which is longer than the time limit.
        await daemon.stop(grace: .seconds(3_600))
    }
}
