import Loopback
import LoopbackHTTP
import RandomUserServer
import Testing

@Suite(.timeLimit(.minutes(5))) struct HTTPDaemonTests {
    @Test func `a target arrives as it was sent, a header in lower case with its last value`() async throws {
        try await withServer { log, client async throws in
            let targets = ["/api//", "/a%2Fb/%20?x=%26&y=+", "/é", "*"]
            for target in targets { _ = try await client.send(target, headers: ["X-Mark": "1\r\nx-mark: 2"]) }
            let requests = log.requests.map(\.request)
            #expect(requests.map(\.target) == targets && requests.allSatisfy { $0.headers["x-mark"] == "2" })
            #expect(requests.allSatisfy { $0.headers["X-Mark"] == nil })
        }
    }

    @Test func `a body of any size is received and discarded`() async throws {
        try await withServer { log, client async throws in
            for size in [1, 20_000, 300_000] {
                let body = String(repeating: "x", count: size)
                #expect(try await client.send("/", method: "POST", body: body).status == 404)
            }
            #expect(log.requests.map(\.request.method) == ["POST", "POST", "POST"])
        }
    }

    @Test func `an answer of HTTP 1.0 ends the connection`() async throws {
        #expect(try await reply(toRaw: "GET /api/ HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").status == 200)
    }

    @Test func `a head that is too large is refused`() async throws {
        try await withServer { log, client async throws in
            let answer = try await client.send("/api/?" + String(repeating: "x", count: 100_000))
            #expect(answer.status != 200)
            #expect(log.requests.isEmpty)
        }
    }

    @Test(arguments: [1, 2_000])
    func `a body of any size is sent whole`(count: Int) async throws {
        let answer = try await reply(to: "/api/?results=\(count)&exc=login")
        #expect(answer.headers["content-length"] == String(answer.body.count) && answer.body.count > count * 500)
        #expect(answer.text.hasSuffix(#""results":\#(count),"page":1,"version":"1.4"}}"#))
    }

    @Test func `many requests at once get their own answers`() async throws {
        try await withServer { _, client in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<60 {
                    group.addTask { try await client.json("/api/?seed=\(number)")["info.seed"].text == "\(number)" }
                }
                for try await isOwn in group { #expect(isOwn) }
            }
        }
    }

    @Test func `a client has 256 connections, and a place again when one closes`() async throws {
        // No connection is ended because its request is late.
        try await withServer(ServerOptions(requestTime: .seconds(3_600))) { _, client async throws in
            var held = try (0..<256).map { _ in try HeldConnection(port: client.port) }
            // They are accepted in their order: all are, once the last one has its answer.
            let last = try await held[255].send("/last")
            try #require(last.text == "Not Found")
            #expect(try await client.send("/refused").status == 0)
            #expect(try await held[0].send("/first").status == 404)
            #expect(try await held[255].send("/last again").status == 404)
            try await held.removeFirst().end()
            #expect(try await client.send("/free").status == 404)
            for connection in held { try await connection.end() }
        }
    }

    @Test func `a stop, also a second one, closes waiting connections, and new ones get no answer`() async throws {
        let server = try await EmbeddedServer.start(options: ServerOptions(requestTime: .seconds(3_600)))
        #expect(server.baseURL == "http://127.0.0.1:\(server.port)/api/")
        let connection = try HeldConnection(port: server.port)
        #expect(try await connection.send("/").status == 404)
        for _ in 0..<2 { await server.stop() }
        try await connection.end()
        // A process that another test starts at this moment has the socket until it runs its program: the connection
        // is then made and reset, never answered.
        while let answer = try? await LoopbackClient(port: server.port).send("/api/") {
            try #require(answer.status == 0)
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct ConnectionWatchTests {
    private let impatient = ServerOptions(requestTime: .seconds(1))

    @Test(arguments: [
        "", "GET / HT", "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\nabc",
    ])
    func `a request that does not come whole ends its connection`(request: String) async throws {
        #expect(try await !reply(toRaw: request, impatient).text.contains("404"))
    }

    @Test func `the next request of a connection has to come in time, too`() async throws {
        let answer = try await reply(toRaw: "GET /x HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET / HT", impatient)
        #expect(answer.text.contains("Not Found"))
    }
}
