import Foundation
import Loopback
import RandomUserServer
import Synchronization
import Testing

@testable import Repository

@Suite struct RandomUserContactAPITests {
    /// One page from a server that answers like this.
    private func page(
        _ answer: LoopbackServer.Answer,
        seed: String? = "abc",
        token: String? = nil,
        check: (LoopbackServer) -> Void = { _ in }
    ) async throws -> RemotePage {
        try await withTransport(answering: answer) { transport, server async throws in
            let api = RandomUserContactAPI(at: server.url + "/api/", transport, seed: seed, token: token)
            defer { check(server) }
            return try #require(try await api.people(onPage: 1, results: 2, seed: "", unless: nil))
        }
    }

    private static func body(_ people: String = #"{"nat":"US"},{"nat":"FR"}"#, info: String? = nil)
        -> LoopbackServer.Answer
    {
        .init(text: "{\"results\":[\(people)]" + (info.map { ",\"info\":{\($0)}" } ?? "") + "}")
    }

    @Test func `the request has URL and fields, and the response is decoded`() async throws {
        let info = #""seed":"abc","results":2,"page":1,"version":"1.4""#
        let page = try await page(Self.body(info: info), token: "t0ken") { server in
            let head = server.heads.first ?? ""
            #expect(head.hasPrefix("GET /api/1.4/?results=2&page=1&seed=abc HTTP/1.1"))
            #expect(head.contains("User-Agent: contacts/1 (+u)"))
            #expect(head.contains("Accept: application/json"))
            #expect(head.contains("Accept-Encoding: gzip"))
            #expect(head.contains("Authorization: Bearer t0ken"))
        }
        #expect(page.people.map(\.contact.nationality) == ["US", "FR"])
        #expect(page.source == ContactSource(version: "1.4", seed: "abc"))
        #expect(page.notices.isEmpty)
    }

    @Test func `fewer people than stated are a difference, parameters missing in the response are none`() async throws {
        let page = try await page(Self.body())
        #expect(page.notices.isEmpty)
        #expect(page.source == ContactSource(version: "1.4", seed: "abc"))
        let fewer = try await self.page(Self.body(#"{"nat":"US"}"#, info: #""results":2"#))
        let difference = ResponseDifference(parameter: "results", asked: "2", answered: "1")
        #expect(fewer.notices == [.responseDiffers([difference])])
    }

    @Test func `a seed that the server chose is no difference, and unreadable people are named`() async throws {
        let body = Self.body(#"{"nat":"US"},5"#, info: #""seed":"fea8be3e64777240""#)
        let page = try await page(body, seed: nil) { server in
            #expect(server.targets == ["/api/1.4/?results=2&page=1"])
        }
        #expect(page.notices == [.unreadablePerson(page: 1, index: 1, reason: "it is a number, not an object")])
        #expect(page.source.seed == "fea8be3e64777240")
    }

    @Test func `a refused connection is a network error without a retry`() async throws {
        let port = try UnservedPort()
        defer { port.giveBack() }
        let transport = CurlTransport()
        let api = RandomUserContactAPI(at: "http://user:pass@127.0.0.1:\(port.number)/api/", transport)
        let error = await repositoryError { _ = try await api.people(onPage: 1, results: 1, seed: "", unless: nil) }
        await transport.shutdown()
        #expect(error?.code == .network)
        #expect(error?.message.contains(port.url + "api/") == true)
        #expect(error?.message.contains("pass") == false)
        #expect(error?.message.contains("refused") == true)
    }

    @Test(arguments: ["", "two words", "line\nbreak", "é"])
    func `a token that no header field can hold is refused and not shown`(token: String) async {
        let error = await repositoryError {
            _ = try await page(Self.body(), token: token) { #expect($0.heads.isEmpty) }
        }
        #expect(error?.code == .invalidConfiguration)
        #expect(token.isEmpty || error?.message.contains(token) == false)
    }
}

@Suite struct RandomUserAnswerTests {
    private let answer = RandomUserAnswer(
        requested: ContactSource(version: "1.4", seed: "abc"),
        page: 2,
        results: 1,
        server: "http://h/",
        now: 784_111_777
    )

    private func response(_ body: String, status: Int = 200, _ fields: (String, String)...) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: HTTPHeaderFields(fields.map { (name: $0.0, value: $0.1) }),
            body: Array(body.utf8)
        )
    }

    private func failure(_ response: HTTPResponse) -> RepositoryError? {
        #expect(throws: RepositoryError.self) { try answer.page(of: response) }
    }

    private static let person = #"{"results":[{"nat":"US"}]}"#

    @Test(arguments: [
        ("30", "in 30 seconds"), ("1", "in 1 second"), ("0", "later"), ("x", "in a few minutes"),
        ("3600", "in 60 minutes"), ("86400", "in 24 hours"), ("864001", "in 11 days"),
        ("99999999999999999999", "in more than a year"),
        // The date is two minutes after the time of the answer.
        ("Sun, 06 Nov 1994 08:51:37 GMT", "in 120 seconds"), ("Mon, 07 Nov 1994 09:49:37 GMT", "in 25 hours"),
        ("Sun, 06 Nov 1994 08:00:00 GMT", "later"),
    ])
    func `a rate limit says when to try again`(field: String, text: String) {
        let message = failure(response("", status: 429, ("Retry-After", field)))?.message
        #expect(message?.contains("Try again \(text)") == true)
    }

    @Test func `the server's words are quoted, except those of a web page`() {
        #expect(failure(response(#"{"error":"Uh oh"}"#, status: 500))?.message.contains("“Uh oh”") == true)
        #expect(failure(response("busy", status: 503))?.message.contains("“busy”") == true)
        let page = failure(response("<html>secret</html>", status: 502))?.message
        #expect(page?.contains("with a web page") == true && page?.contains("secret") == false)
        let login = failure(response("please log in", ("Content-Type", "text/html")))?.message
        #expect(login?.contains("with a web page") == true && login?.contains("log in") == false)
        // Truncated people are personal data.
        #expect(failure(response(#"{"results":[{"email":"ada@e"#))?.message.contains("ada") == false)
    }

    @Test func `an answer to another request has no validator`() throws {
        let body = #"{"results":[{"nat":"US"}],"info":{"page":3}}"#
        let page = try answer.page(of: response(body, ("ETag", "\"x\"")))
        let difference = ResponseDifference(parameter: "page", asked: "2", answered: "3")
        #expect(page.validator == nil && page.notices == [.responseDiffers([difference])])
    }

    @Test func `the source is that of the response where it is usable`() throws {
        let long = String(repeating: "x", count: 201)
        let page = try answer.page(
            of: response(#"{"results":[{"nat":"US"}],"info":{"seed":"\#(long)","version":"1.3"}}"#)
        )
        #expect(page.source == ContactSource(version: "1.3", seed: "abc"))
    }
}

@Suite struct RandomUserURLTests {
    private func url(
        _ endpoint: String = "http://h/api/",
        version: String = "1.4",
        seed: String = "abc",
        nationalities: String? = nil,
        page: Int = 1,
        results: Int = 50
    ) throws -> String {
        let settings = APISettings(version: version, nationalities: nationalities) { endpoint }
        return try settings.url(ofPage: page, results: results, seed: seed, endpoint: endpoint)
    }

    @Test(arguments: [
        ("http://h/api/", "1.4", "http://h/api/1.4/?results=50&page=1&seed=abc"),
        ("http://h/api", "1.4", "http://h/api/1.4/?results=50&page=1&seed=abc"),
        ("http://h/api//", "", "http://h/api/?results=50&page=1&seed=abc"),
        ("http://h", "", "http://h/?results=50&page=1&seed=abc"),
        ("http://h//x///api", "1.0", "http://h/x/api/1.0/?results=50&page=1&seed=abc"),
        (" https://h:81/?key=v#f ", "", "https://h:81/?key=v&results=50&page=1&seed=abc"),
    ])
    func `endpoint, version and query make one URL`(endpoint: String, version: String, expected: String) throws {
        #expect(try url(endpoint, version: version) == expected)
    }

    @Test func `values are escaped`() throws {
        #expect(try url(seed: "a b&c=d+é/?").hasSuffix("&seed=a%20b%26c%3Dd%2B%C3%A9%2F%3F"))
        #expect(try url(nationalities: " US, gb ,,").hasSuffix("&nat=us,gb"))
        #expect(try url(seed: "").hasSuffix("?results=50&page=1"))
    }

    @Test(arguments: ["0123456789abcdef15", "0123456789abcdefzz", "an-18-chars-seed!!", "0123456789abcdef-1"])
    func `a seed that crashes the server is refused`(seed: String) async throws {
        let error = await repositoryError { _ = try url(seed: seed) }
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.message.contains("18 characters") == true)
        for valid in ["0123456789abcdef00", "0123456789abcdef14"] { #expect(try url(seed: valid).hasSuffix(valid)) }
    }

    @Test(
        arguments: ["", "nonsense", "/api", "ftp://h/", "http://", "file:///etc"].map { ($0, "1.4", nil) }
            + ["1.4/../..", "1 4", "?", "é"].map { ("http://h/", $0, nil) } + [("http://h/", "1.4", "us;gb")]
            as [(String, String, String?)]
    )
    func `an invalid endpoint, version or nationality is refused`(endpoint: String, version: String, nat: String?) async
    {
        let error = await repositoryError { _ = try url(endpoint, version: version, nationalities: nat) }
        #expect(error?.code == .invalidConfiguration)
    }
}
