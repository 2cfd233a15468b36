import Testing

@testable import Repository

@Suite struct ConditionalTests {
    private typealias Answer = LoopbackServer.Answer

    private static let people = Array(#"{"results":[{"nat":"US"}]}"#.utf8)

    /// Requests a page twice, the second time with the validator of the first answer.
    private func askTwice(_ fields: [String]) async throws
        -> (heads: [String], page: RemotePage?, error: RepositoryError?)
    {
        try await withTransport { _, number in
            number == 0
                ? Answer(200, fields, body: Self.people)
                : Answer(Array("HTTP/1.1 304 X\r\nConnection: close\r\n\r\n".utf8))
        } _: { transport, server async throws in
            let api = RandomUserContactAPI(at: server.url, transport)
            let first = try await api.people(onPage: 1, results: 1, seed: "abc", unless: nil)
            var page: RemotePage?
            let error = await repositoryError {
                page = try await api.people(onPage: 1, results: 1, seed: "abc", unless: first?.validator)
            }
            return (server.heads, page, error)
        }
    }

    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    /// The fields of the first answer, and the only field of the second request that makes it conditional.
    @Test(
        arguments: [
            (["ETag: W/\"x-1\"", "Last-Modified: \(date)"], "If-None-Match: W/\"x-1\""),
            (["ETag: \"x-1\"", "Last-Modified: \(date)"], "If-None-Match: \"x-1\""),
            (["Last-Modified: \(date)"], "If-Modified-Since: \(date)"), (["ETag: "], nil),
            (["ETag: a b", "Last-Modified: \(date)"], "If-Modified-Since: \(date)"),
            (["Last-Modified: yesterday"], nil), (["X-Other: 1"], nil),
        ] as [([String], String?)]
    )
    func `the entity tag or the date is sent, else 304 is an error`(fields: [String], sent: String?) async throws {
        let (heads, page, error) = try await askTwice(fields)
        #expect(heads.first?.contains("If-") == false)
        let conditions = heads.last?.split(separator: "\r\n").filter { $0.hasPrefix("If-") }
        #expect(heads.count == 2 && conditions?.map(String.init) == (sent.map { [$0] } ?? []))
        #expect(page == nil && error?.code == (sent == nil ? .server : nil))
        #expect(error == nil || error?.message.contains("304") == true)
    }
}
