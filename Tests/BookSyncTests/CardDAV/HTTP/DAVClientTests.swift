import BookSyncDoubles
import Repository
import Testing

@testable import BookSync

@Suite struct `The client of WebDAV` {
    @Test func `A password goes over https, to the one origin, and to this machine`() throws {
        let server = ScriptedServer { _ in .answer(200) }
        #expect(throws: CardSourceError.self) { try server.client("http://dav.example/") }
        #expect(throws: CardSourceError.self) { try server.client("https://ada:x@dav.example/") }
        #expect(throws: CardSourceError.self) { try server.client("ftp://dav.example/") }
        #expect(throws: CardSourceError.self) { try server.client("http://127.dav.example/") }
        _ = try server.client("http://127.0.0.1:5232/")
        _ = try server.client("http://dav.example/", credentials: .none)
    }

    @Test func `A redirection to another origin is not followed`() async throws {
        for target in ["https://evil.example/", "http://dav.example/", "https://dav.example:8443/"] {
            let server = ScriptedServer { _ in .answer(301, [("Location", target)]) }
            let client = try server.client()
            await #expect(throws: DAVElsewhere.self) { try await client.send("PROPFIND", "https://dav.example/x") }
            #expect(server.requests.map(\.url) == ["https://dav.example/x"])
            let source = try CardDAVSource(address: "https://dav.example/x", client: client)
            await expect(.badAnswer) { _ = try await source.describe() }
        }
    }

    @Test func `A redirection inside the origin keeps method and body, a circle ends`() async throws {
        let server = ScriptedServer { request in
            request.url.hasSuffix("/old") ? .answer(302, [("Location", "/new")]) : .answer(207)
        }
        let client = try server.client()
        let reply = try await client.send("REPORT", "https://dav.example/old", body: [1, 2])
        #expect(reply.url == "https://dav.example/new")
        #expect(server.requests.last?.method == "REPORT" && server.requests.last?.body == [1, 2])
        let circle = try ScriptedServer { _ in .answer(307, [("Location", "/a")]) }.client()
        await expect(.badAnswer) { _ = try await circle.send("GET", "https://dav.example/a") }
    }

    @Test func `Basic comes at once, Digest when asked, and a wrong password once`() async throws {
        let server = ScriptedServer { request in
            request.headers["Authorization"]?.hasPrefix("Digest ") == true
                ? .answer(207) : .answer(401, [("WWW-Authenticate", #"Digest realm="r", nonce="n", qop="auth""#)])
        }
        let client = try server.client()
        _ = try await client.send("REPORT", "https://dav.example/a?b", body: [7])
        _ = try await client.send("REPORT", "https://dav.example/a?b", body: [8])
        let fields = server.requests.compactMap { $0.headers["Authorization"] }
        #expect(fields[0] == "Basic YWRhOnNlY3JldA==" && fields.count == 3)
        #expect(fields[1].contains("nc=00000001") && fields[2].contains("nc=00000002"))
        #expect(fields[1].contains(#"uri="/a?b""#) && server.requests.map(\.body) == [[7], [7], [8]])

        let wrong = ScriptedServer { _ in .answer(401, [("WWW-Authenticate", #"Digest realm="r", nonce="n""#)]) }
        let other = try wrong.client()
        await expect(.authentication) { _ = try await other.send("GET", "https://dav.example/") }
        #expect(wrong.requests.count == 2)
    }

    @Test func `The uses of a new nonce are counted from one again`() async throws {
        let server = ScriptedServer { request in
            let field = request.headers["Authorization"] ?? ""
            if field.contains(#"nonce="new""#) { return .answer(field.contains("nc=00000001") ? 207 : 400) }
            if field.contains(#"nonce="old""#), field.contains("nc=00000001") { return .answer(207) }
            let challenge =
                field.hasPrefix("Digest ") ? #"nonce="new", qop="auth", stale=true"# : #"nonce="old", qop="auth""#
            return .answer(401, [("WWW-Authenticate", #"Digest realm="r", "# + challenge)])
        }
        let client = try server.client()
        for _ in 0..<2 { #expect(try await client.send("GET", "https://dav.example/a").status == 207) }
        #expect(server.requests.count == 4)
    }

    @Test func `A server that calls every nonce too old is asked a few times only`() async throws {
        let server = ScriptedServer { [count = Counter()] _ in
            let field = #"Digest realm="r", nonce="\#(count.next())", qop="auth", stale=true"#
            return .answer(401, [("WWW-Authenticate", field)])
        }
        let client = try server.client()
        await expect(.authentication) { _ = try await client.send("GET", "https://dav.example/") }
        #expect(server.requests.count == 4)
    }

    @Test func `It waits as long as it is asked to, up to a limit`() async throws {
        let server = ScriptedServer { [count = Counter()] _ in
            count.next() == 1 ? .answer(503, [("Retry-After", "7")]) : .answer(204)
        }
        let client = try server.client()
        _ = try await client.send("PUT", "https://dav.example/x")
        #expect(server.waits.value == [.seconds(7)])
        let busy = ScriptedServer { _ in .answer(429, [("Retry-After", "3600")]) }
        let patient = try busy.client()
        await expect(.unavailable) { _ = try await patient.send("GET", "https://dav.example/x") }
        #expect(busy.waits.value == nil && busy.requests.count == 1)
        let always = ScriptedServer { _ in .answer(503) }
        let other = try always.client()
        await expect(.unavailable) { _ = try await other.send("GET", "https://dav.example/x") }
        #expect(always.waits.value == [4, 8, 16, 30].map { .seconds($0) })
    }

    @Test func `It says once for how long it waits, also when the server does not say a time that can be read`()
        async throws
    {
        for field in [nil, "soon", "-", "Wed, 99 Foo 2026"] {
            let server = ScriptedServer { [count = Counter()] _ in
                count.next() < 3 ? .answer(503, field.map { [("Retry-After", $0)] } ?? []) : .answer(207)
            }
            let told = Latest<[String]>()
            let client = try server.client(waits: { told.value = (told.value ?? []) + [$0] })
            _ = try await client.send("PROPFIND", "https://dav.example/x")
            // The clock of the test stands still: the second wait is not over the first one's end.
            #expect(told.value == ["The server https://dav.example asks for patience (503). Waiting for 4 s."])
            #expect(server.waits.value == [.seconds(4), .seconds(8)])
        }
    }

    @Test func `A lost answer is asked for again where nothing was written`() async throws {
        let server = ScriptedServer { [count = Counter()] _ in
            if count.next() < 3 { throw HTTPTransportError(.brokenOff, "reset") }
            return .answer(207)
        }
        let client = try server.client()
        _ = try await client.send("PROPFIND", "https://dav.example/x")
        #expect(server.requests.count == 3)
        let broken = ScriptedServer { _ in throw HTTPTransportError(.brokenOff, "reset") }
        let other = try broken.client()
        await #expect(throws: HTTPTransportError.self) { try await other.send("PUT", "https://dav.example/x") }
        #expect(broken.requests.count == 1)
    }
}
