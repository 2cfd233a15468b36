import Repository
import Testing

/// The fields that every request has, over real HTTP.
@Suite struct IdentityTests {
    private typealias Answer = LoopbackServer.Answer

    @Test func `identity: requests name the program and the formats it accepts`() async throws {
        try await RequestPipeline().run { _, _ in
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
