import Foundation
import RandomUserServer
import Repository
import Synchronization
import Testing

/// Tokens that end, against a server that hands them out.
@Suite struct BearerTokenTests {
    /// Counts the tokens that another provider gets.
    private final class CountingTokenProvider: TokenProvider {
        private let provider: any TokenProvider
        private let counter = Mutex(0)

        init(_ provider: any TokenProvider) { self.provider = provider }

        var count: Int { counter.withLock(\.self) }

        func newToken() async throws -> String {
            counter.withLock { $0 += 1 }
            return try await provider.newToken()
        }
    }

    private func with(
        password: String = "secret",
        _ body: (HTTPPipeline, EmbeddedServer, MovableDate, CountingTokenProvider) async throws -> Void
    ) async throws {
        let date = MovableDate()
        let login = TokenLogin(username: "ada", password: "secret", lifetime: .seconds(60))
        let server = try await EmbeddedServer.start(options: ServerOptions(login: login, now: { date.date }))
        let transport = AsyncHTTPClientTransport()
        let provider = CountingTokenProvider(
            LoginTokenProvider(
                username: "ada",
                password: password,
                transport: transport,
                endpoint: { server.baseURL }
            )
        )
        let pipeline = HTTPPipeline([BearerTokenMiddleware(provider)], transport: transport)
        let result: Result<Void, any Error>
        do { result = .success(try await body(pipeline, server, date, provider)) } catch { result = .failure(error) }
        await transport.shutdown()
        await server.stop()
        try result.get()
    }

    /// The statuses of requests that are all under way at once.
    private func statuses(_ count: Int, _ client: HTTPPipeline, _ server: EmbeddedServer) async throws -> [Int] {
        let url = server.baseURL + "?inc=nat"
        return try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<count { group.addTask { try await client.send(HTTPRequest(url: url)).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func `401: any number of refusals get one token, and each is sent once more`() async throws {
        try await with { client, server, date, provider async throws in
            #expect(try await statuses(10, client, server) == Array(repeating: 200, count: 10))
            #expect(provider.count == 1)
            date.advance(61)
            #expect(try await statuses(20, client, server) == Array(repeating: 200, count: 20))
            #expect(provider.count == 2)
            let answers = server.requests.filter { !$0.target.contains("login") }
            #expect(answers.count { $0.status == 200 } == 30)
            #expect(answers.count { $0.status == 401 } <= 20)
        }
    }

    @Test func `401: a login that is refused fails all that waited, with one error and one attempt`() async throws {
        try await with(password: "wr0ng") { client, server, _, provider async throws in
            let url = server.baseURL
            let errors = await withTaskGroup(of: RepositoryError?.self) { group in
                for _ in 0..<5 {
                    group.addTask { await repositoryError { _ = try await client.send(HTTPRequest(url: url)) } }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.allSatisfy { $0?.code == .unauthorized && $0?.message.contains("wr0ng") == false })
            #expect(errors.count == 5)
            #expect((1...5).contains(provider.count))
        }
    }

    @Test func `401: a new token that is refused is not replaced again and again`() async throws {
        try await LoopbackServer.answering { head, _ in
            head.hasPrefix("POST") ? .init(text: #"{"token":"t"}"#) : .init(401, text: "{}")
        }.run { server async throws in
            let transport = AsyncHTTPClientTransport()
            let provider = LoginTokenProvider(
                username: "u",
                password: "p",
                transport: transport,
                endpoint: { server.url }
            )
            let client = HTTPPipeline([BearerTokenMiddleware(provider)], transport: transport)
            #expect(try await client.send(HTTPRequest(url: server.url + "/a")).status == 401)
            #expect(server.targets == ["/login", "/a"])
            #expect(try await client.send(HTTPRequest(url: server.url + "/b")).status == 401)
            #expect(server.targets == ["/login", "/a", "/b", "/login", "/b"])
            await transport.shutdown()
        }
    }

    @Test(arguments: [#"{}"#, #"{"token":"a b"}"#, #"{"token":""}"#, "no json"])
    func `a login without a usable token is the server's failure`(_ text: String) async throws {
        try await LoopbackServer.answering { _, _ in .init(text: text) }.run { server async throws in
            let transport = AsyncHTTPClientTransport()
            let provider = LoginTokenProvider(
                username: "u",
                password: "p",
                transport: transport,
                endpoint: { server.url }
            )
            let error = await repositoryError { _ = try await provider.newToken() }
            #expect(error?.code == .server)
            await transport.shutdown()
        }
    }
}
