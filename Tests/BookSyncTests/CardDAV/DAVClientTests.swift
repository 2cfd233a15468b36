import BookSyncDoubles
import Repository
import Synchronization
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
        let reply = try await server.client().send("REPORT", "https://dav.example/old", body: [1, 2])
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
        await expect(.authentication) { _ = try await wrong.client().send("GET", "https://dav.example/") }
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
        await expect(.authentication) { _ = try await server.client().send("GET", "https://dav.example/") }
        #expect(server.requests.count == 4)
    }

    @Test func `It waits as long as it is asked to, up to a limit`() async throws {
        for status in [429, 503] {
            let server = ScriptedServer { [count = Counter()] _ in
                count.next() == 1 ? .answer(status, [("Retry-After", "7")]) : .answer(204)
            }
            _ = try await server.client().send("PUT", "https://dav.example/x")
            #expect(server.waits == [.seconds(7)])
        }
        let busy = ScriptedServer { _ in .answer(429, [("Retry-After", "3600")]) }
        await expect(.unavailable) { _ = try await busy.client().send("GET", "https://dav.example/x") }
        #expect(busy.waits.isEmpty && busy.requests.count == 1)
        let always = ScriptedServer { _ in .answer(503) }
        await expect(.unavailable) { _ = try await always.client().send("GET", "https://dav.example/x") }
        #expect(always.waits == [4, 8, 16, 30].map { .seconds($0) })
    }

    @Test func `It says once for how long it waits, also when the server names no readable time`() async throws {
        for field in [nil, "soon", "-", "Wed, 99 Foo 2026"] {
            let server = ScriptedServer { [count = Counter()] _ in
                count.next() < 3 ? .answer(503, field.map { [("Retry-After", $0)] } ?? []) : .answer(207)
            }
            let told = Mutex<[String]>([])
            let client = try server.client(waits: { text in told.withLock { $0.append(text) } })
            _ = try await client.send("PROPFIND", "https://dav.example/x")
            // The clock of the test stands still: the second wait is not over the first one's end.
            let wanted = "The server https://dav.example is limiting requests (503). Waiting for 4 s."
            #expect(told.withLock { $0 } == [wanted])
            #expect(server.waits == [.seconds(4), .seconds(8)])
        }
    }

    @Test func `A lost answer is asked for again where nothing was written`() async throws {
        let server = ScriptedServer { [count = Counter()] _ in
            if count.next() < 3 { throw HTTPTransportError(.brokenOff, "reset") }
            return .answer(207)
        }
        _ = try await server.client().send("PROPFIND", "https://dav.example/x")
        #expect(server.requests.count == 3)
        let broken = ScriptedServer { _ in throw HTTPTransportError(.brokenOff, "reset") }
        let other = try broken.client()
        await #expect(throws: HTTPTransportError.self) { try await other.send("PUT", "https://dav.example/x") }
        #expect(broken.requests.count == 1)
    }
}

@Suite struct `Digest authentication` {
    private let account = (user: "Mufasa", password: "Circle of Life")
    private let header = """
        Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=ALGORITHM, \
        nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
        """

    /// The examples of RFC 7616, section 3.9.1.
    @Test(arguments: [
        ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
        ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ])
    func `The examples of the standard are answered`(algorithm: String, response: String) throws {
        let challenge = try #require(
            DigestChallenge(fields: header.replacing("ALGORITHM", with: algorithm) + ", Basic realm=\"x\"")
        )
        let answer = challenge.answer(
            account,
            method: "GET",
            path: "/dir/index.html",
            uses: 1,
            clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
        )
        #expect(answer.contains("response=\"\(response)\"") && answer.contains("nc=00000001"))
    }

    @Test func `What cannot be answered is no challenge`() {
        #expect(DigestChallenge(fields: "Basic realm=\"x\"") == nil)
        #expect(DigestChallenge(fields: "Digest realm=\"x\", nonce=\"1\", algorithm=SHA-512-256") == nil)
        #expect(DigestChallenge(fields: "Digest realm=\"x\", nonce=\"1\", qop=\"auth-int\"") == nil)
        #expect(DigestChallenge(fields: "Basic realm=\"a, b\", Digest nonce=1, stale=TRUE")?.isStale == true)
        #expect(DigestChallenge(fields: "Digest ==,,\"") == nil)
    }
}

@Suite struct `A server that takes tokens` {
    @Test func `A token that has expired is renewed once for all requests, and the pass goes on`() async throws {
        let tokens = ExpiringTokens(lifetime: 15)
        let server = try LoopbackDAVServer(door: tokens.refusal)
        for number in 0..<120 {
            server.server.put(SyncedBook.card("P \(number)", uid: "p\(number)"), as: "p\(number).vcf")
        }
        let rejected = Mutex<[String?]>([])
        let client = try DAVClient(
            address: server.address,
            credentials: .bearer { old in
                rejected.withLock { $0.append(old) }
                return "token-\(tokens.number)"
            }
        )
        let source = try CardDAVSource(address: server.address, client: client)
        let book = SyncedBook()
        for number in 0..<40 { try await book.add("New \(number)") }
        let report = try await book.sync(with: source)
        #expect(report.count(.addedHere) == 120 && report.count(.addedThere) == 40)
        #expect(server.server.cards.count == 160)
        let expected = [nil] + (1..<tokens.number).map { "token-\($0)" }
        #expect(tokens.number > 2 && rejected.withLock { $0 } == expected)
    }

    @Test func `The address for Google leads to the address book, and no other server gets the token`() async throws {
        let stranger = Counter()
        let other = try LoopbackDAVServer(door: { _ in
            _ = stranger.next()
            return nil
        })
        let tokens = ExpiringTokens(lifetime: 1)
        let isLeadingAway = Mutex(false)
        let server = try LoopbackDAVServer(door: { request in
            if let refusal = tokens.refusal(of: request) { return refusal }
            if isLeadingAway.withLock({ $0 }) { return .answer(301, [("Location", other.address)]) }
            let isStart = request.url.hasSuffix("/.well-known/carddav")
            return isStart ? .answer(301, [("Location", MemoryDAVServer.path)]) : nil
        })
        let start = server.address.replacing(MemoryDAVServer.path, with: "/.well-known/carddav")
        let discovery = CardDAVDiscovery(credentials: .bearer { _ in "token-\(tokens.number)" })
        #expect(try await discovery.books(at: start).map(\.url) == [server.address])
        isLeadingAway.withLock { $0 = true }
        await #expect(throws: CardSourceError.self) { try await discovery.books(at: start) }
        #expect(stranger.next() == 1)
    }
}
