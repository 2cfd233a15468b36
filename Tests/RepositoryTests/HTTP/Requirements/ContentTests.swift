import Repository
import Testing

/// Which responses are accepted, over real HTTP.
@Suite struct ContentTests {
    private typealias Answer = LoopbackServer.Answer

    private static let people = #"{"results":[{"nat":"US"}]}"#

    /// The error of one page from a server with this answer.
    private func failure(_ answer: Answer) async throws -> RepositoryError? {
        try await withTransport(answering: answer) { transport, server async throws in
            let api = RandomUserContactAPI(
                settings: APISettings(retryLimit: 0, endpoint: { server.url }),
                transport: transport
            )
            return await repositoryError {
                _ = try await api.people(onPage: 1, results: 1, seed: "abc", unless: nil)
            }
        }
    }

    @Test func `content: a web page is named as such and not shown`() async throws {
        for text in ["<html>please log in</html>", "please log in"] {
            let error = try await failure(Answer(200, ["Content-Type: text/html"], body: Array(text.utf8)))
            #expect(error?.code == .server)
            #expect(error?.message.contains("with a web page") == true)
            #expect(error?.message.contains("log in") == false)
        }
    }

    @Test func `content: a person with invalid UTF-8 is skipped with a notice`() async throws {
        var bytes = Array(#"{"results":[{"nat":"US"},{"nat":"FR","email":"?"}]}"#.utf8)
        bytes[try #require(bytes.firstIndex(of: UInt8(ascii: "?")))] = 0xff
        try await withTransport(answering: Answer(200, body: bytes)) { transport, server async throws in
            let api = RandomUserContactAPI(settings: APISettings(endpoint: { server.url }), transport: transport)
            let page = try await api.people(onPage: 1, results: 2, seed: "abc", unless: nil)
            #expect(page?.people.map(\.contact.nationality) == ["US"])
            guard case .unreadablePerson(page: 1, index: 1, _)? = page?.notices.first else {
                Issue.record("\(String(describing: page?.notices))")
                return
            }
        }
    }

    @Test func `content: deeply nested JSON is refused without a stack overflow`() async throws {
        for opening in ["[", "{\"results\":[", "{\"results\":{\"a\":"] {
            let deep = String(repeating: opening, count: 100_000)
            #expect(try await failure(Answer(text: deep))?.code == .server)
        }
    }

    @Test func `content: a truncated body is an error`() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
        let length = Self.people.utf8.count + 1
        let short = try await failure(Answer(Array("\(head)Content-Length: \(length)\r\n\r\n\(Self.people)".utf8)))
        #expect(short?.code == .network)
        let size = String(Self.people.utf8.count, radix: 16)
        let chunk = "\(head)Transfer-Encoding: chunked\r\n\r\n\(size)\r\n\(Self.people)\r\n"
        #expect(try await failure(Answer(Array(chunk.utf8)))?.code == .network)
        #expect(try await failure(Answer(Array((chunk + "0\r\n\r\n").utf8))) == nil)
    }
}
