import Foundation
import Loopback
import RandomUserServer
import Repository
import Synchronization
import Testing

@Suite struct RandomUserContactAPITests {
    /// One page from a server that answers like this.
    private func page(
        _ answers: [LoopbackServer.Answer],
        seed: String? = "abc",
        version: String = "1.4",
        token: String? = nil,
        results: Int = 2,
        timeout: Duration = .seconds(200),
        check: (LoopbackServer) -> Void = { _ in }
    ) async throws -> RemotePage {
        try await LoopbackServer.answering { _, number in answers[min(number, answers.count - 1)] }.run { server in
            let transport = CurlTransport()
            let settings = APISettings(
                version: version,
                seed: seed,
                token: token,
                timeout: timeout,
                retryLimit: 3,
                userAgent: "contacts/1 (+u)",
                endpoint: { server.url + "/api/" }
            )
            let retries = RetryPolicy(limit: 3, clock: ContinuousClock(), random: { 0 }, date: { 0 })
            let api = RandomUserContactAPI(settings: settings, transport: transport, retries: retries)
            do {
                let page = try #require(try await api.people(onPage: 1, results: results, seed: "", unless: nil))
                await transport.shutdown()
                check(server)
                return page
            } catch {
                await transport.shutdown()
                check(server)
                throw error
            }
        }
    }

