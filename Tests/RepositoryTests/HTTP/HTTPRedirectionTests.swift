import Synchronization
import Testing

@testable import Repository

@Suite struct HTTPRedirectionTests {
    /// Answers with the redirections by URL, and 200 elsewhere; returns the requests.
    private func follow(_ redirections: [String: String], from url: String) async throws -> [HTTPRequest] {
        let requests = Mutex<[HTTPRequest]>([])
        let request = HTTPRequest(
            url: url,
            headers: HTTPHeaderFields([("Authorization", "Bearer x"), ("Cookie", "c=1")])
        )
        let transport = StubTransport { request in
            requests.withLock { $0.append(request) }
            guard let target = redirections[request.url] else { return HTTPResponse(status: 200) }
            return HTTPResponse(status: 302, headers: HTTPHeaderFields([("Location", target)]))
        }
        let retries = RetryPolicy(limit: 0, clock: InstantClock(), random: { 0 })
        #expect(try await HTTPClient(retries: retries, transport: transport).send(request).status == 200)
        return requests.withLock { $0 }
    }

    @Test(arguments: [
        ("http://a/x/?p=1", "../y/?p=1", "http://a/y/?p=1", "Bearer x"), ("http://a/", "http://b/", "http://b/", nil),
        ("http://a/", "http://a:81/", "http://a:81/", nil), ("http://a/", "https://a/", "https://a/", nil),
    ])
    func `only the same origin gets the token and cookies`(
        url: String,
        location: String,
        target: String,
        token: String?
    )
        async throws
    {
        let requests = try await follow([url: location], from: url)
        #expect(requests.map(\.url) == [url, target])
        #expect(requests.last?.headers["Authorization"] == token)
        #expect(token != nil || requests.last?.headers["Cookie"] == nil)
    }

    @Test func `a loop is reported`() async {
        let error = await #expect(throws: HTTPTransportError.self) {
            try await follow(["http://a/": "http://b/", "http://b/": "http://a/"], from: "http://a/")
        }
        #expect(error?.kind == .redirection)
        #expect(error?.message.contains("loop") == true)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://a/", "http://", "::", "http://a/"])
    func `only http is followed, and from https only https`(target: String) async {
        await #expect(throws: HTTPTransportError.self) { try await follow(["https://a/": target], from: "https://a/") }
    }
}
