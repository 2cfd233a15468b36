import Loopback
import Repository
import Testing

@testable import BookSync

@Suite(.withServers) struct `A pass over a server` {
    @Test(arguments: SourceKind.servers)
    func `A pass in which nothing was changed is one request`(kind: SourceKind) async throws {
        let server = try #require(kind.server.flatMap { TestServer.running[$0] })
        let address = try await server.makeBook()
        let direct = try CardDAVSource(address: address, client: server.client())
        for uid in ["a", "b", "c"] { _ = try await direct.create(Array(card(uid, name: uid).utf8), uid: uid) }
        let proxy = try FaultyServer(before: server.origin) { _ in .none }
        defer { proxy.stop() }
        let credentials = DAVCredentials.password(user: TestServer.user, secret: { TestServer.password })
        let book = SyncedBook()
        func pass() async throws -> SyncReport {
            let client = try DAVClient(address: proxy.origin, credentials: credentials)
            let seen = address.replacing(server.origin, with: proxy.origin)
            return try await book.sync(with: try CardDAVSource(address: seen, client: client))
        }
        #expect(try await pass().count(.addedHere) == 3)
        for _ in 1...2 {
            let before = proxy.requestCount
            #expect(try await pass().entries == [])
            #expect(proxy.requestCount == before + 1)
        }
        _ = try await direct.create(Array(card("d", name: "d").utf8), uid: "d")
        #expect(try await pass().count(.addedHere) == 1)
        try await book.change("a") { $0.note = "here" }
        #expect(try await pass().count(.changedThere) == 1)
        #expect(try await pass().entries == [])
        let href = try #require(try await direct.changes(since: nil).items.first { $0.href.contains("/b.vcf") })
        try await direct.remove(href.href, ifMatch: href.etag)
        #expect(try await pass().count(.removedHere) == 1)
        #expect(try await pass().entries == [])
    }
}