    private static func body(_ people: String = #"{"nat":"US"},{"nat":"FR"}"#, info: String? = nil)
        -> LoopbackServer.Answer
    {
        .init(text: "{\"results\":[\(people)]" + (info.map { ",\"info\":{\($0)}" } ?? "") + "}")
    }

    @Test func `the request has URL and fields, and the response is decoded`() async throws {
        let info = #""seed":"abc","results":2,"page":1,"version":"1.4""#
        let page = try await page([Self.body(info: info)], token: "t0ken") { server in
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

    @Test func `a response to other parameters is one notice`() async throws {
        let info = #""seed":"xyz","results":1,"page":7,"version":"1.3""#
        let page = try await page([Self.body(#"{"nat":"US"}"#, info: info)])
        #expect(
            page.notices == [
                .responseDiffers([
                    ResponseDifference(parameter: "results", asked: "2", answered: "1"),
                    ResponseDifference(parameter: "page", asked: "1", answered: "7"),
                    ResponseDifference(parameter: "seed", asked: "abc", answered: "xyz"),
                    ResponseDifference(parameter: "version", asked: "1.4", answered: "1.3"),
                ])
            ]
        )
        #expect(page.people.count == 1)
        #expect(page.source == ContactSource(version: "1.3", seed: "xyz"))
    }

    @Test func `parameters missing in the response are no difference`() async throws {
        let page = try await page([Self.body()])
        #expect(page.notices.isEmpty)
        #expect(page.source == ContactSource(version: "1.4", seed: "abc"))
    }

    @Test func `fewer people than stated are a difference`() async throws {
        let page = try await page([Self.body(#"{"nat":"US"}"#, info: #""results":2"#)])
        let difference = ResponseDifference(parameter: "results", asked: "2", answered: "1")
        #expect(page.notices == [.responseDiffers([difference])])
    }

    @Test func `a seed that the server chose is no difference`() async throws {
        let page = try await page([Self.body(info: #""seed":"fea8be3e64777240""#)], seed: nil) { server in
            #expect(server.targets == ["/api/1.4/?results=2&page=1"])
        }
        #expect(page.notices.isEmpty)
        #expect(page.source.seed == "fea8be3e64777240")
    }

    @Test func `unreadable people are named by page and index`() async throws {
        let page = try await page([Self.body(#"{"nat":"US"},5"#)])
        #expect(page.notices == [.unreadablePerson(page: 1, index: 1, reason: "it is a number, not an object")])
    }

    @Test func `a failure before a successful retry is not reported`() async throws {
        let page = try await page([.init(503, text: "busy"), .init([], ending: .reset), Self.body()]) {
            #expect($0.heads.count == 3)
        }
        #expect(page.people.count == 2)
    }

    @Test(arguments: [
        (401, RepositoryError.Code.unauthorized, 1), (403, .unauthorized, 1), (404, .server, 1), (429, .rateLimited, 4),
        (500, .server, 4), (502, .server, 4), (302, .server, 1), (418, .server, 1),
    ])
    func `each status has its error code`(status: Int, code: RepositoryError.Code, attempts: Int) async throws {
        let answer = LoopbackServer.Answer(status, text: #"{"error":"Whoa, \u001b[31measy\n up"}"#)
        let error = await repositoryError {
            _ = try await page([answer]) { #expect($0.heads.count == attempts) }
        }
        #expect(error?.code == code)
        #expect(error?.message.contains("“Whoa, [31measy up”") == true)
    }

    @Test func `Retry-After beyond the timeout is reported at once`() async throws {
        let answer = LoopbackServer.Answer(429, ["Retry-After: 240"], text: "slow down")
        let error = await repositoryError { _ = try await page([answer]) { #expect($0.heads.count == 1) } }
        #expect(error?.code == .rateLimited)
        #expect(error?.message.contains("in 240 seconds") == true)
    }

    @Test(arguments: [
        "<html><body>secret page</body></html>", "Not Found", "", #"{"results":[{"nat":"US"}"#, #"{"people":[]}"#, "[]",
        #"{"error":"Uh oh"}"#,
    ])
    func `a successful status without people is a server error`(body: String) async {
        let error = await repositoryError { _ = try await page([.init(text: body)]) }
        #expect(error?.code == .server)
        #expect(error?.message.contains("secret page") == false)
    }

    @Test func `a refused connection is a network error without a retry`() async throws {
        let port = try UnservedPort()
        defer { port.giveBack() }
        let transport = CurlTransport()
        let api = RandomUserContactAPI(
            settings: APISettings(endpoint: { "http://user:pass@127.0.0.1:\(port.number)/api/" }),
            transport: transport
        )
        let error = await repositoryError { _ = try await api.people(onPage: 1, results: 1, seed: "", unless: nil) }
        await transport.shutdown()
        #expect(error?.code == .network)
        #expect(error?.message.contains(port.url + "api/") == true)
        #expect(error?.message.contains("pass") == false)
        #expect(error?.message.contains("refused") == true)
    }

    @Test func `a server that hangs is a network error`() async {
        let error = await repositoryError {
            _ = try await page([.init([], ending: .hang)], timeout: .milliseconds(200))
        }
        #expect(error?.code == .network)
    }

    @Test(arguments: ["", "two words", "line\nbreak", "é"])
    func `a token that no header field can hold is refused and not shown`(token: String) async {
        let error = await repositoryError {
            _ = try await page([Self.body()], token: token) { #expect($0.heads.isEmpty) }
        }
        #expect(error?.code == .invalidConfiguration)
        #expect(token.isEmpty || error?.message.contains(token) == false)
    }

    @Test func `an unchanged page is not sent again`() async throws {
        let answer = LoopbackServer.Answer(
            200,
            ["Content-Type: application/json", "ETag: W/\"x-1\""],
            body: Array(#"{"results":[{"nat":"US"}]}"#.utf8)
        )
        try await LoopbackServer.answering { head, _ in
            head.contains("If-None-Match: W/\"x-1\"")
                ? .init(Array("HTTP/1.1 304 X\r\nConnection: close\r\n\r\n".utf8)) : answer
        }.run { server in
            let transport = CurlTransport()
            let api = RandomUserContactAPI(
                settings: APISettings(endpoint: { server.url + "/api/" }),
                transport: transport
            )
            let first = try await api.people(onPage: 1, results: 1, seed: "abc", unless: nil)
            let second = try await api.people(onPage: 1, results: 1, seed: "abc", unless: first?.validator)
            await transport.shutdown()
            #expect(first?.validator == "W/\"x-1\"")
            #expect(second == nil)
        }
    }

    @Test func `a page with notices has no validator`() async throws {
        let answer = LoopbackServer.Answer(
            200,
            ["ETag: \"x\""],
            body: Array(#"{"results":[{"nat":"US"},5]}"#.utf8)
        )
        #expect(try await page([answer]).validator == nil)
    }

    @Test func `the endpoint is evaluated with the first request`() async throws {
        let api = RandomUserContactAPI(
            settings: APISettings(nationalities: " US,gb", endpoint: { throw RepositoryError(.network, "asked") }),
            transport: CurlTransport()
        )
        #expect(api.source == ContactSource(nationalities: "us,gb"))
        await #expect(throws: RepositoryError(.network, "asked")) {
            try await api.people(onPage: 1, results: 1, seed: "", unless: nil)
        }
    }
}
