import BookSyncDoubles
import Loopback
import Repository
import Testing

@testable import BookSync

/// What goes wrong between the program and a server, over real connections.
@Suite struct `An address book behind a bad connection` {
    @Test(
        arguments: [(.reset, true), (.truncate(after: 40), true), (.answer(502), true), (.drip(1), false)]
            as [(FaultyServer.Fault, Bool)]
    )
    func `A question that fails is asked again, and a slow answer ends with the time of the request`(
        fault: FaultyServer.Fault,
        isPassing: Bool
    ) async throws {
        let server = try LoopbackDAVServer()
        for uid in ["1", "2", "3"] { server.server.put(card(uid), as: "\(uid).vcf") }
        // Each question fails the first time, or every time.
        let proxy = try FaultyServer(before: server.address) { isPassing && $0 % 2 == 1 ? .none : fault }
        defer { proxy.stop() }
        var retries = DAVClient.retries
        retries.sleep = { _ in }
        let timeout: Duration = isPassing ? .seconds(60) : .milliseconds(200)
        let client = try DAVClient(address: proxy.origin, credentials: .none, retries: retries, timeout: timeout)
        let source = try CardDAVSource(address: proxy.origin + MemoryDAVServer.path, client: client)
        guard isPassing else {
            await expect(.unavailable) { _ = try await source.describe() }
            #expect(proxy.requestCount == 3)
            return
        }
        #expect(try await source.describe().name == "book")
        let reads = try await source.read(try await source.changes(since: nil).items.map(\.href))
        #expect(reads.count == 3 && reads.allSatisfy { !$0.lines.isEmpty })
    }
}

@Suite struct `A pass over a server` {
    @Test(arguments: SourceKind.servers)
    func `A pass in which nothing was changed is one request`(kind: SourceKind) async throws {
        let server = try await TestServer.shared(kind)
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
