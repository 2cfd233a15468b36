import Foundation
import Repository
import Testing

/// What is expected of every HTTP client, over real HTTP; each test begins with the name of its topic.
@Suite struct RequirementsTests {
    private typealias Answer = LoopbackServer.Answer

    /// Runs `body` with a server and with the middlewares of the program in front of the transport.
    private func with<Result>(
        limit: Int = 3,
        budget: Int = 20,
        clock: InstantClock = InstantClock(),
        random: Double = 0,
        transport: AsyncHTTPClientTransport = AsyncHTTPClientTransport(),
        answer: @escaping @Sendable (_ head: String, _ number: Int) -> LoopbackServer.Answer,
        _ body: (HTTPPipeline, LoopbackServer) async throws -> Result
    ) async throws -> Result {
        let retry = RetryMiddleware(
            limit: limit,
            budget: RetryBudget(capacity: budget),
            clock: clock,
            random: { random },
            date: { 1_700_000_000 }
        )
        let identity = IdentityMiddleware(userAgent: "contacts/1 (+https://example.org)", token: "s3cret")
        let pipeline = HTTPPipeline([retry, identity, RedirectMiddleware()], transport: transport)
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(
                try await LoopbackServer.answering(answer).run { try await body(pipeline, $0) }
            )
        } catch { result = .failure(error) }
        await transport.shutdown()
        return try result.get()
    }

    @Test(arguments: [(408, 2), (429, 2), (500, 2), (502, 2), (503, 2), (504, 2)])
    func `retry set: what may pass is asked for again`(status: Int, requests: Int) async throws {
        try await with { _, number in
            Answer(number == 0 ? status : 200, text: "{}")
        } _: { client, server async throws in
            #expect(try await client.send(HTTPRequest(url: server.url)).status == 200)
            #expect(server.heads.count == requests)
        }
    }

    @Test(arguments: [400, 401, 403, 404, 409, 410, 422])
    func `retry set: what will not pass is asked for once`(status: Int) async throws {
        try await with { _, _ in
            Answer(status, text: "{}")
        } _: { client, server async throws in
            #expect(try await client.send(HTTPRequest(url: server.url)).status == status)
            #expect(server.heads.count == 1)
        }
    }

    @Test func `retry set: a reset before the first byte is asked for again, a change never`() async throws {
        try await with { _, number in
            number == 0 ? Answer([], ending: .reset) : Answer(503, text: "{}")
        } _: { client, server async throws in
            await #expect(throws: HTTPTransportError.self) {
                try await client.send(HTTPRequest(method: "POST", url: server.url))
            }
            #expect(server.heads.count == 1)
        }
        try await with { _, number in
            number == 0 ? Answer([], ending: .reset) : Answer(text: "{}")
        } _: { client, server async throws in
            #expect(try await client.send(HTTPRequest(url: server.url)).status == 200)
            #expect(server.heads.count == 2)
        }
    }

    @Test func `backoff: the waits double, and a deadline ends them`() async throws {
        let clock = InstantClock()
        try await with(limit: 9, clock: clock, random: 1) { _, _ in
            Answer(503, text: "{}")
        } _: { client, server async throws in
            #expect(try await client.send(HTTPRequest(url: server.url, timeout: .seconds(3))).status == 503)
            #expect(clock.sleeps == [.milliseconds(250), .milliseconds(500), .seconds(1)])
            #expect(server.heads.count == 4)
        }
    }

    @Test func `backoff: all requests together repeat no more than the budget allows`() async throws {
        try await with(budget: 4) { _, _ in
            Answer(503, text: "{}")
        } _: { client, server async throws in
            for _ in 0..<5 { _ = try await client.send(HTTPRequest(url: server.url)) }
            #expect(server.heads.count == 5 + 4)
        }
    }

    @Test func `backoff: answers earn repetitions back`() async throws {
        try await with(budget: 1) { _, number in
            Answer((1...5).contains(number - 1) ? 200 : 503, text: "{}")
        } _: { client, server async throws in
            // Requests 0 and 1 fail and spend the budget; 2 to 6 earn one; 7 and 8 fail and spend it again.
            for _ in 0..<7 { _ = try await client.send(HTTPRequest(url: server.url)) }
            #expect(server.heads.count == 9)
        }
    }

    @Test(arguments: ["7", "Tue, 14 Nov 2023 22:13:27 GMT"])
    func `retry-after: seconds and dates are waited for`(value: String) async throws {
        let clock = InstantClock()
        try await with(clock: clock) { _, number in
            number == 0 ? Answer(503, ["Retry-After: \(value)"], body: []) : Answer(text: "{}")
        } _: { client, server async throws in
            #expect(try await client.send(HTTPRequest(url: server.url)).status == 200)
            #expect(clock.sleeps == [.seconds(7)])
        }
    }

    @Test func `retry-after: beyond the deadline nothing is waited for`() async throws {
        let clock = InstantClock()
        try await with(clock: clock) { _, _ in
            Answer(429, ["Retry-After: 61"], body: [])
        } _: { client, server async throws in
            #expect(try await client.send(HTTPRequest(url: server.url)).status == 429)
            #expect(clock.sleeps.isEmpty)
            #expect(server.heads.count == 1)
        }
    }

    @Test func `timeouts: a silence within the answer ends it long before the whole time is over`() async throws {
        let transport = AsyncHTTPClientTransport(idleTimeout: .milliseconds(150))
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc".utf8)
        try await with(limit: 0, transport: transport) { _, _ in
            Answer(head, ending: .hang)
        } _: { client, server async throws in
            let error = await #expect(throws: HTTPTransportError.self) {
                try await client.send(HTTPRequest(url: server.url, timeout: .seconds(600)))
            }
            #expect(error == HTTPTransportError(.timedOut, "it stopped sending"))
        }
    }

    @Test func `redirects: secrets stay with the server they are for`() async throws {
        try await LoopbackServer.answering { _, _ in Answer(text: "{}") }.run { other async throws in
            let place = other.url
            try await with { _, _ in
                Answer(302, ["Location: \(place)/b"], body: [])
            } _: { client, server async throws in
                let request = HTTPRequest(url: server.url, headers: HTTPHeaderFields([("Cookie", "c=1")]))
                #expect(try await client.send(request).status == 200)
                #expect(server.heads.first?.contains("Authorization: Bearer s3cret") == true)
                #expect(other.heads.count == 1)
                #expect(other.heads.first?.contains("s3cret") == false)
                #expect(other.heads.first?.contains("Cookie") == false)
            }
        }
    }

    @Test func `redirects: five are followed, a sixth and a circle are not`() async throws {
        for (last, isFollowed) in [(5, true), (6, false)] {
            try await with { _, number in
                number == last ? Answer(text: "{}") : Answer(302, ["Location: /\(number + 1)"], body: [])
            } _: { client, server async throws in
                let status = try? await client.send(HTTPRequest(url: server.url + "/0")).status
                #expect((status == 200) == isFollowed)
            }
        }
        try await with { _, _ in
            Answer(302, ["Location: /a"], body: [])
        } _: { client, server async throws in
            let error = await #expect(throws: HTTPTransportError.self) {
                try await client.send(HTTPRequest(url: server.url + "/a"))
            }
            #expect(error?.kind == .redirection)
            #expect(server.heads.count == 1)
        }
    }

    @Test func `TLS: nothing is sent before the server has proved who it is`() async throws {
        try await with(limit: 0) { _, _ in
            Answer(text: "{}")
        } _: { client, server async throws in
            let url = server.url.replacing("http:", with: "https:")
            await #expect(throws: HTTPTransportError.self) {
                try await client.send(HTTPRequest(url: url, timeout: .milliseconds(300)))
            }
            #expect(server.heads.allSatisfy { !$0.contains("s3cret") })
        }
    }

    @Test func `proxies: the proxy is asked for the whole URL, and the name is not looked up here`() async throws {
        try await LoopbackServer.answering { _, _ in Answer(text: "{}") }.run { proxy async throws in
            let settings = ProxySettings(environment: [
                "http_proxy": proxy.url.replacing("//", with: "//ada:p%40ss@"), "no_proxy": "127.0.0.1",
            ])
            let transport = AsyncHTTPClientTransport(proxies: settings)
            try await with(transport: transport) { _, _ in
                Answer(201, text: "{}")
            } _: { client, server async throws in
                let url = "http://people.invalid:81/api/?page=1"
                #expect(try await client.send(HTTPRequest(url: url)).status == 200)
                let head = try #require(proxy.heads.first)
                #expect(head.hasPrefix("GET http://people.invalid:81/api/?page=1 HTTP/1.1\r\n"), "\(head)")
                #expect(head.localizedCaseInsensitiveContains("\r\nHost: people.invalid:81\r\n"))
                let credentials = Data("ada:p@ss".utf8).base64EncodedString()
                #expect(head.contains("\r\nProxy-Authorization: Basic \(credentials)\r\n"))
                #expect(try await client.send(HTTPRequest(url: server.url)).status == 201)
                #expect(server.heads.first?.contains("Proxy-Authorization") == false)
                #expect(proxy.heads.count == 1)
            }
        }
    }

    @Test func `proxies: what is encrypted goes through a tunnel, and a refusal is told`() async throws {
        for status in [407, 502] {
            try await LoopbackServer.answering { _, _ in Answer(status, body: []) }.run { proxy async throws in
                let transport = AsyncHTTPClientTransport(
                    proxies: ProxySettings(environment: ["https_proxy": proxy.url.replacing("//", with: "//u:s3cret@")])
                )
                try await with(limit: 0, transport: transport) { _, _ in
                    Answer(text: "")
                } _: { client, _ async throws in
                    let error = await #expect(throws: HTTPTransportError.self) {
                        try await client.send(HTTPRequest(url: "https://people.invalid/"))
                    }
                    #expect(error?.kind == .unreachable)
                    #expect(error?.message.contains("proxy") == true)
                    #expect(error?.message.contains("s3cret") == false)
                    #expect(proxy.heads.first?.hasPrefix("CONNECT people.invalid:443 HTTP/1.1") == true)
                    // The token is for the server at the end of the tunnel.
                    #expect(proxy.heads.first?.contains("Bearer") == false)
                }
            }
        }
    }

    @Test func `identity: the program says its name, and what it understands`() async throws {
        try await with { _, _ in
            Answer(text: "{}")
        } _: { client, server async throws in
            _ = try await client.send(HTTPRequest(url: server.url))
            let head = try #require(server.heads.first)
            #expect(head.contains("\r\nUser-Agent: contacts/1 (+https://example.org)\r\n"))
            #expect(head.contains("\r\nAccept: application/json\r\n"))
            #expect(head.contains("\r\nAccept-Encoding: gzip\r\n"))
        }
    }
}
