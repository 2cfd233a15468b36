import Foundation
import Loopback
import RandomUserServer
import Synchronization
import Testing

@testable import Repository

@Suite struct RandomUserContactAPITests {
    /// One page from a server that answers like this.
    private func page(
        _ answers: [LoopbackServer.Answer],
        seed: String? = "abc",
        token: String? = nil,
        check: (LoopbackServer) -> Void = { _ in }
    ) async throws -> RemotePage {
        try await withTransport { _, number in
            answers[min(number, answers.count - 1)]
        } _: { transport, server async throws in
            let settings = APISettings(
                version: "1.4",
                seed: seed,
                token: token,
                retryLimit: 3,
                userAgent: "contacts/1 (+u)",
                endpoint: { server.url + "/api/" }
            )
            let retries = RetryPolicy(limit: 3, clock: ContinuousClock(), random: { 0 }, date: { 0 })
            let api = RandomUserContactAPI(settings: settings, transport: transport, retries: retries)
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

    @Test func `fewer people than stated are a difference, parameters missing in the response are none`() async throws {
        let page = try await page([Self.body()])
        #expect(page.notices.isEmpty)
        #expect(page.source == ContactSource(version: "1.4", seed: "abc"))
        let fewer = try await self.page([Self.body(#"{"nat":"US"}"#, info: #""results":2"#)])
        let difference = ResponseDifference(parameter: "results", asked: "2", answered: "1")
        #expect(fewer.notices == [.responseDiffers([difference])])
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

    @Test(arguments: ["", "two words", "line\nbreak", "é"])
    func `a token that no header field can hold is refused and not shown`(token: String) async {
        let error = await repositoryError {
            _ = try await page([Self.body()], token: token) { #expect($0.heads.isEmpty) }
        }
        #expect(error?.code == .invalidConfiguration)
        #expect(token.isEmpty || error?.message.contains(token) == false)
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
