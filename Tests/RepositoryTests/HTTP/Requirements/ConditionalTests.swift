import Foundation
import RandomUserServer
import RepositoryDoubles
import Testing

@testable import Repository

/// Conditional requests, over real HTTP.
@Suite struct ConditionalTests {
    private typealias Answer = LoopbackServer.Answer

    private static let people = Array(#"{"results":[{"nat":"US"}]}"#.utf8)

    /// Requests a page twice, the second time with the validator of the first answer.
    private func askTwice(
        _ fields: [String],
        second: Answer = Answer(Array("HTTP/1.1 304 X\r\nConnection: close\r\n\r\n".utf8))
    ) async throws -> (heads: [String], page: RemotePage?, error: RepositoryError?) {
        try await withTransport { _, number in
            number == 0 ? Answer(200, fields, body: Self.people) : second
        } _: { transport, server async throws in
            let api = RandomUserContactAPI(
                settings: APISettings(retryLimit: 0, endpoint: { server.url }),
                transport: transport
            )
            let first = try await api.people(onPage: 1, results: 1, seed: "abc", unless: nil)
            var page: RemotePage?
            let error = await repositoryError {
                page = try await api.people(onPage: 1, results: 1, seed: "abc", unless: first?.validator)
            }
            return (server.heads, page, error)
        }
    }

    @Test(arguments: ["W/\"x-1\"", "\"x-1\""])
    func `conditional: the entity tag is sent, weak or strong, and 304 means no change`(tag: String) async throws {
        let (heads, page, error) = try await askTwice(["ETag: \(tag)", "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"])
        #expect(heads.count == 2)
        #expect(heads.first?.contains("If-") == false)
        #expect(heads.last?.contains("\r\nIf-None-Match: \(tag)\r\n") == true)
        #expect(heads.last?.contains("If-Modified-Since") == false)
        #expect(page == nil && error == nil)
    }

    @Test func `conditional: without an entity tag the date of the last change is sent`() async throws {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let (heads, page, error) = try await askTwice(["Last-Modified: \(date)"])
        #expect(heads.last?.contains("\r\nIf-Modified-Since: \(date)\r\n") == true)
        #expect(heads.last?.contains("If-None-Match") == false)
        #expect(page == nil && error == nil)
    }

    @Test(arguments: ["ETag: ", "Last-Modified: yesterday", "X-Other: 1"])
    func `conditional: other values are not sent, and then 304 is an error`(field: String) async throws {
        let (heads, page, error) = try await askTwice([field])
        #expect(heads.last?.contains("If-") == false)
        #expect(page == nil)
        #expect(error?.code == .server)
        #expect(error?.message.contains("304") == true)
    }
}
