import Loopback
import Testing

@testable import LoopbackHTTP
@testable import RandomUserServer

@Suite(.timeLimit(.minutes(5))) struct HTTPDaemonTests {
    @Test(arguments: ["/api//", "/a%2Fb/%20?x=%26&y=+", "/é", "*"])
    func `a target arrives as it was sent`(target: String) async throws {
        try await withServer { _, client async throws in
            _ = try await client.send(target)
            #expect(client.log.requests.map(\.request.target) == [target])
        }
    }

    @Test func `headers have names in small letters, and of a repeated one the last value`() async throws {
        try await withServer { _, client async throws in
            _ = try await client.send("/", headers: ["X-Mark": "1\r\nx-mark: 2"])
            #expect(client.log.requests.first?.request.headers["x-mark"] == "2")
            #expect(client.log.requests.first?.request.headers["X-Mark"] == nil)
        }
    }

    @Test(arguments: [1, 20_000, 300_000])
    func `a body of any size is received and discarded`(size: Int) async throws {
        try await withServer { _, client async throws in
            #expect(try await client.send("/", method: "POST", body: String(repeating: "x", count: size)).status == 404)
            #expect(client.log.requests.map(\.request.method) == ["POST"])
        }
    }

    @Test func `an answer of HTTP 1.0 ends the connection`() async throws {
        #expect(try await reply(toRaw: "GET /api/ HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").status == 200)
    }

    @Test func `a head that is too large is refused`() async throws {
        try await withServer { _, client async throws in
            let answer = try await client.send("/api/?" + String(repeating: "x", count: 100_000))
            #expect(answer.status != 200)
            #expect(client.log.requests.isEmpty)
        }
    }

    @Test(arguments: [1, 5_000])
    func `a body of any size is sent whole`(count: Int) async throws {
        let answer = try await reply(to: "/api/?results=\(count)")
        #expect(answer.headers["content-length"] == String(answer.body.count))
        #expect(try JSONValue(bytes: answer.body)["results"].array.count == count)
    }

    @Test func `a 304 has neither a body nor a length`() async throws {
        let answer = try await reply(to: "/api/?seed=abc", headers: ["If-None-Match": "*"])
        #expect(answer.status == 304)
        #expect(answer.headers["content-length"] == nil)
        #expect(answer.headers["transfer-encoding"] == nil)
        #expect(answer.body.isEmpty)
    }

    @Test func `many requests at once get their own answers`() async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<60 {
                group.addTask { try await readJSON("/api/?seed=\(number)")["info.seed"].text == "\(number)" }
            }
            for try await isOwn in group { #expect(isOwn) }
        }
    }

    @Test func `a client has 256 connections, and a place again when one closes`() async throws {
        // No connection is ended because its request is late.
        try await withServer(ServerOptions(requestTime: .seconds(3_600))) { _, client async throws in
            var held = try (0..<256).map { _ in try HeldConnection(client) }
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

    @Test func `a stop closes connections that wait for a request`() async throws {
        let server = try await EmbeddedServer.start(options: ServerOptions(requestTime: .seconds(3_600)))
        let connection = try HeldConnection(WireClient(port: server.port))
        #expect(try await connection.send("/").status == 404)
        await server.stop()
        try await connection.end()
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

@Suite struct ServerMessagesTests {
    @Test(
        arguments: [
            ("/api/?seed=a?b", "/api/", "a?b"), ("/api/", "/api/", nil), ("/api//?seed=x", "/api//", "x"),
            ("", "", nil),
        ] as [(String, String, String?)]
    )
    func `a target is divided at the first question mark`(target: String, path: String, seed: String?) {
        let request = HTTPRequest(method: "GET", target: target, headers: [:], body: [], version: "HTTP/1.1")
        #expect(request.path == path)
        #expect(request.parameters["seed"] == seed)
    }

    @Test func `an error is JSON, whatever its message`() throws {
        let reply = HTTPReply.error(429, "“\"\\\n")
        #expect(reply.status == 429)
        #expect(reply.headers.map { $0.value } == ["application/json; charset=utf-8"])
        #expect(try JSONValue(bytes: reply.bytes)["error"].text == "“\"\\\n")
    }

    @Test func `a reply without a type has no header, and headers are added in order`() {
        var reply = HTTPReply(status: 204, type: nil, body: [])
        #expect(reply.headers.isEmpty)
        reply.add("A", "1")
        reply.add("B", "2")
        #expect(reply.headers.map { $0.name } == ["A", "B"])
        #expect(String(decoding: HTTPReply.html(502, "Bad Gateway").bytes, as: UTF8.self).contains("502 Bad Gateway"))
    }
}

extension HTTPReply {
    fileprivate var bytes: [UInt8] { if case .bytes(let bytes) = body { bytes } else { [] } }
}
